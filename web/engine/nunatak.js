// The engine as its users see it: an object like a worker, to which lines of UCI are sent and from which they come.

/**
 * Without promises in WebAssembly (JSPI), a worker cannot receive messages while it searches. But it can ask whether an
 * object URL still exists, so each `go` then takes URLs along that are revoked by the line that they are named for.
 */
const SIGNALS = ["stop", "ponderhit"];

export class Engine extends EventTarget {
  /** Is called with each line of the engine, as `event.data`. */
  onmessage = null;
  /** Is called with an `event.error` if the engine cannot start or crashes. Without it, the error is printed. */
  onerror = null;
  #worker;
  #usesSignals;
  /** The URLs of the searches that are not answered. */
  #searches = [];
  /** A URL that stays, by which the worker sees whether it can ask for one. */
  #probe;

  /**
   * @param worker Receives `{ wasm, probe }` and then each line as `{ line, signals }`, and sends `{ line }` or `{ error }`.
   *   After the line `null` no other follows.
   * @param {URL | string | BufferSource | WebAssembly.Module} wasm The engine.
   */
  constructor(worker, wasm, usesSignals = !("Suspending" in WebAssembly)) {
    super();
    this.#worker = worker;
    this.#usesSignals = usesSignals;
    worker.onmessage = ({ data: { line, error } }) => this.#receive(line, error);
    worker.onerror = (event) => this.#receive(undefined, event.error ?? new Error(event.message || "the worker cannot be loaded"));
    this.#probe = usesSignals ? createUrl() : undefined;
    worker.postMessage({ wasm: wasm instanceof URL ? wasm.href : wasm, ...(this.#probe && { probe: this.#probe }) });
  }

  /** Sends one or more lines. Throws an error if the message is not a text. */
  postMessage(text) {
    if (typeof text !== "string") throw new TypeError(`the engine takes lines of text, not ${typeof text}`);
    for (const line of text.split("\n")) {
      this.#worker.postMessage({ line, signals: this.#usesSignals ? this.#signals(line) : undefined });
    }
  }

  /** Ends the engine when it has done what was sent. Searches that wait for another line are stopped. For Node alone. */
  end() {
    this.#worker.postMessage({ line: null });
  }

  /** Ends the engine at once. */
  terminate() {
    this.#worker.terminate();
    [...this.#searches.splice(0), { probe: this.#probe }].forEach(revoke);
  }

  /** Revokes the URLs that a line is to revoke; returns those of a search. */
  #signals(line) {
    const [command, ...words] = line.trim().split(/\s+/);
    // Perft takes no messages, and is not answered by `bestmove`.
    if (command === "go" && !words.includes("perft")) {
      const signals = Object.fromEntries(SIGNALS.map((name) => [name, createUrl()]));
      this.#searches.push(signals);
      return signals;
    }
    const signal = ["quit", "exit"].includes(command) ? "stop" : command;
    this.#searches.forEach((signals) => revoke({ [signal]: signals[signal] }));
    return undefined;
  }

  #receive(line, error) {
    if (line?.startsWith("bestmove") && this.#searches.length > 0) {
      revoke(this.#searches.shift());
    }
    const event = error ? Object.assign(new Event("error"), { error }) : new MessageEvent("message", { data: line });
    if (error && !this.onerror) console.error(error);
    try {
      (error ? this.onerror : this.onmessage)?.call(this, event);
    } finally {
      this.dispatchEvent(event);
    }
  }
}

function createUrl() {
  return URL.createObjectURL(new Blob(["."], { type: "text/plain" }));
}

function revoke(urls) {
  Object.values(urls).filter(Boolean).forEach((url) => URL.revokeObjectURL(url));
}
