// The worker of browsers.

import { serve } from "./serve.js";

const canSuspend = "Suspending" in WebAssembly;
/** The time in milliseconds for which a search takes no messages; asking for a URL takes longer. */
const SLICE = canSuspend ? 20 : 100;
const { port1, port2 } = new MessageChannel();
let last = performance.now();
/** The URLs of the last search; see `Engine`. */
let signals = {};

/** Returns the lines that have arrived; lets messages arrive now and then. */
function waiting(queue) {
  const take = () => queue.splice(0).map(({ line, signals: urls }) => ((signals = urls ?? signals), line));
  if (queue.length > 0 || performance.now() - last < SLICE) return take();
  last = performance.now();
  if (!canSuspend) return Object.keys(signals).filter(isRevoked);
  return new Promise((resolve) => {
    // Unlike a timer, a message is not delayed.
    port1.onmessage = () => resolve(take());
    port2.postMessage(null);
  });
}

function isRevoked(name) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", signals[name], false);
    request.send();
    return false;
  } catch {
    delete signals[name];
    return true;
  }
}

async function compile(wasm) {
  if (typeof wasm !== "string") return wasm instanceof WebAssembly.Module ? wasm : WebAssembly.compile(wasm);
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`${wasm}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

const receive = serve((message) => postMessage(message), compile, waiting, close);
onmessage = ({ data }) => receive(data);
