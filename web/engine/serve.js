// What the workers of browsers and of Node have in common.

import { startEngine } from "./wasi.js";

/**
 * Runs the engine in a worker. Returns the receiver of its messages.
 *
 * @param {(message: { line?: string, error?: Error }) => void} send
 * @param {(wasm: unknown) => WebAssembly.Module | Promise<WebAssembly.Module>} compile
 * @param {(queue: { line: string }[]) => string[] | Promise<string[]>} waiting Takes the lines from the queue.
 * @param {() => void} close Ends the worker.
 */
export function serve(send, compile, waiting, close) {
  const queue = [];
  let started;
  let isRunning = false;

  async function start(wasm) {
    return startEngine(await compile(wasm), () => waiting(queue), (line) => send({ line }));
  }

  /** Executes what is in the queue, unless a search is running, which takes it itself. */
  async function execute() {
    if (isRunning) return;
    isRunning = true;
    try {
      const { run } = await started;
      while (queue.length > 0) {
        if (!(await run())) close();
      }
    } catch (error) {
      send({ error });
      close();
    }
    isRunning = false;
  }

  return (message) => {
    if ("wasm" in message) {
      started = start(message.wasm);
    } else {
      queue.push(message);
    }
    execute();
  };
}
