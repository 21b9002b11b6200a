#!/usr/bin/env node
// The engine on the command line: UCI on standard input and output, or one line of it as arguments.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import Nunatak from "./node.js";
import { startEngine } from "./wasi.js";

const words = process.argv.slice(2);
if (words.length > 0) {
  const module = await WebAssembly.compile(await readFile(new URL("../dist/nunatak.wasm", import.meta.url)));
  const lines = [words.join(" ")];
  const run = startEngine(module, () => lines.splice(0), (line) => console.log(line));
  await run();
} else {
  converse();
}

/** At the end of the input, searches are stopped, since no `stop` can follow; all else is done to its end. */
function converse() {
  const engine = new Nunatak();
  const input = createInterface({ input: process.stdin });
  let [searches, unready, isClosed] = [0, 0, false];

  function send(line) {
    const [command, argument] = line.trim().split(/\s+/);
    searches += command === "go" && argument !== "perft";
    unready += command === "isready";
    engine.postMessage(line);
  }

  engine.onmessage = ({ data }) => {
    searches -= data.startsWith("bestmove");
    unready -= data === "readyok";
    if (isClosed && unready === 0 && data === "readyok") {
      engine.terminate();
    } else {
      console.log(data);
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
      isClosed = true;
      input.close();
    }
  });
  input.on("close", () => {
    if (isClosed) return;
    isClosed = true;
    if (searches > 0) send("stop");
    send("isready");
  });
}
