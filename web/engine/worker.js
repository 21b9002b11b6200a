// The worker of browsers.

import { serve } from "./serve.js";

const canSuspend = "Suspending" in WebAssembly;
/** The time in milliseconds for which a search takes no messages; asking for a URL takes longer. */
let slice = canSuspend ? 20 : 100;
/** The time in milliseconds after which a search ends if the worker cannot ask; the moves of the page take less. */
const SEARCH_TIME = 1_200;
const { port1, port2 } = new MessageChannel();
let last = performance.now();
/** The URLs of the last search; see `Engine`. */
let signals = {};

/**
 * Returns the lines that have arrived. If there are none, it looks again now and then: where a search can be suspended, it
 * returns a promise, so that messages arrive; elsewhere, the commands whose URLs are revoked.
 */
function waiting(queue) {
  const take = () => queue.splice(0).map(({ line, signals: urls }) => {
    if (urls) [signals, last] = [urls, performance.now()];
    return line;
  });
  if (queue.length > 0) {
    // The revoked URLs of an answered search must not stop the next one.
    signals = {};
    return take();
  }
  if (performance.now() - last < slice) return [];
  last = performance.now();
  if (!canSuspend) return Object.keys(signals).filter((name) => isRevoked(signals[name]) && delete signals[name]);
  return new Promise((resolve) => {
    // Unlike a timer, a message is not delayed.
    port1.onmessage = () => resolve(take());
    port2.postMessage(null);
  });
}

function isRevoked(url) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", url, false);
    request.send();
    return false;
  } catch {
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
onmessage = ({ data }) => {
  // A page from the disk may not ask for its own URLs.
  if (data.probe && isRevoked(data.probe)) slice = SEARCH_TIME;
  receive(data);
};
