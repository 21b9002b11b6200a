#!/usr/bin/env node
// The engine on the command line: UCI on standard input and output, or one line of it as arguments.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import Nunatak from "./node.js";
import { startEngine } from "./wasi.js";

/** Commands; words before the first one are ignored. */
const COMMANDS = ["go", "stop", "ponderhit", "isready", "quit", "uci", "debug", "setoption", "ucinewgame", "position"];
/** Words of `go` that limit a search. */
const LIMITS = ["depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo"];

/** Returns what a search with these words of `go` waits for. */
function waitsFor(words) {
  const endless = words.includes("infinite") || !words.some((word) => LIMITS.includes(word));
  return { endless, pondering: words.includes("ponder") };
}

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
  /** For each search that has not ended, whether it waits for another command. */
  const searches = [];
  let [unready, isClosed, isLast] = [0, false, false];

  function send(line) {
    const words = line.trim().split(/\s+/);
    const start = words.findIndex((word) => COMMANDS.includes(word));
    const [command, ...rest] = words.slice(start);
    if (command === "go" && rest[0] !== "perft") searches.push(waitsFor(rest));
    if (command === "stop") searches.fill({ endless: false, pondering: false });
    if (command === "ponderhit") searches.forEach((search, i) => (searches[i] = { ...search, pondering: false }));
    unready += command === "isready";
    engine.postMessage(line);
  }

  /** Stops a search that would not end, and asks for the last answer when all have ended. */
  function endIfDone() {
    if (!isClosed || isLast) return;
    if (searches[0]?.endless || searches[0]?.pondering) send("stop");
    isLast = searches.length === 0;
    if (isLast) send("isready");
  }

  engine.onmessage = ({ data }) => {
    if (data.startsWith("bestmove")) searches.shift();
    unready -= data === "readyok";
    if (isLast && unready === 0 && data === "readyok") {
      engine.terminate();
    } else {
      console.log(data);
      if (data.startsWith("bestmove")) endIfDone();
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
    endIfDone();
  });
}
