// The engine in Node.

import { Worker } from "node:worker_threads";

import { Engine } from "./nunatak.js";

/** A worker thread with the interface of a browser's worker. */
class WebWorker {
  // Options of the program, such as `--input-type`, may forbid a file.
  #thread = new Worker(new URL("./node-worker.js", import.meta.url), { execArgv: [] });

  set onmessage(receive) {
    this.#thread.on("message", (data) => receive({ data }));
  }

  set onerror(receive) {
    this.#thread.on("error", (error) => receive({ error }));
  }

  postMessage(message) {
    this.#thread.postMessage(message);
  }

  terminate() {
    this.#thread.terminate();
  }
}

export default class Nunatak extends Engine {
  constructor({ worker = new WebWorker(), wasm = new URL("../dist/nunatak.wasm", import.meta.url) } = {}) {
    // Node's workers can receive messages at any time.
    super(worker, wasm, false);
  }
}

export { Nunatak };
