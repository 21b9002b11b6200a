// The engine in browsers.

import { Engine } from "./nunatak.js";

export default class Nunatak extends Engine {
  /** @param {{ worker?: Worker, wasm?: URL | string | BufferSource | WebAssembly.Module }} files In other places. */
  constructor({ worker, wasm = new URL("../dist/nunatak.wasm", import.meta.url) } = {}) {
    worker ??= new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    // The worker would resolve an address by its own.
    super(worker, typeof wasm === "string" ? new URL(wasm, globalThis.document?.baseURI ?? location.href) : wasm);
  }
}

export { Nunatak };
