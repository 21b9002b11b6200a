#!/usr/bin/env node
// The engine on the command line: UCI on standard input and output, or one line of it as arguments.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import Nunatak from "./node.js";
import { startEngine } from "./wasi.js";

// A reader that has seen enough closes the output.
process.stdout.on("error", ({ code, message }) => {
  if (code !== "EPIPE") console.error(`error: standard output: ${message}`);
  process.exit(code === "EPIPE" ? 0 : 1);
});

const words = process.argv.slice(2);
if (words.length > 0) {
  const module = await WebAssembly.compile(await readFile(new URL("../dist/nunatak.wasm", import.meta.url)));
  const lines = [words.join(" ")];
  const { run, hasRefused } = startEngine(module, () => lines.splice(0), (line) => console.log(line));
  await run();
  // A finished search may wait for another line, but none follows.
  lines.push(null);
  await run();
  process.exitCode = hasRefused() ? 1 : 0;
} else {
  converse();
}

function converse() {
  const engine = new Nunatak();
  const input = createInterface({ input: process.stdin });
  engine.onmessage = ({ data }) => console.log(data);
  engine.onerror = ({ error }) => {
    console.error(error);
    process.exit(1);
  };
  // The program lasts as long as the engine, so that it ends with `quit` while the input is still open.
  process.stdin.unref?.();
  input.on("line", (line) => engine.postMessage(line));
  input.on("close", () => engine.end());
}
