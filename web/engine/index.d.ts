// Projects for Node lack the types of the DOM.

type AnyMessageEvent = typeof globalThis extends { MessageEvent: { prototype: infer Message } } ? Message : Event;
type Listener = Parameters<EventTarget["addEventListener"]>[1];
type ListenerOptions = Parameters<EventTarget["addEventListener"]>[2];

/** An event with a line of the engine. */
export type LineEvent = AnyMessageEvent & { readonly data: string };

/** An event with the reason why the engine cannot start or has crashed. */
export interface FailureEvent extends Event {
  readonly error: Error;
}

/** The engine. It starts at once; lines that are sent while it loads wait for it. */
export class Nunatak extends EventTarget {
  /** By default, the files are taken from the package. */
  constructor(files?: {
    /** A `Worker` of the file `worker.js`. */
    worker?: { postMessage(message: unknown): void; terminate(): unknown; onmessage: unknown; onerror: unknown };
    /** The address of `nunatak.wasm`, in Node its path or `file:` address, or its content or a `WebAssembly.Module`. */
    wasm?: URL | string | ArrayBuffer | ArrayBufferView | (object & { then?: never });
  });

  /** Is called with each line of the engine. */
  onmessage: ((event: LineEvent) => void) | null;
  /** Is called if the engine cannot start or crashes. Without it, the error is printed. */
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
