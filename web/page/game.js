// A game: its moves, and the one that is looked at.

import { Chess } from "chess.js";

/** The squares of king and rook before a castling. */
const CASTLING = { K: ["e1", "h1"], Q: ["e1", "a1"], k: ["e8", "h8"], q: ["e8", "a8"] };

/** The tags of a PGN. */
const TAGS = /\[\s*[\w+#=:-]+\s*"(\\.|[^"\\])*"\s*\]/g;

/** A tag up to the end of its value, in which quotation marks may stand without a backslash. */
const QUOTED_TAG = /(\[\s*[\w+#=:-]+\s*")((?:\\.|[^\\\n])*?)(?="\s*\])/g;

/** The tags before the moves. */
const HEAD = new RegExp(`^(?:\\s*${TAGS.source})*`);

/** The tag of the first position, of which the last counts, as for chess.js. */
const FEN_TAG = /\[\s*FEN\s*"([^"]*)"\s*\]/gi;

/** The results of games. */
const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

/** A promotion with the piece in parentheses or after a slash. */
const PROMOTION = /(?<!\S)((?:\d+\.+)?(?:[a-h][1-8]?[x-]?)?[a-h][18]=?)(?:\(([QRBNqrbn])\)|\/([QRBNqrbn]))/g;

/** A null move, which chess.js plays, but does not read. */
const NULL_MOVE = "--";

/** Signs of printed games and of web pages, as chess.js knows them. */
const PRINTED = new Map([
  ...[..."♔♕♖♗♘♙♚♛♜♝♞♟"].map((figure, index) => [figure, "KQRBN"[index % 6] ?? ""]),
  ...[..."‐‑–—−"].map((dash) => [dash, "-"]),
  ["½", "1/2"],
  ["×", "x"],
  ["…", "..."],
  ...[..."\ufe0e\u200b\u200e\u200f\u2060"].map((invisible) => [invisible, ""]),
  ["\u00a0", " "],
  ["\u202f", " "],
]);
const PRINTED_CHARACTER = new RegExp(`[${[...PRINTED.keys()].join("")}]`, "g");

/** A text is cut at the first game that begins after this number of characters. */
const LONG_TEXT = 1_000_000;

export class Game {
  /** The moves of chess.js, each with the positions before and after it. */
  moves = [];
  /** The number of moves before the position that is looked at. */
  ply = 0;
  /** The scores of the positions, as far as they were evaluated. */
  scores = [];
  /** The tags. */
  headers = {};

  /** Throws an error if the position cannot be shown. */
  constructor(start) {
    const rights = [...(start?.split(" ")[2] ?? "").replace("-", "")];
    // chess.js reads no rights such as `B`, of a rook between another rook and the king.
    const chess = rights.every((right) => right in CASTLING) ? new Chess(start) : undefined;
    const isStandard = chess && rights.every((right) => {
      const [king, rook] = CASTLING[right].map((square) => chess.get(square));
      return king?.type === "k" && rook?.type === "r" && king.color === rook.color;
    });
    if (!isStandard) throw new Error("This page knows no castling of Chess960");
    this.start = chess.fen();
  }

  /**
   * Reads a position or a game.
   *
   * @param {(fen: string) => Promise<string>} checkFen Returns the FEN of a legal position or throws an error.
   */
  static async read(text, checkFen) {
    const trimmed = text.trim();
    if (trimmed === "") throw new Error("There is nothing to load: paste a FEN or a PGN");
    const isPosition = /^[1-8a-z]+\//i.test(trimmed);
    const [fields] = (isPosition && /^(?:\S+\s+){6}(?=\d+\.)/.exec(trimmed)) || [];
    if (fields) return Game.read(`[FEN "${fields}"]\n\n${trimmed.slice(fields.length)}`, checkFen);
    if (isPosition) return new Game(await checkFen(trimmed.split(/\s+/).join(" ")));
    const chess = new Chess();
    // A large collection would take seconds, for its first game alone.
    const next = trimmed.indexOf("\n[Event ", LONG_TEXT);
    const pgn = firstGame(next < 0 ? trimmed : trimmed.slice(0, next));
    const [head] = HEAD.exec(pgn);
    const fen = [...head.matchAll(FEN_TAG)].at(-1)?.[1].trim().replace(/\s+/g, " ");
    const game = new Game(fen ? await checkFen(fen) : undefined);
    // The moves begin in the position that the engine has made of it.
    const tags = head.replace(FEN_TAG, fen ? `[FEN "${game.start}"]` : "");
    const moves = mainLine(pgn.slice(head.length));
    const plain = `${tags}\n\n${moves}`;
    try {
      chess.loadPgn(plain);
      game.moves = chess.history({ verbose: true });
      const texts = moves.split(" ").filter((word) => !RESULTS.includes(word) && !/^\d*\.*$/.test(word));
      game.moves.forEach((move, ply) => checkText(texts[ply], move));
    } catch (error) {
      throw new Error(`Neither a position (FEN) nor a game (PGN): ${reason(error, plain)}`);
    }
    if (game.moves.length === 0 && !fen) throw new Error("There are no moves in this text");
    game.headers = chess.getHeaders();
    // The tag has the official result, which may differ from the one after the moves.
    const official = plainResults(/\[\s*Result\s*"([^"]*)"/.exec(head)?.[1] ?? "");
    if (RESULTS.includes(official) && official !== "*") game.headers.Result = official;
    if (!RESULTS.includes(game.headers.Result)) delete game.headers.Result;
    return game;
  }

  /** The position that is looked at, with the moves before it. */
  get position() {
    return after(this.start, this.moves.slice(0, this.ply));
  }

  get fen() {
    return this.ply > 0 ? this.moves[this.ply - 1].after : this.start;
  }

  get isAtEnd() {
    return this.ply === this.moves.length;
  }

  /** Returns the position after some moves as the arguments of UCI. */
  uci(ply = this.ply) {
    return `position fen ${this.start} moves ${this.moves.slice(0, ply).map(({ lan }) => lan).join(" ")}`;
  }

  isBlack(ply = this.ply) {
    return (this.start.split(" ")[1] === "b") !== (ply % 2 === 1);
  }

  /** Plays a move; another move than the next replaces the rest of the game. Throws an error if it is illegal. */
  play(text) {
    const plain = text.replace(PRINTED_CHARACTER, (found) => PRINTED.get(found)).replace(/^\d+\s*\.+\s*/, "");
    const bare = bareMove(plain.replace(PROMOTION, "$1$2$3"));
    let move;
    try {
      move = this.position.move(bare);
    } catch {
      // Said below, with the text as it was typed.
    }
    if (!move && this.position.moves().some((san) => san.startsWith(`${bare}=`))) throw withoutPiece(text);
    if (!move || move.san === NULL_MOVE) throw new Error(`Invalid move: ${text}`);
    checkText(bare, move);
    if (this.moves[this.ply]?.lan !== move.lan) {
      this.#cut();
      this.moves.push(move);
    }
    this.ply += 1;
  }

  /** Takes back the last move before the position. */
  undo() {
    this.ply -= 1;
    this.#cut();
  }

  /** Removes the moves after the position. */
  #cut() {
    this.moves.splice(this.ply);
    this.scores.splice(this.ply + 1);
    delete this.headers.Result;
  }

  /** Returns how the game has ended in the position, if it has. */
  get end() {
    const chess = this.position;
    if (chess.isCheckmate()) return `Checkmate: ${chess.turn() === "w" ? "Black" : "White"} wins`;
    if (chess.isStalemate()) return "Draw by stalemate";
    if (chess.isInsufficientMaterial()) return "Draw: neither side can mate";
    if (chess.isThreefoldRepetition()) return "Draw by repetition";
    if (chess.isDrawByFiftyMoves()) return "Draw by the fifty-move rule";
    return undefined;
  }

  /** Returns the score of the last position if a rule has ended the game in it. */
  get endScore() {
    const chess = after(this.start, this.moves);
    if (chess.isCheckmate()) return { mate: 0, share: Number(chess.turn() === "b") };
    return chess.isGameOver() ? { cp: 0, share: 0.5 } : undefined;
  }

  /** Returns the number before a move of White or the first of Black: `3.` or `3…`. */
  number(ply) {
    const move = Number(this.start.split(" ")[5]) + Math.floor((ply + (this.isBlack(0) ? 1 : 0)) / 2);
    return this.isBlack(ply) ? (ply === 0 ? `${move}…` : "") : `${move}.`;
  }

  get pgn() {
    const chess = after(this.start, this.moves);
    // chess.js leaves out empty ones.
    Object.entries(this.headers).forEach(([name, value]) => chess.setHeader(name, value || "?"));
    const { Result: result = "*" } = this.headers;
    if (result === "*" && chess.isGameOver()) {
      const lost = chess.turn() === "w" ? "0-1" : "1-0";
      chess.setHeader("Result", chess.isCheckmate() ? lost : "1/2-1/2");
    }
    return chess.pgn({ maxWidth: 80 });
  }
}

/** Returns what is wrong with a text. The parser of chess.js would list all that could stand in a place. */
function reason({ message, found, location }, text) {
  if (!location) return message;
  const before = text.slice(0, location.start.offset).trim().split(/\s+/).at(-1);
  return `${found ? `unexpected "${found}"` : "the text ends"}${before && ` after "${before}"`}`;
}

/** Returns the error of a promotion without the new piece. */
function withoutPiece(text) {
  return new Error(`${text} does not say the new piece`);
}

/** Throws an error if the text of a move could mean other moves as well, of which chess.js takes the first. */
function checkText(text, move) {
  if (move.promotion && !/[nbrq][+#]?[!?]*$/i.test(text)) throw withoutPiece(text);
  if (text.replace(/[+#!?]+$/, "") === move.san.replace(/[+#]$/, "")) return;
  const [, from] = /^[KQRBNPkqrnp]?([a-h]?[1-8]?)[x-]?[a-h][1-8]/.exec(text) ?? [];
  if (from === undefined) return;
  const moves = new Chess(move.before).moves({ piece: move.piece, verbose: true });
  const meant = moves.filter((other) => {
    const isAlike = other.to === move.to && other.promotion === move.promotion;
    return isAlike && [...from].every((coordinate) => other.from.includes(coordinate));
  });
  if (meant.length > 1) throw new Error(`${text} may be ${meant.map(({ san }) => san).join(" or ")}`);
}

/** Returns the moves and the result of the text after the tags, without variations, move numbers and marks. */
function mainLine(movetext) {
  let [text, before] = [movetext.replace(PROMOTION, "$1$2$3")];
  while (text !== before) [text, before] = [text.replace(/\([^()]*\)/g, " "), text];
  // Move numbers and asterisks need no space beside them.
  const words = plainResults(text.replace(/\$\d+/g, " ").replace(/(?<!\S)\d*\.+|\.{2,}|(?<=[a-h][1-8][+#]?)\.(?=[a-hKQRBNO0])|\*/g, " $& ")).trim().split(/\s+/);
  const result = words.findIndex((word) => RESULTS.includes(word));
  return words
    .slice(0, result < 0 ? undefined : result + 1)
    .map((word, index) => (RESULTS.includes(word) ? word : bareMove(word, words[index + 1])))
    .filter((word) => word !== "")
    .join(" ");
}

/** Returns a text with results such as `1 : 0` and a draw at its end such as `½` as PGN has them. */
function plainResults(text) {
  const plain = (found, white, black) => (RESULTS.includes(`${white}-${black}`) ? `${white}-${black}` : found);
  return text
    .replace(/½/g, "1/2")
    .replace(/(?<!\S)(0|1|1\/2)\s*[-:]\s*(0|1|1\/2)(?!\S)/g, plain)
    .replace(/(?<!\S)1\/2(?=\s*$)/, "1/2-1/2");
}

/**
 * Returns a word without the marks at its end, nothing of a move number: `exd6e.p.!?` is `exd6`. A null move stays, as does
 * an `N` or `D` before a square, which may be a piece.
 */
function bareMove(word, next = "") {
  if (/^--([!?]|$)/.test(word)) return word;
  const move = word.replace(/(?<![!?+#])[!?+#]*(?:(?<=\d[!?+#]*)e\.?p)?[^\p{L}\p{N}()[\]{}]*$/u, "");
  const isMark = /^(\d+|TN|RR|e\.p|ep|ch|check|checkmate|mate)$/.test(move) || (/^[ND]$/.test(move) && !/^x?[a-h]/.test(next));
  if (isMark) return "";
  // chess.js knows no letter of a pawn, takes the b of its capture for a bishop, and knows castling and promotions in capital
  // letters alone.
  return move
    .replace(/^P(?=[a-h])/, "")
    .replace(/^b(?=[ac][1-8])/, "bx")
    .replace(/^o-o(-o)?$|(?<=[18]=?)[qrbn]$/, (small) => small.toUpperCase());
}

/**
 * Returns the first game of a PGN, without comments and escaped lines. Its moves end before the next line that begins
 * with a tag, or after a blank line with a first move; without moves, it ends before the next `Event` after a blank
 * line.
 */
function firstGame(pgn) {
  // chess.js does not know quotes within a string; the last one stands before the bracket.
  const plain = (value) => value.replace(/\\.|"/g, (found) => (found.endsWith('"') ? "'" : found));
  // A mail may have wrapped a value.
  const unwrapped = pgn.replace(TAGS, (tag) => tag.replace(/\s*\n\s*/g, " "));
  const quoted = unwrapped.replace(QUOTED_TAG, (_, start, value) => start + plain(value));
  const pattern = new RegExp(`("(?:\\\\.|[^"\\\\])*")|\\{[^}]*\\}|;.*|^%.*\\n?|${PRINTED_CHARACTER.source}`, "gm");
  const text = quoted.replace(pattern, (found, string) => string ?? PRINTED.get(found) ?? (found.startsWith("%") ? "" : " "));
  const lines = text.trim().split("\n");
  const withoutTags = (line) => line.replace(TAGS, "").trim();
  const hasTag = (line) => /^\s*\[\s*[\w+#=:-]+\s*"/.test(line);
  const hasEvent = (line) => /^\s*\[\s*Event\s*"/.test(line);
  const moves = lines.findIndex((line) => withoutTags(line) !== "");
  const next = lines.findIndex((line, number) => {
    const isAfterBlank = number > 0 && lines[number - 1].trim() === "";
    const isNext = hasTag(line) || (isAfterBlank && /^\s*1(?=[.\s])\s*\.?\s*\p{L}/u.test(line));
    return (moves >= 0 && number > moves && isNext) || (isAfterBlank && hasEvent(line));
  });
  const game = lines.slice(0, next < 0 ? undefined : next).join("\n");
  // Of the names of tags, chess.js knows those of letters alone.
  return game.replace(TAGS, (tag) => (/^\[\s*[a-z]+\s*"/i.test(tag) ? tag : ""));
}

/** Returns the position after moves of chess.js, given by their squares, which it takes several times faster than a text. */
function after(start, moves) {
  const chess = new Chess(start);
  moves.forEach(({ from, to, promotion }) => chess.move({ from, to, promotion }));
  return chess;
}

/** Writes moves of UCI in algebraic notation. */
export function toSan(fen, moves) {
  const chess = new Chess(fen);
  return moves.map((move) => chess.move({ from: move.slice(0, 2), to: move.slice(2, 4), promotion: move[4] }).san);
}
