// The games and the searches of the page, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Game, toSan } from "../page/game.js";
import { drawGraph, plyAt } from "../page/graph.js";
import { Uci, scoreText } from "../page/uci.js";

const PAWN_ON_A7 = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
const THREE_KNIGHTS = "4k3/8/8/N7/8/N3N3/8/4K3 w - - 0 1";

/** What the engine does for the page, as far as a test needs it: rights of Chess960, squares and counters. */
const checkFen = async (fen) => fen.replace("HAha", "KQkq").replace(" e6 0 0", " - 0 1");

function played(...moves) {
  const game = new Game();
  moves.forEach((move) => game.play(move));
  return game;
}

test("any PGN is read up to its second game, and a finished game has its result", async () => {
  for (const [pgn, shown] of [
    ['% escaped\n[Site "s"]\n[Event "x"]\n\n1. f3 e5 2. g4 Qh4#\n\n[Site "t"]\n\n1. d4 *\n', /\[Result "0-1"\][^]*2\. g4 Qh4# 0-1/],
    ['[Event "x"] [Site "y"] 1. e4 e5 *\n\n[Event "z"]\n\n1. d4 *', /\[Site "y"\][^]*1\. e4 e5 \*/],
    ['[Event  "x"]\n[Site"y"]\n\n1. c4 *\n[ Event "z"]\n1. d4 *', /\[Site "y"\][^]*1\. c4 \*/],
    ['\ufeff[Event "x"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n\r\n[Event "z"]\r\n\r\n1. d4 *', /\[Event "x"\][^]*1\. e4 e5 2\. Nf3 \*/],
    ['[Event "x"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n\n[Event "y"]\n\n1. d4 *', /\[Event "x"\][^]*R3K3/],
    // Comments, also two in a row and with what looks like a tag, and strings with their signs.
    ['[Event "a;{b"]\n\n1. e4 {x} {\n[Event "y"]\n} e5 $1 {z} $2 2. Nf3 ; rest {\n*', /\[Event "a;\{b"\][^]*1\. e4 e5.* 2\. Nf3/],
    ["{https://a.b/c} 1. c4 *", /1\. c4 \*/],
    ['[White "R \\"B\\" F\\\\"]\n\n1. e4 *', /\[White "R 'B' F\\\\"\][^]*1\. e4 \*/],
    ['[White "J "The [Man]" S"]\n[Black ""Z""]\n\n1. e4 *', /\[White "J 'The \[Man\]' S"\]\n\[Black "'Z'"\][^]*1\. e4 \*/],
    ['[White "a"] [Black "b\\\\"]\n\n1. e4 *', /\[White "a"\]\n\[Black "b\\\\"\][^]*1\. e4 \*/],
    // Null moves in variations, marks and numbers set apart, and another game without tags.
    ["1. e4 e5 2. Nf3 (2. -- Nc6 (2... d6)) Nc6 3. Bb5 *", /1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 \*/],
    ["1 e4 e5 2 Nf3 ! Nc6!? 3 Bb5+- ± N Nf6 $1$14 4 O-O+ *", /1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 Nf6 4\. O-O \*/],
    ["1. e4 a6 2. e5 d5 3. exd6 e.p. e6 4. dxc7++ Ke7 1/2-1/2", /3\. exd6 e6 4\. dxc7 Ke7 1\/2-1\/2/],
    ["1. e4 a6 2. e5 d5 3. exd6!e.p.", /3\. exd6 \*/],
    ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n1. e4 Kd7\n2. e5", /\[FEN "4k3.*\][^]*1\. e4 Kd7 2\. e5 \*/],
    ["1.e4.e5 2.Nf3.Nc6 3.Bb5", /1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 \*/],
    ["1.e4...e5 2.Nf3…Nc6 3.Bb5", /1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 \*/],
    ["1. e4 d6 2. e5 f5 3. exf6e.p. *\n\n1. d4 d5 *", /3\. exf6 \*/],
    // A line that begins with a percent sign escapes nothing within a comment.
    ["1. e4 e5 2. Nf3 {scores 54\n% of the points} Nc6\n3. Bb5 a6 {the\nmain line} *", /2\. Nf3 Nc6 3\. Bb5 a6 \*/],
    ['[Event "x"]\n% escaped\n[White-Title "GM"]\n[Event "y"]\n\n1. e4 *', /1\. e4 \*/],
    ["1. e4\n\n1... e5 2. d4\n\n1. d4 d5", /1\. e4 e5 2\. d4 \*/],
    ["1. e4 e5 ½ : ½", /1\. e4 e5 1\/2-1\/2/],
    ["1. e4 e5 1 - 0\n\n1. d4 d5 *", /1\. e4 e5 1-0/],
    ["1. b4 c5 2. bc5 d5 3. c×d6 exd6 1/2", /2\. bxc5 d5 3\. cxd6 exd6 1\/2-1\/2/],
    ['[Event "x"]\n[Result "1-0"]\n[FEN ""]\n\n1. e4 e5 *', /\[Result "1-0"\]\n\n1\. e4 e5 1-0/],
    ['[Event "x"]\n[Result "½"]\n\n1. e4 e5', /1\. e4 e5 1\/2-1\/2/],
    ['[Event "x"]\n[Result "White wins"]\n\n1. e4 e5', /1\. e4 e5 \*/],
    ["1. f3 e5 2.\u200bg4 Qh4 mate 0:1", /2\. g4 Qh4# 0-1/],
    [`[FEN "${PAWN_ON_A7}"]\n\n1. a8=q+ *`, /1\. a8=Q\+ \*/],
    ["1. e4 e5* 1. d4 d5 *", /1\. e4 e5 \*/],
    ['[Event "x"] 1. e4 e5 * [Event "y"] [White "z"] 1. d4 *', /\[Event "x"\][^]*"\?"[^]*1\. e4 e5 \*$/],
    [`[fen "${PAWN_ON_A7}"]\n\n1. a8=Q+ Kd7 *`, /\[FEN "4k3\/P7[^]*1\. a8=Q\+ Kd7 \*/],
    [`[FEN "8/8/8/8/8/4k3/4p3/4K3 w - - 0 7"]\n[Fen "${PAWN_ON_A7}"]\n\n1. a8=Q+ *`, /\[FEN "4k3\/P7[^]*1\. a8=Q\+ \*/],
    [`[FEN "${THREE_KNIGHTS}"]\n\n1. Na5c4 Kd7 2. Ne3c2 *`, /1\. N5c4 Kd7 2\. Nec2 \*/],
    ["Pe4 d7-d5 ed5 Pe5 dxe6e.p. fe6 Nf3 Nf6 Be2 Be7 o-o o-o", /3\. dxe6 fxe6 4\. Nf3 Nf6 5\. Be2 Be7 6\. O-O O-O \*/],
    ["d4 d5 Ng1-f3 Ng8f6 Nb1d2 Nfd7", /3\. Nbd2 Nfd7 \*/],
    ["e2e4 e7-e5 g1f3", /1\. e4 e5 2\. Nf3 \*/],
    // As printed, and copied from web pages.
    ['[Event "A–B"]\n\n1.\u00a0♙e4\ufe0e e5 2.\u202f♘f3 ♞c6 3.♗c4 ♝c5 4.0–0 ½–½', /"A–B"[^]*1\. e4 e5 2\. Nf3 Nc6 3\. Bc4 Bc5 4\. O-O 1\/2/],
    [`[FEN "${PAWN_ON_A7}"]\n\n1. a8=N (1. a8) *`, /1\. a8=N 1\/2/],
    [`[FEN "${PAWN_ON_A7}"]\n\na7a8n`, /1\. a8=N 1\/2/],
    [`[FEN "${PAWN_ON_A7}"]\n\n1. a8(Q)+ Kd7 2. Qb8(N) *`, /1\. a8=Q\+ Kd7 2\. Qb8 \*/],
    [`[FEN "${PAWN_ON_A7}"]\n\n1.a8=(q)+ *`, /1\. a8=Q\+ \*/],
    [`[FEN "${PAWN_ON_A7}"]\n\na7-a8/R+ *`, /1\. a8=R\+ \*/],
    ["1. e4 {c} 1… e5 *", /1\. e4 e5 \*/],
    // Tags without a value, and with names that chess.js does not know.
    ['[Event ""]\n[X_y "1"] [Elo2 "v"]\n\n1. e4 *', /\[Event "\?"\][^]*1\. e4 \*/],
    // Moves from the position that the engine makes of the FEN.
    ['[Event "x"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 b - e6 0 0"]\n\n1... Kd7 *', /\[FEN "[^"]* b - - 0 1"\][^]*1\. \.\.\. Kd7/],
    ['[FEN "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"]\n\n1. O-O *', /w KQkq - 0 1"\][^]*1\. O-O \*/],
    // A result by time or agreement stays.
    ['[Event "x"]\n[Result "1-0"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0', /\[Result "1-0"\][^]* 1-0/],
    // Castling in the notation of Chess960.
    ['[FEN "r3k2r/8/8/8/8/8/8/R3K2R w\nHAha - 0 1"]\n\n1. O-O *', /w KQkq - 0 1"\][^]*1\. O-O \*/],
    ["r3k2r/8/8/8/8/8/8/R3K2R  w\nHAha - 0 1 ", /\[FEN "r3k2r\/8\/8\/8\/8\/8\/8\/R3K2R w KQkq - 0 1"\]/],
  ]) {
    const game = await Game.read(pgn, checkFen);
    assert.match(game.pgn, shown, pgn);
    assert.equal((await Game.read(game.pgn, checkFen)).pgn, game.pgn);
  }
});

test("what is wrong with a text is said", async () => {
  for (const [content, message] of [
    ["1. e4 e5 2. Ke3", /Neither .* nor .*Ke3/],
    ["1. e4 -- 2. d4 *", /Neither .* nor .*"-"/],
    ["1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4.--!? O-O 5. O-O *", /Neither .* nor/],
    ["1. ♘ f3 d5 *", /Neither .* nor/],
    ["1. e4 N f6 *", /Neither .* nor/],
    ['[Event "x"] 1. e4 e5 [Event "y"] 1. d4 d5 *', /Neither .* nor/],
    ["1. e4 {a {b} e5} *", /Neither .* nor/],
    ["something", /Neither .* nor/],
    ["1. e4 e5 2. Nf3 (2. f4 exf4 *", /Neither .* nor .*: unexpected "\(" after "Nf3"$/],
    ['[FEN "4k2r/6P1/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. gxh8+ *', /gxh8 .*new piece/],
    [`[FEN "${PAWN_ON_A7}"]\n\n1. a7-a8 *`, /a7-a8 .*new piece/],
    [`[Site "a8=N"]\n[FEN "${PAWN_ON_A7}"]\n\n1. a7-a8 (1. a8=N Kd7 (1... Ke7)) *`, /a7-a8 .*new piece/],
    // Moves that could be others as well.
    ["1. d4 d5 2. Nf3 Nf6 3. Nd2 *", /Nd2/],
    [`[FEN "${THREE_KNIGHTS}"]\n\n1. Nac4 *`, /Nac4 may be N5c4 or Na3c4/],
    [`[FEN "${THREE_KNIGHTS}"]\n\n1. N3c4 *`, /N3c4 may be Na3c4 or Nec4/],
    // Castling of Chess960.
    ["nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1", /Chess960/],
    ["r3k2r/8/8/8/8/8/8/RR2K2R w KBkq - 0 1", /Chess960/],
    [" \n", /nothing to load/],
    ['[Event "x"]\n\n*', /no moves/],
  ]) {
    await assert.rejects(Game.read(content, checkFen), ({ message: found }) => message.test(found), content);
  }
  await assert.rejects(Game.read(`[FEN "${PAWN_ON_A7}"]\n\n*`, () => Promise.reject(new Error("no king"))), /no king/);
  for (const move of ["a8", "a7a8"]) assert.throws(() => new Game(PAWN_ON_A7).play(move), new RegExp(`${move} does not say`));
  assert.throws(() => new Game(PAWN_ON_A7).play("--"), /Invalid move: --/);
});

test("moves are typed as they are written in games", () => {
  for (const [typed, san] of [
    ["a8q", "a8=Q+"],
    ["a8=n", "a8=N"],
    ["a7a8r", "a8=R+"],
    ["7. a8=Q+!", "a8=Q+"],
    ["♔e2", "Ke2"],
    ["1…Kd1", "Kd1"],
    ["a8=♕", "a8=Q+"],
    ["a8=Q++", "a8=Q+"],
  ]) {
    const game = new Game(PAWN_ON_A7);
    game.play(typed);
    assert.equal(game.moves[0].san, san, typed);
  }
  const game = played("Pe4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "o-o");
  assert.equal(game.moves.at(-1).san, "O-O");
  // An error has the text as it was typed.
  const knights = new Game("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
  for (const [typed, error] of [["♘1d2", /Nbd2 or Nfd2/], ["bc3", /: bc3$/], ["1. e4 e5", /: 1\. e4 e5$/], ["", /: $/]]) {
    assert.throws(() => knights.play(typed), ({ message }) => error.test(message), typed);
  }
});

test("a game is read to its end, also if it is long or others follow", async () => {
  const first = '[Event "a"]\n\n1. e4 e5 *\n\n';
  const game = await Game.read(first + '[Event "b"]\n\n1. d4 *\n\n'.repeat(50_000), checkFen);
  assert.deepEqual([game.headers.Event, game.moves.length], ["a", 2]);
  const long = await Game.read(`[Event "a"]\n\n1. e4 {${"x".repeat(1_100_000)}} e5 *\n\n[Event "b"]\n\n1. d4 *`, checkFen);
  assert.deepEqual([long.headers.Event, long.moves.length], ["a", 2]);
});

test("the end of a game is told, and is in its PGN", () => {
  for (const [fen, end, result] of [
    ["3R2k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "Checkmate: White wins", "1-0"],
    ["8/8/8/8/8/5k2/5q2/5K2 w - - 0 1", "Checkmate: Black wins", "0-1"],
    ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Draw by stalemate", "1/2-1/2"],
    ["4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "Draw: neither side can mate", "1/2-1/2"],
    ["4k3/8/8/8/8/8/8/R3K3 w Q - 100 200", "Draw by the fifty-move rule", "1/2-1/2"],
    ["4k3/8/8/8/8/8/8/R3K3 w Q - 99 200", undefined, "*"],
  ]) {
    const game = new Game(fen);
    assert.deepEqual([game.end, game.pgn.split(" ").at(-1).trim()], [end, result], fen);
  }
  const game = played("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1");
  assert.equal(game.end, undefined);
  game.play("Ng8");
  assert.equal(game.end, "Draw by repetition");
});

test("a game goes on from any of its positions", async () => {
  const game = await Game.read('[White "Morphy"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0', checkFen);
  game.scores = [0, 1, 2, 3, 4];
  // The next move of the game again.
  game.play("e2e4");
  assert.deepEqual([game.ply, game.moves.length, game.scores.length], [1, 4, 5]);
  assert.match(game.pgn, / 1-0$/);
  game.play("c5");
  assert.deepEqual([game.moves.map(({ san }) => san), game.scores], [["e4", "c5"], [0, 1]]);
  assert.match(game.pgn, /\[White "Morphy"\][^]*1\. e4 c5 \*$/);
  assert.match(game.uci(1), / moves e2e4$/);
  game.undo();
  assert.equal(game.uci(), `position fen ${new Game().start} moves e2e4`);
  assert.deepEqual([game.isAtEnd, game.isBlack(), game.isBlack(0)], [true, true, false]);
  assert.throws(() => game.play("e5e4"), /e5e4/);
});

test("moves have their numbers, also if Black begins", () => {
  const game = new Game("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 7");
  assert.deepEqual([0, 1, 2, 3].map((ply) => game.number(ply)), ["7…", "8.", "", "9."]);
  assert.deepEqual([0, 1, 2].map((ply) => new Game().number(ply)), ["1.", "", "2."]);
  assert.deepEqual(toSan(new Game().start, ["e2e4", "e7e5", "g1f3"]), ["e4", "e5", "Nf3"]);
  assert.deepEqual(toSan(PAWN_ON_A7, ["a7a8n", "e8d7"]), ["a8=N", "Kd7"]);
});

test("a graph has the positions that are evaluated, and the one that is looked at", () => {
  const svg = { getBoundingClientRect: () => ({ left: 100, width: 200 }) };
  drawGraph(svg, [{ share: 0.5 }, undefined, { share: 1 }], 4, 3);
  assert.match(svg.innerHTML, /points="0\.00,40 0\.00,20\.00 50\.00,0\.00 50\.00,40"/);
  assert.match(svg.innerHTML, /class="now" x1="75\.00" y1="0" x2="75\.00"/);
  assert.deepEqual([100, 124, 126, 300].map((clientX) => plyAt(svg, { clientX }, 4)), [0, 0, 1, 4]);
});

test("scores are White's, and an interrupted search has no result", async () => {
  const sent = [];
  const engine = { postMessage: (text) => sent.push(...text.split("\n")) };
  const answer = (data) => engine.onmessage({ data });
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  const uci = new Uci(engine);
  const seen = [];
  const search = (isBlack) => uci.search("position startpos", isBlack, "go infinite", { MultiPV: 2 }, (line) => seen.push(line));
  const first = search(true);
  await turn();
  assert.deepEqual(sent.splice(0).slice(-3), ["setoption name MultiPV value 2", "position startpos", "go infinite"]);
  answer("info depth 5 seldepth 6 multipv 2 score cp 30 wdl 400 500 100 nodes 9 nps 1000 hashfull 0 tbhits 0 time 9 pv e7e5 g1f3");
  answer("info depth 6 seldepth 6 multipv 1 score cp 50 lowerbound wdl 400 500 100 nodes 9 nps 1000 hashfull 0 tbhits 0 time 9 pv e7e5");
  answer("info depth 6 seldepth 6 multipv 1 score mate 3 wdl 1000 0 0 nodes 9 nps 1000 hashfull 0 tbhits 0 time 9 pv e7e5");
  answer("info string x");
  const score = { cp: -30, mate: undefined, share: 0.35 };
  assert.deepEqual(seen[0], { depth: 5, number: 2, score, nps: 1000, moves: ["e7e5", "g1f3"] });
  assert.deepEqual(seen.slice(1).map((line) => scoreText(line.score)), ["−#3"]);
  assert.deepEqual([scoreText({ mate: 2 }), scoreText({ cp: 35 }), scoreText({ cp: -105 })], ["#2", "+0.35", "−1.05"]);
  const [second, third] = [search(false), search(false)];
  answer("info depth 7 seldepth 7 multipv 1 score cp 1 wdl 0 1000 0 nodes 9 nps 1000 hashfull 0 tbhits 0 time 9 pv e7e5");
  answer("bestmove e7e5");
  assert.deepEqual([seen.length, await first, await second], [2, undefined, undefined]);
  // The second is left out.
  assert.deepEqual(sent.splice(0), ["stop", "stop", "position startpos", "go infinite"]);
  answer("bestmove e2e4 ponder e7e5");
  assert.equal(await third, "e2e4");
  const checked = uci.checkFen("x");
  await turn();
  answer("info string position refused: no king");
  answer("readyok");
  await assert.rejects(checked, { message: "no king" });
});
