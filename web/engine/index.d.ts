/** The engine. It starts at once; lines that are sent while it loads wait for it. */
export class Nunatak extends EventTarget {
  /** By default, the files are taken from the package. */
  constructor(files?: {
    worker?: Worker;
    /** The address of `nunatak.wasm`, in Node its path or `file:` address, or its content. */
    wasm?: URL | string | BufferSource | WebAssembly.Module;
  });

  /** Is called with each line of the engine. */
  onmessage: ((event: MessageEvent<string>) => void) | null;
  /** Is called if the engine cannot start or has stopped. Without it, the error is printed. */
  onerror: ((event: Event & { error: Error }) => void) | null;

  /** Sends one or more lines of UCI. */
  postMessage(text: string): void;
  /** Ends the engine at once. */
  terminate(): void;

  addEventListener(
    type: "message",
    listener: (event: MessageEvent<string>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: "error",
    listener: (event: Event & { error: Error }) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

export default Nunatak;
