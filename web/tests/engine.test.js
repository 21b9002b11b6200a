// The package in Node and in a browser.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import Nunatak from "nunatak";

import { launch, serve } from "./browser.js";

const path = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url));
const cli = path("engine/cli.js");
const run = (words, input = "") => spawnSync(process.execPath, [cli, ...words], { encoding: "utf8", input, timeout: 60_000 });

/** A conversation with an engine, which a browser gets as text. */
async function converse(Engine) {
  const engine = new Engine();
  const seen = [];
  let check = () => {};
  engine.onmessage = ({ data }) => {
    seen.push(data);
    check();
  };
  engine.addEventListener("error", ({ error }) => seen.push(`error ${error}`));
  /** Sends a line, waits for an answer that begins in a way, and returns it and the number of lines before it. */
  const ask = (line, start) =>
    new Promise((resolve, reject) => {
      const from = seen.length;
      const timer = setTimeout(() => reject(new Error(`${line}: ${seen.slice(from).join("\n")}`)), 15_000);
      check = () => {
        const index = seen.findIndex((answer, index) => index >= from && answer.startsWith(start));
        if (index < 0) return;
        clearTimeout(timer);
        resolve([seen[index], index - from]);
      };
      engine.postMessage(line);
    });
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const results = {};
  await ask("uci", "uciok");
  results.name = seen.find((line) => line.startsWith("id name"));
  engine.postMessage("position startpos moves e2e4");
  await ask("go infinite", "info depth 5 ");
  await pause(300);
  // The signal of this stop must not reach the next search.
  const started = performance.now();
  results.stopped = (await ask("stop\nposition startpos", "bestmove"))[0];
  results.stopTime = performance.now() - started;
  results.next = (await ask("go depth 9", "bestmove"))[1];
  results.quickStop = (await ask("go infinite\nstop", "bestmove"))[0];
  // A finished search waits for its signal.
  engine.postMessage("go infinite depth 2");
  await pause(300);
  results.waits = !seen.at(-1).startsWith("bestmove");
  results.ready = (await ask("isready", "readyok"))[1];
  results.released = (await ask("stop", "bestmove"))[0];
  engine.postMessage("go ponder movetime 200");
  await pause(500);
  results.ponders = !seen.at(-1).startsWith("bestmove");
  results.ponderHit = (await ask("ponderhit", "bestmove"))[0];
  results.refused = (await ask("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "info string"))[0];
  results.file = (await ask("setoption name EvalFile value x.nnue", "info string"))[0];
  results.full = (await ask("setoption name Hash value 2048", "info string"))[0];
  engine.terminate();
  return results;
}

function checkConversation(results) {
  const { stopTime, next, ready, refused, file, full, ...others } = results;
  assert.match(others.name, /^id name Nunatak/);
  for (const name of ["stopped", "quickStop", "released", "ponderHit"]) assert.match(others[name], /^bestmove [a-h]/, name);
  assert.ok(stopTime < 1_000, `stop took ${stopTime} ms`);
  assert.ok(next >= 9, `the search after it had ${next} lines`);
  assert.deepEqual([others.waits, others.ponders, ready], [true, true, 0]);
  assert.match(refused, /position refused: .*king/);
  assert.match(file, /x\.nnue/);
  assert.match(full, /cannot allocate 2048 MB/);
}

let browser;
let served;
before(async () => {
  [browser, served] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  served?.server.close();
});

async function converseInBrowser(path) {
  const page = await browser.newPage();
  await page.goto(`${served.url}${path}/blank.html`);
  await page.evaluate((old) => old && delete WebAssembly.Suspending, path !== "");
  const results = await page.evaluate(
    `import("${path}/engine/index.js").then(({ Nunatak }) => (${converse.toString()})(Nunatak))`,
  );
  await page.close();
  return results;
}

test("the engine answers in Node, also during a search", async () => checkConversation(await converse(Nunatak)));

test("the engine answers in a browser, also during a search", async () => checkConversation(await converseInBrowser("")));

test("the engine can be stopped in a browser without promises in WebAssembly", async () => {
  checkConversation(await converseInBrowser("/old"));
});

test("a failure to load is reported", async () => {
  const engine = new Nunatak({ wasm: new URL("missing.wasm", import.meta.url) });
  const { error } = await new Promise((resolve) => (engine.onerror = resolve));
  assert.match(error.message, /missing\.wasm/);
  engine.terminate();
});

test("the signature is that of the commit", () => {
  const log = execFileSync("git", ["log", "-100", "--format=%B"], { encoding: "utf8" });
  const [, stated] = log.match(/^Bench: (\d+)$/m);
  const { stdout, stderr } = run(["bench"]);
  const [, nodes] = stdout.match(/^(\d+) nodes (\d+) nps/) ?? [];
  assert.equal(nodes, stated, stderr);
  console.log(stdout.trim());
});

test("the command line speaks UCI to the end of its input", () => {
  const { status, stdout, stderr } = run([], "uci\nposition startpos\ngo depth 5\nisready\nbench 3\n");
  assert.deepEqual([status, stderr], [0, ""]);
  assert.match(stdout, /uciok[^]*info depth 5 [^]*bestmove [a-h][^]*nodes \d+ nps/);
  assert.match(run([], "go infinite\n").stdout, /\nbestmove [a-h][^\n]*\n$/);
  assert.match(run([], "go depth 9\nquit\n").stdout, /bestmove/);
  for (const input of ["go infinite\nstop\ngo depth 9\n", "go ponder depth 9\nponderhit\n", "foo go depth 9\n"]) {
    assert.match(run([], input).stdout, /info depth 9 [^]*\nbestmove [a-h][^\n]*\n$/, input);
  }
  assert.match(run([], "go infinite\ngo depth abc\nbench 2 go\n").stdout, /bestmove [^]*bestmove [^]* nodes \d+ nps\n$/);
});

test("the command line ends with `quit` while its input stays open", async () => {
  for (const line of ["quit", "go infinite\nquit now", "exit"]) {
    const engine = spawn(process.execPath, [cli], { stdio: ["pipe", "ignore", "inherit"], timeout: 60_000 });
    engine.stdin.write(`${line}\n`);
    assert.deepEqual(await once(engine, "exit"), [0, null], line);
  }
});

test("a reader of the command line may have seen enough", () => {
  const line = `"${process.execPath}" "${cli}" bench 4 go depth 10 | head -1`;
  const { stdout, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8", timeout: 60_000 });
  assert.deepEqual([stdout.split("\n").length, stderr], [2, ""]);
});

test("the example of the README fits the types and works", () => {
  const [, example] = readFileSync(path("README.md"), "utf8").match(/```js\n([^]*?)```/);
  const listener = 'engine.addEventListener("message", ({ data }) => data.startsWith("bestmove") && engine.terminate());';
  writeFileSync(path("dist/example.ts"), `${example}${listener}\n`);
  const options = ["--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"];
  const compiler = path("node_modules/typescript/bin/tsc");
  const compiled = spawnSync(process.execPath, [compiler, ...options, path("dist/example.ts")], { encoding: "utf8" });
  assert.deepEqual([compiled.status, compiled.stdout], [0, ""]);
  const { stdout, stderr } = spawnSync(process.execPath, [path("dist/example.js")], { encoding: "utf8", timeout: 20_000 });
  assert.match(stdout, /^bestmove [a-h]/, stderr);
});
