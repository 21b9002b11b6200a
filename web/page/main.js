// The page: what the controls do, and what the engine does meanwhile.

import { Engine } from "../engine/nunatak.js";
import { Board } from "./board.js";
import { Game, toSan } from "./game.js";
import { drawGraph, plyAt } from "./graph.js";
import { Uci, scoreText } from "./uci.js";

/** The level of the range that stands for full strength. */
const FULL_STRENGTH = 2900;
/** The time in milliseconds for a move, and the least, so that moves can be followed. */
const MOVE_TIME = 1000;
const MIN_MOVE_TIME = 400;
/** Nodes for the evaluation of a position of a game. */
const NODES = 80_000;
/** The name under which a game and its players are kept while the page is loaded again. */
const KEPT = "nunatak-game";
/** The error that the engine's move settles. */
const NOT_YOUR_TURN = "It is Nunatak's turn";
/** Depth from which an analysis is worth keeping. */
const MIN_DEPTH = 8;

const element = (id) => document.getElementById(id);
const [side, level, analyse, lines] = ["side", "level", "analyse", "lines"].map(element);

let game = new Game();
/** A token of the running evaluation of the game, by which an older one sees that it is over. */
let evaluation;
/** The lines of the current analysis, best first. */
let analysis = [];
/** The moves that are listed. */
let listed;
/** What has ended the engine. */
let failure;
/** The frame that will show the analysis. */
let frame;

const uci = new Uci(await startEngine().catch((error) => {
  showFailure(error);
  throw error;
}));
const board = new Board(element("board"), legalMoves, play);

async function startEngine() {
  const url = URL.createObjectURL(new Blob([element("worker").textContent], { type: "text/javascript" }));
  const packed = Uint8Array.from(atob(element("wasm").textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const wasm = await new Response(stream).arrayBuffer();
  // A worker that is refused says so at once, and only to the engine.
  const engine = new Engine(new Worker(url), wasm);
  engine.onerror = ({ error }) => showFailure(error);
  return engine;
}

/** Shows that the engine has stopped. */
function showFailure({ message }) {
  failure = `The engine has stopped: ${message}. Reload the page.`;
  element("status").textContent = failure;
}

/** Whether the user moves the side to move. */
function isUsersTurn() {
  return side.value.includes(game.isBlack() ? "b" : "w");
}

/** Returns the moves of a piece, if the user may move: also for both sides in earlier positions. */
function legalMoves(square) {
  return isUsersTurn() || !game.isAtEnd ? game.position.moves({ square, verbose: true }) : [];
}

/** Plays a move of the user or the engine; returns whether it is legal. */
function play(move) {
  try {
    game.play(move);
  } catch (error) {
    update();
    showError(error);
    return false;
  }
  evaluation = undefined;
  update();
  return true;
}

/** Shows an error, or that there is none. */
function showError(error) {
  element("error").textContent = error?.message ?? "";
}

function goTo(ply) {
  game.ply = Math.max(0, Math.min(ply, game.moves.length));
  update();
}

function undo() {
  do game.undo();
  while (game.ply > 0 && !isUsersTurn());
  evaluation = undefined;
  update();
}

function start(newGame) {
  game = newGame;
  evaluation = undefined;
  uci.newGame();
  update();
}

/** Shows the game and lets the engine do what is to be done. */
function update() {
  analysis = [];
  showError();
  const { end, ply, moves } = game;
  board.show(game.fen, moves[ply - 1]);
  const [hasBefore, hasAfter] = [ply > 0, !game.isAtEnd];
  const canUndo = hasBefore && !hasAfter;
  const enabled = { first: hasBefore, back: hasBefore, undo: canUndo, forward: hasAfter, last: hasAfter };
  Object.entries(enabled).forEach(([id, isEnabled]) => (element(id).disabled = !isEnabled));
  element("evaluate").disabled = moves.length === 0;
  if (end && game.isAtEnd) game.scores[ply] = game.endScore;
  listMoves();
  showAnalysis();
  const mover = game.isBlack() ? "Black" : "White";
  const isEnginesTurn = !end && game.isAtEnd && !isUsersTurn();
  const last = ply > 0 ? `${moves[ply - 1].san}. ` : "";
  element("status").textContent = failure ?? last + (end ?? (isEnginesTurn ? "Nunatak is thinking …" : `${mover} to move`));
  if (evaluation) return;
  if (isEnginesTurn) {
    think();
  } else if (analyse.checked && !(end && game.isAtEnd)) {
    startAnalysis();
  } else {
    uci.stop();
  }
}

function listMoves() {
  const list = element("moves");
  const text = game.uci(game.moves.length);
  if (text !== listed) {
    listed = text;
    const items = game.moves.map(({ san }, index) => {
      const [item, button] = [document.createElement("li"), document.createElement("button")];
      button.textContent = san;
      button.onclick = () => goTo(index + 1);
      item.append(game.number(index), button);
      return item;
    });
    list.replaceChildren(...items);
  }
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = list.children[game.ply - 1]?.lastChild;
  current?.setAttribute("aria-current", "true");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** Plays a move of the engine at the chosen level. */
async function think() {
  const elo = Number(level.value);
  const options = { MultiPV: 1, UCI_LimitStrength: elo < FULL_STRENGTH, ...(elo < FULL_STRENGTH && { UCI_Elo: elo }) };
  const pause = new Promise((resolve) => setTimeout(resolve, MIN_MOVE_TIME));
  const position = game.uci();
  const move = await uci.search(position, game.isBlack(), `go movetime ${MOVE_TIME}`, options);
  await pause;
  if (move && position === game.uci() && !isUsersTurn()) {
    const message = element("error").textContent;
    if (play(move) && message !== NOT_YOUR_TURN) showError({ message });
  }
}

/** Analyses until something else is to be done. */
function startAnalysis() {
  const options = { MultiPV: Number(lines.value), UCI_LimitStrength: false };
  uci.search(game.uci(), game.isBlack(), "go infinite", options, (line) => {
    analysis[line.number - 1] = line;
    if (line.number === 1 && line.depth >= MIN_DEPTH) game.scores[game.ply] = line.score;
    // Many lines may come before the next frame.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(showAnalysis);
  });
}

function showAnalysis() {
  const found = analyse.checked ? analysis.filter(Boolean) : [];
  const items = found.map(({ score, moves }) => {
    const [item, value] = [document.createElement("li"), document.createElement("b")];
    value.textContent = scoreText(score);
    item.append(value, " ", toSan(game.fen, moves.slice(0, 12)).join(" "));
    return item;
  });
  element("analysis").replaceChildren(...items);
  const [best] = found;
  element("speed").textContent = best ? `depth ${best.depth}, ${(best.nps / 1e6).toFixed(2)} million nodes/s` : "";
  board.showBest(best?.moves[0]);
  const score = best?.score ?? game.scores[game.ply];
  const bar = element("bar");
  bar.style.setProperty("--share", `${100 * (score?.share ?? 0.5)}%`);
  element("bar-text").textContent = score ? scoreText(score) : "";
  bar.setAttribute("aria-label", `Evaluation ${score ? scoreText(score) : "unknown"}`);
  const graph = element("graph");
  graph.toggleAttribute("hidden", game.scores.filter(Boolean).length < 2);
  drawGraph(graph, game.scores, game.moves.length, game.ply);
  element("evaluate").textContent = evaluation ? "Stop" : "Evaluate the game";
}

/** Evaluates each position of the game, or stops doing so. */
async function evaluate() {
  const mine = (evaluation = evaluation ? undefined : {});
  const isCurrent = () => mine && mine === evaluation;
  update();
  for (let ply = 0; isCurrent() && ply <= game.moves.length; ply++) {
    const options = { MultiPV: 1, UCI_LimitStrength: false };
    let score;
    const onInfo = (line) => (score = line.score);
    const best = await uci.search(game.uci(ply), game.isBlack(ply), `go nodes ${NODES}`, options, onInfo);
    // A search that was interrupted is repeated.
    if (isCurrent() && best === undefined) ply -= 1;
    else if (isCurrent() && score) game.scores[ply] = (ply === game.moves.length && game.endScore) || score;
    showAnalysis();
  }
  if (isCurrent()) {
    evaluation = undefined;
    update();
  }
}

async function load() {
  let isInterrupted = false;
  const checkFen = (fen) => {
    isInterrupted = true;
    return uci.checkFen(fen);
  };
  try {
    const loaded = await Game.read(element("text").value, checkFen);
    // Both sides are the user's, so that the engine does not play on in a game of others.
    side.value = "wb";
    start(loaded);
  } catch (error) {
    if (isInterrupted) update();
    showError(error);
    // In one column, the error is far above the button.
    element("error").scrollIntoView({ block: "nearest" });
  }
}

/** Where a game is kept while the page is hidden or loaded again, if the browser allows it. */
function storage() {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

function keep() {
  storage()?.setItem(KEPT, JSON.stringify({ pgn: game.pgn, ply: game.ply, player: side.value, elo: level.value }));
}

/** Takes what was kept before the page was loaded again. */
async function restore() {
  const kept = storage()?.getItem(KEPT);
  if (!kept) return;
  try {
    const { pgn, ply, player, elo } = JSON.parse(kept);
    [side.value, level.value] = [player, elo];
    level.oninput();
    game = await Game.read(pgn, (fen) => uci.checkFen(fen));
    game.ply = Math.min(ply, game.moves.length);
  } catch {
    // The game had not begun.
  }
}

const actions = {
  first: () => goTo(0),
  back: () => goTo(game.ply - 1),
  forward: () => goTo(game.ply + 1),
  last: () => goTo(game.moves.length),
  undo,
  flip() {
    board.flip();
    element("bar").classList.toggle("flipped", board.isFlipped);
  },
  new: () => start(new Game()),
  evaluate,
  load,
  "show-fen": () => (element("text").value = game.fen),
  "show-pgn": () => (element("text").value = game.pgn),
};
Object.entries(actions).forEach(([id, act]) => (element(id).onclick = act));

const keys = {
  ArrowLeft: actions.back,
  ArrowRight: actions.forward,
  Home: actions.first,
  End: actions.last,
  u: () => element("undo").click(),
  f: actions.flip,
  a: () => analyse.click(),
  m: () => element("move").focus(),
};
// Keys in a field are its own, not those of the game or of the dialog for promotions.
const FIELDS = "input:not([type=checkbox]), select, textarea";
addEventListener("keydown", (event) => event.target.closest?.(FIELDS) && event.stopPropagation(), true);
document.addEventListener("keydown", (event) => {
  const isInDialog = event.target.closest("[role=dialog]");
  // The focused board takes the keys that move a piece.
  if (isInDialog || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
});

element("typed").onsubmit = (event) => {
  event.preventDefault();
  const field = element("move");
  if (!isUsersTurn() && game.isAtEnd) {
    showError({ message: game.end ?? NOT_YOUR_TURN });
  } else if (field.value && play(field.value.trim())) {
    field.value = "";
  }
};
element("graph").onclick = (event) => goTo(plyAt(event.currentTarget, event, game.moves.length));
analyse.onchange = lines.onchange = update;
side.onchange = () => {
  if (side.value !== "wb" && board.isFlipped !== (side.value === "b")) actions.flip();
  update();
};
level.oninput = () =>
  (element("level-text").textContent = Number(level.value) < FULL_STRENGTH ? level.value : "full strength");

// The single file of a release has no service worker beside it.
if (location.protocol.startsWith("http")) {
  // In a frame with a sandbox, even asking for it is an error.
  Promise.resolve().then(() => navigator.serviceWorker?.register("service-worker.js")).catch(() => {});
}
await uci.ready();
await restore();
addEventListener("pagehide", keep);
// The browser may end a hidden page without `pagehide`.
document.addEventListener("visibilitychange", () => document.hidden && keep());
side.onchange();
