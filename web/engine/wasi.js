// The few system calls (WASI, preview 1) that the engine makes, and the engine as functions.

/** Errors of WASI. */
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 58;
const BROKEN_PIPE = 64;

/**
 * Starts the engine.
 *
 * @param {WebAssembly.Module} module
 * @param {() => (string | null)[] | Promise<(string | null)[]>} waitingLines Returns the lines that are waiting, `null`
 * if no more will come, and is called every few milliseconds of a search. It may return a promise where `WebAssembly.Suspending` exists.
 * @param {(line: string) => void} onLine Receives each line of the engine.
 * @returns {{ run: () => boolean | Promise<boolean>, hasRefused: () => boolean }} `run` executes the waiting lines and
 * returns false after `quit`; `hasRefused` returns whether anything in them was refused.
 */
export function startEngine(module, waitingLines, onLine) {
  const canSuspend = "Suspending" in WebAssembly;
  let memory;
  let input = new Uint8Array();
  let hasEnded = false;
  const partial = ["", "", ""];
  // A character may come in two writes.
  const decoders = partial.map(() => new TextDecoder());
  const number = (address) => new DataView(memory.buffer).getUint32(address, true);
  const setNumber = (address, value) => new DataView(memory.buffer).setUint32(address, value, true);
  /** The buffers of a read or a write, which are pairs of address and length. */
  const buffers = (list, count) =>
    Array.from({ length: count }, (_, i) => new Uint8Array(memory.buffer, number(list + 8 * i), number(list + 8 * i + 4)));

  function write(descriptor, list, count, written) {
    if (descriptor !== 1 && descriptor !== 2) return BAD_DESCRIPTOR;
    let length = 0;
    for (const bytes of buffers(list, count)) {
      partial[descriptor] += decoders[descriptor].decode(bytes.slice(), { stream: true });
      length += bytes.length;
    }
    const lines = partial[descriptor].split("\n");
    partial[descriptor] = lines.pop();
    lines.forEach(descriptor === 1 ? onLine : (line) => console.error(line));
    setNumber(written, length);
    return 0;
  }

  /** Gives the engine what fits of the input; nothing is the end of the input for now. */
  function give(list, count, readCount) {
    let length = 0;
    for (const bytes of buffers(list, count)) {
      const part = input.subarray(0, bytes.length);
      bytes.set(part);
      input = input.subarray(part.length);
      length += part.length;
    }
    setNumber(readCount, length);
    return 0;
  }

  function read(descriptor, list, count, readCount) {
    if (descriptor !== 0) return BAD_DESCRIPTOR;
    if (input.length > 0) return give(list, count, readCount);
    const take = (lines) => {
      hasEnded ||= lines.includes(null);
      const text = lines.filter((line) => line !== null).map((line) => `${line}\n`);
      input = new TextEncoder().encode(text.join(""));
      return hasEnded && input.length === 0 ? BROKEN_PIPE : give(list, count, readCount);
    };
    const lines = waitingLines();
    return lines instanceof Promise ? lines.then(take) : take(lines);
  }

  const calls = {
    fd_write: write,
    fd_read: canSuspend ? new WebAssembly.Suspending(read) : read,
    clock_time_get(clock, _precision, time) {
      // The first clock is that of the calendar.
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      new DataView(memory.buffer).setBigUint64(time, BigInt(Math.round(milliseconds * 1e6)), true);
      return 0;
    },
    random_get(address, length) {
      crypto.getRandomValues(new Uint8Array(memory.buffer, address, length));
      return 0;
    },
    environ_sizes_get(count, size) {
      setNumber(count, 0);
      setNumber(size, 0);
      return 0;
    },
    environ_get: () => 0,
    sched_yield: () => 0,
    // There are no files.
    fd_prestat_get: () => BAD_DESCRIPTOR,
  };
  const imports = WebAssembly.Module.imports(module).map(({ name }) => [name, calls[name] ?? (() => NOT_SUPPORTED)]);
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: Object.fromEntries(imports) });
  memory = exports.memory;
  exports.__wasm_call_ctors();
  const run = canSuspend ? WebAssembly.promising(exports.run) : () => Boolean(exports.run());
  return { run, hasRefused: () => Boolean(exports.has_refused()) };
}
