// Without the types of the DOM, which projects for Node lack.

type Listener = Parameters<EventTarget["addEventListener"]>[1];
type ListenerOptions = Parameters<EventTarget["addEventListener"]>[2];

/** An event with a line of the engine. */
export interface LineEvent extends Event {
  readonly data: string;
}

/** An event with the reason why the engine cannot start or has stopped. */
export interface FailureEvent extends Event {
  readonly error: Error;
}

/** The engine. It starts at once; lines that are sent while it loads wait for it. */
export class Nunatak extends EventTarget {
  /** By default, the files are taken from the package. */
  constructor(files?: {
    /** A `Worker` of the file `worker.js`. */
    worker?: { postMessage(message: unknown): void; terminate(): unknown };
    /** The address of `nunatak.wasm`, in Node its path or `file:` address, or its content or a `WebAssembly.Module`. */
    wasm?: URL | string | ArrayBuffer | ArrayBufferView | object;
  });

  /** Is called with each line of the engine. */
  onmessage: ((event: LineEvent) => void) | null;
  /** Is called if the engine cannot start or has stopped. Without it, the error is printed. */
  onerror: ((event: FailureEvent) => void) | null;

  /** Sends one or more lines of UCI. */
  postMessage(text: string): void;
  /** Ends the engine at once. */
  terminate(): void;

  addEventListener(type: "message", listener: (event: LineEvent) => void, options?: ListenerOptions): void;
  addEventListener(type: "error", listener: (event: FailureEvent) => void, options?: ListenerOptions): void;
  addEventListener(type: string, listener: Listener, options?: ListenerOptions): void;
}

export default Nunatak;
