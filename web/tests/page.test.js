// The page in a browser.

import assert from "node:assert/strict";
import { copyFileSync, statSync } from "node:fs";
import { after, before, beforeEach, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { launch, pageFile, serve } from "./browser.js";

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
  await page?.close();
  await open(pathToFileURL(pageFile).href);
});

async function open(url) {
  page = await browser.newPage();
  [requests, errors] = [[], []];
  page.on("pageerror", (error) => errors.push(error));
  page.on("request", (request) => /^(data|blob):/.test(request.url()) || request.url() === url || requests.push(request.url()));
  await page.setViewport({ width: 1180, height: 860 });
  await page.goto(url);
  await status(/White to move/);
}

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
  await page.mouse.click(...(await square("e5")));
  await status(/e5\. White to move/);
  await drag("e1", "e3");
  // The king goes back.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await drag("f1", "c4");
  await status(/Bc4\. Black to move/);
  assert.equal(await moves(), "e4 e5 Bc4");
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
  await drag("e7", "e6");
  await status(/Nunatak is thinking/);
  await status(/Black to move/);
  assert.equal((await moves()).split(" ").length, 3);
  assert.deepEqual(errors, []);
});

test("an analysis shows lines, depth and speed, follows the game and stops", async () => {
  await click("#analyse");
  await shows("#speed", /depth 1\d, \d\.\d\d million/);
  assert.equal((await page.$$("#analysis li")).length, 3);
  assert.match(await text("#analysis li"), /^[+−]\d\.\d\d\S+ \S+/);
  assert.match(await text("#bar-text"), /^[+−]\d\.\d\d$/);
  assert.ok(await page.$("#board .arrow"));
  await page.select("#lines", "5");
  await shows("#analysis", /([+−]\d\.\d\d.*){5}/);
  await page.keyboard.press("m");
  await page.keyboard.type("e4\n");
  await status(/e4\. Black to move/);
  await shows("#speed", /depth/);
  await click("#analyse");
  await shows("#speed", /^$/);
  assert.equal((await page.$$("#analysis li")).length, 0);
  // The engine is free again.
  await load("8/8/8/8/8/8/8/8 w - - 0 1");
  await shows("#error", /king/);
  assert.deepEqual(errors, []);
});

test("what is wrong with a text is said, and the game stays", async () => {
  await drag("d2", "d4");
  await status(/d4/);
  for (const [content, message] of [
    ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1", /7|rank/],
    ["rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", /king/],
    ["1. e4 e5 2. Ke3", /Ke3/],
    ["something", /Neither .* nor/],
    ['[FEN "4k2r/6P1/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. gxh8+ *', /promotion on h8 .*new piece/],
    ['[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a7-a8 *', /promotion on a8 .*new piece/],
    // Castling of Chess960.
    ["nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1", /Chess960/],
    ["4k3/8/8/8/8/8/8/3RKR2 w FD - 0 1", /Chess960/],
    ["", /nothing to load/],
  ]) {
    await load(content);
    await shows("#error", message);
    assert.equal(await moves(), "d4");
  }
  await load("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  await status(/White to move/);
  assert.equal(await text("#error"), "");
  for (const typed of ["a8", "a7a8"]) {
    await page.type("#move", `${typed}\n`);
    await shows("#error", new RegExp(typed));
    await page.$eval("#move", (field) => (field.value = ""));
  }
  await drag("a7", "a8");
  await page.waitForSelector(".promotion-dialog-button");
  await load("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  await page.waitForFunction(() => !document.querySelector(".promotion-dialog-button"));
  assert.equal(await text("#error"), "");
  await drag("a7", "a8");
  await page.waitForSelector(".promotion-dialog-button[data-piece=wr]");
  await page.click(".promotion-dialog-button[data-piece=wr]");
  await status(/a8=R\+\. Black to move/);
  await click("#show-fen");
  assert.equal(await page.$eval("#text", ({ value }) => value), "R3k3/8/8/8/8/8/8/4K3 b - - 0 1");
  assert.deepEqual(errors, []);
});

test("a game is gone through by keys and evaluated", async () => {
  await load(GAME);
  await status(/White to move/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await status(/^e5\. White to move/);
  await page.keyboard.press("End");
  await status(/^Rd8#\. Checkmate: White wins/);
  await page.keyboard.press("ArrowLeft");
  await status(/^Nxb8\. White to move/);
  await click("#evaluate");
  await shows("#evaluate", /^Stop/);
  await shows("#evaluate", /^Evaluate/, 60_000);
  // The last position is a mate.
  const points = await page.$eval("#graph polygon", (polygon) => polygon.getAttribute("points").trim().split(" "));
  // Each position and two corners; White is winning at the end.
  assert.equal(points.length, 34 + 2);
  assert.ok(Number(points.at(-2).split(",")[1]) < 2, points.at(-2));
  const { x, y, width, height } = await (await page.$("#graph")).boundingBox();
  await page.mouse.click(x + (width * 18) / 33, y + height / 2);
  await status(/^b5\. White to move/);
  await click("#show-pgn");
  assert.match(await page.$eval("#text", ({ value }) => value), /\[White "Morphy"\][^]*17\. Rd8# 1-0/);
  await click("#analyse");
  await shows("#speed", /depth 1[4-9]/);
  await page.screenshot({ path: PICTURE });
  if (process.env.UPDATE_PICTURE) copyFileSync(PICTURE, DOCUMENTED);
  assert.ok(statSync(DOCUMENTED).size < 200_000);
  assert.deepEqual([requests, errors], [[], []]);
});

test("any PGN is read up to its second game, and a finished game has its result", async () => {
  await load('% escaped\n[Site "s"]\n[Event "x"]\n\n1. f3 e5 2. g4 Qh4#\n\n[Site "t"]\n\n1. d4 *\n');
  await page.keyboard.press("End");
  await status(/^Qh4#\. Checkmate: Black wins/);
  await click("#show-pgn");
  assert.match(await page.$eval("#text", ({ value }) => value), /\[Result "0-1"\][^]*2\. g4 Qh4# 0-1/);
  for (const [pgn, shown] of [
    ['[Event "x"] [Site "y"] 1. e4 e5 *\n\n[Event "z"]\n\n1. d4 *', /\[Site "y"\][^]*1\. e4 e5 \*/],
    ['[Event  "x"]\n[Site"y"]\n\n1. c4 *\n[ Event "z"]\n1. d4 *', /\[Site "y"\][^]*1\. c4 \*/],
    ['[Event "x"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n\n[Event "y"]\n\n1. d4 *', /\[Event "x"\][^]*R3K3/],
    // Comments, also two in a row and with what looks like a tag, and strings with their signs.
    ['[Event "a;{b"]\n\n1. e4 {x} {\n[Event "y"]\n} e5 $1 {z} $2 2. Nf3 ; rest {\n*', /\[Event "a;\{b"\][^]*1\. e4 e5.* 2\. Nf3/],
    ["{https://a.b/c} 1. c4 *", /1\. c4 \*/],
    ['[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8=N (1. a8) *', /1\. a8=N 1\/2/],
    // A result by time or agreement stays.
    ['[Event "x"]\n[Result "1-0"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0', /\[Result "1-0"\][^]* 1-0/],
  ]) {
    await load(pgn);
    await click("#show-pgn");
    assert.match(await page.$eval("#text", ({ value }) => value), shown, pgn);
  }
  assert.deepEqual(errors, []);
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
  await page.$eval("#board svg", (svg) => svg.blur());
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

test("a game is still there when the page is loaded again", async () => {
  await load("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await drag("e2", "e4");
  await status(/e4\. Black to move/);
  await page.reload();
  await page.reload({ waitUntil: "domcontentloaded" });
  await status(/e4\. Black to move/);
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
  const [needed, width] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.equal(needed, width);
  const { width: board } = await (await page.$("#board")).boundingBox();
  assert.ok(board > 0.8 * width, `the board is ${board} wide`);
  await page.touchscreen.tap(...(await square("e2")));
  await page.touchscreen.tap(...(await square("e4")));
  await status(/e4\. Black to move/);
  await page.screenshot({ path: PICTURE.replace(/web\.png$/, "telephone.png") });
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
    await page.setOfflineMode(true);
    await page.goto(served.url + path);
    await status(/White to move/);
    await click("#analyse");
    await shows("#speed", /depth 1\d/);
    await load("4k3/4p3/8/8/8/8/4P3/R3K3 b - - 0 1");
    await status(/Black to move/);
    await shows("#speed", /depth 1\d/);
    await load("8/8/8/8/8/8/8/8 w - - 0 1");
    await shows("#error", /king/);
    await page.setOfflineMode(false);
    assert.deepEqual(errors, []);
  });
}
