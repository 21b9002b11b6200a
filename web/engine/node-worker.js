// The worker of Node.

import { readFile } from "node:fs/promises";
import { parentPort, receiveMessageOnPort } from "node:worker_threads";

import { serve } from "./serve.js";

/** Returns the lines that have arrived, even during a search. */
function waiting(queue) {
  for (let received; (received = receiveMessageOnPort(parentPort)); ) queue.push(received.message);
  return queue.splice(0).map(({ line }) => line);
}

async function compile(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  const place = typeof wasm === "string" && wasm.startsWith("file:") ? new URL(wasm) : wasm;
  return WebAssembly.compile(typeof wasm === "string" ? await readFile(place) : wasm);
}

const receive = serve((message) => parentPort.postMessage(message), compile, waiting, () => parentPort.close());
parentPort.on("message", receive);
