#!/usr/bin/env node
// The engine on the command line: UCI on standard input and output, or one line of it as arguments.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import Nunatak from "./node.js";
import { startEngine } from "./wasi.js";

/** Words of `go` that let a search wait for another command, and those that limit it. */
const ENDLESS = ["infinite", "ponder"];
const LIMITS = ["depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo"];

// A reader that has seen enough closes the output.
process.stdout.on("error", ({ code, message }) => {
  if (code !== "EPIPE") console.error(`error: standard output: ${message}`);
  process.exit(code === "EPIPE" ? 0 : 1);
});

const words = process.argv.slice(2);
if (words.length > 0) {
  const module = await WebAssembly.compile(await readFile(new URL("../dist/nunatak.wasm", import.meta.url)));
  const lines = [words.join(" ")];
  const run = startEngine(module, () => lines.splice(0), (line) => console.log(line));
  await run();
} else {
  converse();
}

/** At the end of the input, endless searches are stopped, since no `stop` can follow; all else is done to its end. */
function converse() {
  const engine = new Nunatak();
  const input = createInterface({ input: process.stdin });
  let [searches, unready, hasEndless, isClosed, isLast] = [0, 0, false, false, false];

  function send(line) {
    const [command, ...words] = line.trim().split(/\s+/);
    if (command === "go" && words[0] !== "perft") {
      searches += 1;
      hasEndless ||= words.some((word) => ENDLESS.includes(word)) || !words.some((word) => LIMITS.includes(word));
    }
    unready += command === "isready";
    engine.postMessage(line);
  }

  /** Asks for the last answer when all searches have ended. */
  function endIfDone() {
    if (!isClosed || isLast || searches > 0) return;
    isLast = true;
    send("isready");
  }

  engine.onmessage = ({ data }) => {
    searches -= data.startsWith("bestmove");
    unready -= data === "readyok";
    if (isLast && unready === 0 && data === "readyok") {
      engine.terminate();
    } else {
      console.log(data);
      endIfDone();
    }
  };
  engine.onerror = ({ error }) => {
    console.error(error);
    process.exit(1);
  };
  input.on("line", (line) => {
    if (isClosed) return;
    send(line);
    if (line.trim() === "quit") {
      isClosed = isLast = true;
      input.close();
    }
  });
  input.on("close", () => {
    if (isClosed) return;
    isClosed = true;
    if (hasEndless && searches > 0) send("stop");
    endIfDone();
  });
}
