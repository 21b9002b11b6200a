// The package in Node and in a browser.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import Nunatak, { Nunatak as Named } from "nunatak";

import { Engine } from "../engine/nunatak.js";
import { launch, serve } from "./browser.js";

const path = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url));
const cli = path("engine/cli.js");
const run = (words, input = "") => spawnSync(process.execPath, [cli, ...words], { encoding: "utf8", input, timeout: 60_000 });

/** A conversation with an engine, which a browser gets as text; `wasm` is the content of its file. */
async function converse(Engine, wasm) {
  /** Returns the first line of an engine and ends it. */
  const begins = (engine) =>
    new Promise((resolve) => {
      engine.onmessage = ({ data }) => {
        engine.terminate();
        resolve(data);
      };
      engine.postMessage("isready");
    });
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
      const fail = () => {
        engine.terminate();
        reject(new Error(`${line}: ${seen.slice(from).join("\n")}`));
      };
      const timer = setTimeout(fail, 15_000);
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
  results.threads = seen.find((line) => line.startsWith("option name Threads"));
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
  results.file = (await ask("setoption name EvalFile value ⅩÜ.nnue", "info string"))[0];
  results.tooLarge = (await ask("setoption name Hash value 2048", "info string"))[0];
  // The largest table may be more than there is; then the old one is kept.
  await ask("setoption name Hash value 2047\nisready", "readyok");
  await ask("go depth 1", "bestmove");
  await ask("setoption name Hash value 1\nisready", "readyok");
  // It is not answered by `bestmove`, and so takes no signals.
  await pause(300);
  results.perft = (await ask("position startpos\ngo perft 3", "Total: 8902"))[0];
  await ask("go infinite", "info depth 5 ");
  results.quit = (await ask("quit", "bestmove"))[0];
  engine.terminate();
  const ended = new Engine({ wasm });
  results.content = await begins(ended);
  results.endless = await Promise.race([begins(ended), pause(200)]);
  results.module = await begins(new Engine({ wasm: await WebAssembly.compile(wasm) }));
  const broken = new Engine({ wasm: "missing.wasm" });
  results.missing = await new Promise((resolve) => (broken.onerror = ({ error }) => resolve(error.message)));
  const empty = new Engine({ wasm: "" });
  results.empty = await Promise.race([new Promise((resolve) => (empty.onerror = () => resolve("refused"))), pause(5_000)]);
  return results;
}

function checkConversation(results) {
  const { stopTime, next, ready, refused, file, tooLarge, missing, ...others } = results;
  assert.match(others.name, /^id name Nunatak/);
  assert.match(others.threads, / max 1$/);
  for (const name of ["stopped", "quickStop", "released", "ponderHit", "quit"]) assert.match(others[name], /^bestmove [a-h]/, name);
  assert.ok(stopTime < 1_000, `stop took ${stopTime} ms`);
  assert.ok(next >= 9, `the search after it had ${next} lines`);
  assert.deepEqual([others.waits, others.ponders, ready], [true, true, 0]);
  assert.match(refused, /position refused: .*king/);
  assert.match(file, /ⅩÜ\.nnue/);
  assert.match(missing, /missing\.wasm/);
  assert.equal(others.empty, "refused");
  assert.deepEqual([others.content, others.module, others.endless], ["readyok", "readyok", undefined]);
  assert.match(tooLarge, /1 to 2047/);
}

test("the engine answers in Node, also during a search", async () => {
  checkConversation(await converse(Nunatak, readFileSync(new URL(import.meta.resolve("nunatak/nunatak.wasm")))));
});

describe("in a browser", () => {
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
      `Promise.all([import("${path}/engine/index.js"), fetch("/dist/nunatak.wasm").then((file) => file.arrayBuffer())])
        .then(([{ default: Engine, Nunatak }, wasm]) => Engine === Nunatak && (${converse.toString()})(Engine, wasm))`,
    );
    await page.close();
    return results;
  }

  test("the engine answers, also during a search", async () => checkConversation(await converseInBrowser("")));

  test("the engine can be stopped without promises in WebAssembly", async () => {
    checkConversation(await converseInBrowser("/old"));
  });
});

test("the files of the package have their names, and files of other places are taken", async () => {
  assert.equal(Named, Nunatak);
  assert.equal(import.meta.resolve("nunatak/worker.js"), pathToFileURL(path("engine/worker.js")).href);
  const { exports: names } = JSON.parse(readFileSync(path("package.json"), "utf8"));
  assert.equal(names["."].default, "./engine/index.js");
  const file = path("dist/nunatak.wasm");
  const lines = [];
  const worker = { postMessage: (message) => lines.push(message), terminate: () => lines.push("terminate") };
  new Nunatak({ worker, wasm: file }).terminate();
  assert.deepEqual(lines, [{ wasm: file }, "terminate"]);
  for (const wasm of [file, pathToFileURL(file).href]) {
    const engine = new Nunatak({ wasm });
    engine.postMessage("isready\nquit");
    const [{ data }] = await once(engine, "message");
    assert.equal(data, "readyok");
    assert.throws(() => engine.postMessage({ line: "isready" }), /lines of text/);
  }
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

test("arguments are a line, and the exit code says whether it was refused", () => {
  assert.match(run(["go", "infinite", "depth", "3"]).stdout, /info depth 3 [^]*\nbestmove [a-h][^\n]*\n$/);
  for (const line of ["foo", "go depth x", "position fen 8/8 w", "go depth 2", "quit", "setoption name Hash value 2048"]) {
    const isRight = ["go depth 2", "quit"].includes(line);
    assert.equal(run(line.split(" ")).status, isRight ? 0 : 1, line);
  }
});

test("a line reaches all listeners, also if one of them fails", () => {
  const worker = { postMessage() {} };
  const engine = new Engine(worker, "", false);
  const seen = [];
  engine.onmessage = () => {
    throw new Error("no");
  };
  engine.addEventListener("message", ({ data }) => seen.push(data));
  assert.throws(() => worker.onmessage({ data: { line: "readyok" } }), /no/);
  assert.deepEqual(seen, ["readyok"]);
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
  const listener = 'engine.addEventListener("error", ({ error }) => console.error(error.message));';
  writeFileSync(path("dist/example.ts"), `${example}${listener}\n`);
  const options = ["--strict", "--target", "es2022", "--module", "nodenext"];
  const compiler = path("node_modules/typescript/bin/tsc");
  // For a browser, its workers, and Node.
  for (const types of [["--lib", "es2022,dom"], ["--lib", "es2022,webworker"], ["--lib", "es2022", "--types", "node"]]) {
    const words = [compiler, ...options, ...types, path("dist/example.ts")];
    const compiled = spawnSync(process.execPath, words, { encoding: "utf8" });
    assert.deepEqual([compiled.status, compiled.stdout], [0, ""], types.join(" "));
  }
  const { stdout, stderr } = spawnSync(process.execPath, [path("dist/example.js")], { encoding: "utf8", timeout: 20_000 });
  assert.match(stdout, /^bestmove [a-h]/, stderr);
});
