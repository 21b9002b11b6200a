// The page in a browser.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { after, before, beforeEach, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { launch, makeOld, pageFile, serve } from "./browser.js";

const GAME = `[Event "Paris"]
[White "Morphy"]
[Black "Duke of Brunswick and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {weak} 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;
const PICTURE = fileURLToPath(new URL("../dist/web.png", import.meta.url));
const DOCUMENTED = fileURLToPath(new URL("../../docs/web.png", import.meta.url));

let browser;
let served;
let page;
let requests;
let errors;

before(async () => {
  [browser, served] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  served?.server.close();
});
beforeEach(async () => {
  served.state = undefined;
  await page?.close();
  await open(pathToFileURL(pageFile).href);
});

async function open(url, prepare = () => {}) {
  page = await browser.newPage();
  [requests, errors] = [[], []];
  page.on("pageerror", (error) => errors.push(error));
  page.on("request", (request) => /^(data|blob):/.test(request.url()) || request.url() === url || requests.push(request.url()));
  await page.evaluateOnNewDocument(recordLines);
  await page.evaluateOnNewDocument(prepare);
  await page.setViewport({ width: 1180, height: 860 });
  await page.goto(url);
  await status(/White to move/);
}

/** Records the lines that the engine gets. */
function recordLines() {
  window.sent = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message) {
    window.worker = this;
    if (message.line) window.sent.push(message.line);
    postMessage.call(this, message);
  };
}

/** Returns the lines that the engine got since the last call. */
const sent = () => page.evaluate(() => window.sent.splice(0).join("\n"));

const text = (selector) => page.$eval(selector, (element) => element.textContent);
const click = (selector) => page.$eval(selector, (element) => element.click());
/** Waits until an element's text matches. */
async function shows(selector, pattern, timeout = 20_000) {
  const matches = (selector, source) => new RegExp(source).test(document.querySelector(selector).textContent);
  try {
    await page.waitForFunction(matches, { timeout }, selector, pattern.source);
  } catch {
    assert.fail(`${selector}: expected ${pattern}, found '${await text(selector)}'; ${errors.join()}`);
  }
}
const status = (pattern) => shows("#status", pattern);
const moves = () => page.$$eval("#moves button", (buttons) => buttons.map(({ textContent }) => textContent).join(" "));

const disabled = () => page.$$eval("nav button", (buttons) => buttons.filter((button) => button.disabled).map(({ id }) => id).join(" "));
const arrows = () => page.$$eval("#board [data-arrow]", (arrows) => arrows.map((arrow) => arrow.dataset.arrow).join(" "));
const markers = (kind) => page.$$eval(`#board .marker-${kind}`, ({ length }) => length);

async function square(name) {
  const { x, y, width, height } = await (await page.$(`#board rect[data-square=${name}]`)).boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Waits until the board has finished a move by hand, for which it takes a frame or two; no hand is so fast. */
async function settle() {
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 50)));
}

async function drag(from, to) {
  await settle();
  await page.mouse.move(...(await square(from)));
  await page.mouse.down();
  await page.mouse.move(...(await square(to)), { steps: 5 });
  await page.mouse.up();
}

async function load(content) {
  await page.$eval("#text", (element, value) => (element.value = value), content);
  await click("#load");
}

test("a game of both sides, by mouse, with undo", async () => {
  await drag("e2", "e4");
  await status(/e4\. Black to move/);
  // By clicks.
  await settle();
  await page.mouse.click(...(await square("e7")));
  assert.equal(await markers("dot"), 2);
  await page.mouse.click(...(await square("e5")));
  await status(/e5\. White to move/);
  // The keys are still those of the game.
  await page.keyboard.press("ArrowLeft");
  await status(/e4\. Black to move/);
  await page.keyboard.press("ArrowRight");
  await status(/e5\. White to move/);
  await drag("e1", "e3");
  // The king goes back.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await drag("f1", "c4");
  await status(/Bc4\. Black to move/);
  assert.equal(await moves(), "e4 e5 Bc4");
  // What was selected is given up with its position, not before.
  await settle();
  await page.mouse.click(...(await square("b8")));
  await page.keyboard.press("a");
  await page.keyboard.press("a");
  assert.equal(await markers("dot"), 2);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await page.mouse.click(...(await square("c6")));
  await page.mouse.click(...(await square("g8")));
  await page.mouse.click(...(await square("f6")));
  await status(/Nf6\. White to move/);
  await click("#undo");
  assert.equal(await moves(), "e4 e5 Bc4");
  // The last move is marked.
  assert.deepEqual([await markers("dot"), await markers("square")], [0, 2]);
  await click("#undo");
  await status(/e5\. White to move/);
  assert.equal(await moves(), "e4 e5");
  assert.deepEqual([requests, errors], [[], []]);
});

test("the engine answers at a level, with either colour", async () => {
  await page.select("#side", "w");
  await page.$eval("#level", (range) => {
    range.value = 1000;
    range.dispatchEvent(new Event("input"));
  });
  assert.equal(await text("#level-text"), "1000");
  await drag("e2", "e4");
  await status(/Nunatak is thinking/);
  await status(/White to move/);
  assert.match(await moves(), /^e4 \S+$/);
  assert.match(await sent(), /UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000\nposition .* moves e2e4\ngo movetime 1000/);
  // Taking back also takes back the answer, and the user may choose another move.
  await click("#undo");
  assert.equal(await moves(), "");
  await page.select("#side", "b");
  await status(/Black to move/);
  assert.match(await moves(), /^\S+$/);
  assert.equal(await page.$eval("#bar", (bar) => bar.className), "flipped");
  // Full strength.
  await page.$eval("#level", (range) => {
    range.value = 2900;
    range.dispatchEvent(new Event("input"));
  });
  assert.equal(await text("#level-text"), "full strength");
  await page.keyboard.press("Home");
  await new Promise((resolve) => setTimeout(resolve, 500));
  // Nunatak's side, whose other moves the user may try.
  await drag("a2", "a3");
  await status(/^a3\. Black to move/);
  await page.type("#move", "e6\n");
  await status(/Nunatak is thinking/);
  await page.type("#move", "e5\n");
  await shows("#error", /Nunatak's turn/);
  await status(/Black to move/);
  await shows("#error", /^$/);
  await page.$eval("#move", (field) => (field.value = ""));
  assert.match(await moves(), /^a3 e6 \S+$/);
  assert.match(await sent(), /UCI_LimitStrength value false\nposition .* moves a2a3 e7e6\ngo movetime 1000/);
  // While Nunatak thinks, here for ever, it is not the user's turn.
  await page.evaluate(() => (Worker.prototype.postMessage = ({ line }) => window.sent.push(line)));
  await click("#new");
  await status(/^Nunatak is thinking/);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await drag("b2", "b3");
  await settle();
  await page.type("#move", "b3\n");
  await shows("#error", /Nunatak's turn/);
  assert.equal(await moves(), "");
  assert.match(await sent(), /ucinewgame/);
  await page.select("#side", "w");
  assert.equal(await page.$eval("#bar", (bar) => bar.className), "");
  assert.deepEqual(errors, []);
});

test("an analysis shows lines, depth and speed, follows the game and stops", async () => {
  await page.$eval("#analysis", (list) => {
    window.shown = [];
    new MutationObserver(() => window.shown.push(document.timeline.currentTime)).observe(list, { childList: true });
  });
  await click("#analyse");
  await shows("#speed", /depth 1\d, \d\.\d\d million/);
  // Once in a frame, however many lines come.
  const shown = await page.evaluate(() => window.shown);
  assert.deepEqual([shown.length > 1, shown.length], [true, new Set(shown).size]);
  assert.equal((await page.$$("#analysis li")).length, 3);
  assert.match(await text("#analysis li"), /^[+−]\d\.\d\d [a-hN]\S+ \S+/);
  assert.match(await text("#bar-text"), /^[+−]\d\.\d\d$/);
  const bar = await page.$eval("#bar", (bar) => [bar.getAttribute("aria-label"), bar.style.getPropertyValue("--share")].join());
  assert.match(bar, /^Evaluation [+−]\d\.\d\d,(4|5|6)\d/);
  assert.match(await arrows(), /^([a-h][12])(?!\1)[a-h][34]$/);
  await page.select("#lines", "5");
  await shows("#analysis", /([+−]\d\.\d\d.*){5}/);
  await page.keyboard.press("m");
  await page.keyboard.type("e4\n");
  assert.equal(await page.$eval("#move", (field) => field.value), "");
  await status(/e4\. Black to move/);
  await shows("#speed", /depth/);
  await click("#analyse");
  await shows("#speed", /^$/);
  assert.equal((await page.$$("#analysis li")).length, 0);
  assert.equal(await arrows(), "");
  // What was found is kept for the graph.
  const points = await page.$eval("#graph polygon", (polygon) => polygon.getAttribute("points"));
  assert.match(points, /^0\.00,40 0\.00,\S+ 100\.00,\S+ 100\.00,40$/);
  assert.ok(await page.$eval("#graph", (graph) => graph.checkVisibility()));
  // The engine is free again.
  await load("8/8/8/8/8/8/8/8 w - - 0 1");
  await shows("#error", /^(?!.*refused).*king/);
  assert.deepEqual(errors, []);
});

test("what is wrong with a text is said, and the game stays", async () => {
  await drag("d2", "d4");
  await status(/d4/);
  for (const [content, message] of [
    ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1", /7|rank/],
    ["rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", /king/],
    ["something", /Neither .* nor/],
    ["4k3/8/8/8/8/8/8/3RKR2 w FD - 0 1", /Chess960/],
  ]) {
    await load(content);
    await shows("#error", message);
    assert.equal(await moves(), "d4");
  }
  await load("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  await status(/White to move/);
  assert.equal(await text("#error"), "");
  for (const [typed, message] of [["a7a8", /a7a8 does not say/], ["--", /Invalid move: --/]]) {
    await page.$eval("#move", (field) => (field.value = ""));
    await page.type("#move", `${typed}\n`);
    await shows("#error", message);
    assert.equal(await moves(), "");
  }
  // A promotion that is given up.
  await drag("a7", "a8");
  await page.waitForSelector(".promotion-dialog-button");
  await page.mouse.click(...(await square("h4")));
  await page.waitForSelector('#board [data-piece=wp][data-square=a7]');
  await drag("a7", "a8");
  await page.waitForSelector(".promotion-dialog-button");
  await load("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  await page.waitForFunction(() => !document.querySelector(".promotion-dialog-button"));
  assert.equal(await text("#error"), "");
  // Keys in a field do not choose the piece.
  await drag("a7", "a8");
  await page.waitForSelector(".promotion-dialog-button");
  await page.$eval("#move", (field) => (field.value = ""));
  await page.focus("#move");
  await page.keyboard.type("a8=R");
  await page.keyboard.press("Enter");
  await status(/a8=R\+\. Black to move/);
  await click("#undo");
  await drag("a7", "a8");
  await page.waitForSelector(".promotion-dialog-button[data-piece=wr]");
  await page.click(".promotion-dialog-button[data-piece=wr]");
  await status(/a8=R\+\. Black to move/);
  await click("#show-fen");
  assert.equal(await page.$eval("#text", ({ value }) => value), "R3k3/8/8/8/8/8/8/4K3 b - - 0 1");
  assert.deepEqual(errors, []);
});

test("a game is gone through by keys and evaluated", async () => {
  assert.equal(await disabled(), "first back forward last undo");
  await page.select("#side", "b");
  await load(GAME);
  await status(/White to move/);
  assert.equal(await disabled(), "first back undo");
  assert.equal(await page.$eval("#side", (side) => side.value), "wb");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await status(/^e5\. White to move/);
  // The moves after the position are not taken back.
  assert.equal(await disabled(), "undo");
  await page.keyboard.press("End");
  await status(/^Rd8#\. Checkmate: White wins/);
  assert.equal(await disabled(), "forward last");
  assert.equal(await page.$eval("#bar", (bar) => bar.innerText + bar.style.getPropertyValue("--share")), "#0100%");
  // Keys of the browser and of a text are theirs.
  await page.keyboard.down("Control");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.up("Control");
  await page.focus("#move");
  await page.keyboard.press("Home");
  await page.$eval("#move", (field) => field.blur());
  await status(/^Rd8#/);
  await page.keyboard.press("ArrowLeft");
  await status(/^Nxb8\. White to move/);
  // Stopped, and begun again.
  for (const shown of [/^Stop/, /^Evaluate/, /^Stop/]) {
    await click("#evaluate");
    await shows("#evaluate", shown);
  }
  // A text that is refused takes the engine for a moment.
  await load("8/8/8/8/8/8/8/8 w - - 0 1");
  await shows("#evaluate", /^Evaluate/, 60_000);
  // The last position is a mate.
  const points = await page.$eval("#graph polygon", (polygon) => polygon.getAttribute("points").trim().split(" "));
  // Each position and two corners; White is winning at the end.
  assert.equal(points.length, 34 + 2);
  assert.ok(Number(points.at(-2).split(",")[1]) < 2, points.at(-2));
  const { x, y, width, height } = await (await page.$("#graph")).boundingBox();
  await page.mouse.click(x + (width * 18) / 33, y + height / 2);
  await status(/^b5\. White to move/);
  await page.$$eval("#moves button", (buttons) => buttons[16].click());
  await status(/^Bg5\. Black to move/);
  assert.deepEqual(await page.$$eval("#moves [aria-current]", (buttons) => buttons.map(({ textContent }) => textContent)), ["Bg5"]);
  await page.keyboard.press("ArrowRight");
  await click("#show-pgn");
  assert.match(await page.$eval("#text", ({ value }) => value), /\[White "Morphy"\][^]*17\. Rd8# 1-0/);
  // As White sees it; the board has turned before the search is that deep.
  await click("#flip");
  await click("#analyse");
  await shows("#speed", /depth 1[4-9]/);
  await page.screenshot({ path: PICTURE });
  if (process.env.UPDATE_PICTURE) copyFileSync(PICTURE, DOCUMENTED);
  assert.ok(statSync(DOCUMENTED).size < 200_000);
  assert.deepEqual([requests, errors], [[], []]);
});

test("the board is played by keyboard", async () => {
  await page.$eval("#board svg", (svg) => svg.focus());
  // From a1 to e2, and from there to e4.
  for (const key of [..."RRRRU"]) await page.keyboard.press(key === "R" ? "ArrowRight" : "ArrowUp");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await status(/e4\. Black to move/);
  const places = async () => [await square("a1"), await square("h8")];
  const [before, after] = await places();
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.querySelector("#bar").matches(".flipped"));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assert.deepEqual(await places(), [after, before]);
  // Also twice, while the board turns.
  await page.keyboard.press("f");
  await page.keyboard.press("f");
  await page.keyboard.press("f");
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  assert.deepEqual(await places(), [before, after]);
  await page.keyboard.press("u");
  await status(/White to move/);
  await page.keyboard.press("a");
  await shows("#speed", /depth/);
});

test("a piece selected by keys has its dots until it is given up", async () => {
  const dots = () => markers("dot");
  await page.$eval("#board svg", (svg) => svg.focus());
  for (const end of ["Escape", "Enter", "m"]) {
    // The knight on b1.
    if (end === "Escape") await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    assert.equal(await dots(), 2);
    await page.keyboard.press(end);
    if (end === "m") await page.keyboard.type("Nc3\n");
    assert.equal(await dots(), 0, end);
  }
  await status(/^Nc3/);
  // The position has changed, and the knight is not selected any more.
  await page.$eval("#board svg", (svg) => svg.focus());
  await shows(".cm-chessboard-keyboard-live-region", /^b1 empty$/);
  assert.deepEqual(errors, []);
});

test("a game is still there when the hidden page was ended", async () => {
  await drag("e2", "e4");
  await status(/e4\. Black to move/);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
    // A page that was ended stores nothing more.
    Storage.prototype.setItem = () => {};
  });
  await page.reload();
  await status(/e4\. Black to move/);
});

test("a game is still there when the page is loaded again", async () => {
  await load("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await drag("e2", "e4");
  await status(/e4\. Black to move/);
  await page.reload();
  await page.reload({ waitUntil: "domcontentloaded" });
  await status(/e4\. Black to move/);
  // Also who plays, and how well: Nunatak is thinking when the page is left.
  await page.$eval("#level", (range) => (range.value = 1200));
  await page.select("#side", "w");
  await status(/Nunatak is thinking/);
  await page.reload();
  await status(/^\S+\. White to move/);
  assert.deepEqual([await text("#level-text"), (await moves()).split(" ").length], ["1200", 2]);
  await click("#undo");
  await status(/^White to move/);
  await click("#show-fen");
  assert.equal(await page.$eval("#text", ({ value }) => value), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  assert.deepEqual(errors, []);
});

test("the page fits a telephone", async () => {
  await page.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true });
  await click("#analyse");
  await shows("#speed", /depth/);
  const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  const [needed, width] = await widths();
  assert.equal(needed, width);
  // An error comes into view, and makes the page no wider.
  await page.$eval("#load", (button) => button.scrollIntoView());
  await load(`${"p".repeat(60)}/8/8/8/8/8/8/8 w - - 0 1`);
  await shows("#error", /pppp/);
  assert.ok((await (await page.$("#error")).boundingBox()).y > -1);
  assert.deepEqual(await widths(), [width, width]);
  await page.evaluate(() => scrollTo(0, 0));
  const { width: board } = await (await page.$("#board")).boundingBox();
  assert.ok(board > 0.8 * width, `the board is ${board} wide`);
  await page.touchscreen.tap(...(await square("e2")));
  await page.touchscreen.tap(...(await square("e4")));
  await status(/e4\. Black to move/);
  await page.screenshot({ path: PICTURE.replace(/web\.png$/, "telephone.png") });
  // On its side, the whole board is seen.
  await page.setViewport({ width: 740, height: 360, isMobile: true, hasTouch: true });
  const { height } = await (await page.$("#board")).boundingBox();
  assert.ok(height > 200 && height < 360, `the board is ${height} high`);
});

test("the page works without storage, and says that its engine has failed", async () => {
  await page.close();
  const refuse = () => Object.defineProperty(window, "sessionStorage", { get: () => localStorage.missing.storage });
  await open(pathToFileURL(pageFile).href, refuse);
  await page.evaluate(() => window.worker.onerror(new ErrorEvent("error", { message: "out of memory" })));
  await page.type("#move", "e4\n");
  await status(/^The engine has stopped: out of memory\. Reload/);
  assert.equal(await moves(), "e4");
  await page.goto(`${served.url}/blank.html`);
  await page.evaluate(() => (document.body.innerHTML = '<iframe sandbox="allow-scripts" src="/dist/page/"></iframe>'));
  const frame = await page.waitForFrame((frame) => frame.url().endsWith("/dist/page/"));
  await frame.waitForFunction(() => /White to move/.test(document.querySelector("#status")?.textContent));
  // A server that allows no worker.
  await page.goto(`${served.url}/no-worker/dist/page/`);
  await status(/^The engine has stopped: the worker cannot be loaded/);
  await page.goto(pathToFileURL(pageFile).href);
  await page.evaluateOnNewDocument(() => delete window.DecompressionStream);
  await page.reload();
  await status(/^The engine has stopped: .*DecompressionStream/);
});

test("a search of a page from the disk has its time, also in a browser without promises in WebAssembly", async () => {
  await page.close();
  const file = fileURLToPath(new URL("../dist/old.html", import.meta.url));
  writeFileSync(file, makeOld(readFileSync(pageFile, "utf8")));
  await open(pathToFileURL(file).href);
  await page.evaluate(() => {
    document.querySelector("#analyse").addEventListener("change", () => (window.begin = performance.now()));
    window.worker.addEventListener("message", ({ data }) => {
      if (/^bestmove/.test(data.line)) window.duration ??= performance.now() - window.begin;
    });
  });
  await click("#analyse");
  await page.waitForFunction(() => (window.duration ?? performance.now() - window.begin) > 600);
  // It ends or is stopped.
  await load("8/8/8/8/8/8/8/8 w - - 0 1");
  await shows("#error", /king/);
  assert.deepEqual(errors, []);
});

for (const [name, path] of [
  ["offline once loaded", "/dist/page/"],
  ["in a browser without promises in WebAssembly", "/old/dist/page/"],
]) {
  test(`the page works from a server, ${name}`, async () => {
    await page.close();
    await open(served.url + path);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    // Another page of the server does not take its place.
    await page.goto(`${served.url}${path}blank.html`);
    // A newer one is taken, but no error of the server.
    for (const state of ["newer", "broken", "cut"]) {
      served.state = state;
      await page.goto(served.url + path);
    }
    // Where it cannot be kept, it is still taken.
    served.state = "unkept";
    await page.goto(served.url + path);
    assert.equal(await page.title(), "unkept");
    // The offline mode of a page does not hold for its service worker.
    served.state = "down";
    await page.goto(`${served.url}${path}index.html?a#b`);
    await status(/White to move/);
    assert.equal(await page.title(), "newer");
    await click("#analyse");
    await shows("#speed", /depth 1\d/);
    await load("4k3/4p3/8/8/8/8/4P3/R3K3 b - - 0 1");
    await status(/Black to move/);
    await shows("#speed", /depth 1\d/);
    await sent();
    await load("8/8/8/8/8/8/8/8 w - - 0 1");
    await shows("#error", /king/);
    // The analysis goes on.
    await page.waitForFunction(() => window.sent.includes("go infinite"));
    assert.deepEqual(errors, []);
  });
}
