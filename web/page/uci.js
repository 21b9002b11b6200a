// Searches of the engine, one after the other, as promises.

/**
 * @typedef {{ cp: number | undefined, mate: number | undefined, share: number }} Score From White's view; `share` is the
 * expected share of the point, 0 to 1.
 * @typedef {{ depth: number, number: number, score: Score, nps: number, moves: string[] }} Line
 */

export class Uci {
  #engine;
  /** The last search, and whether it is to be given up. */
  #last = Promise.resolve();
  #request = {};
  #options = new Map();
  /** Receives the lines of the engine. */
  #onLine = () => {};

  constructor(engine) {
    this.#engine = engine;
    engine.onmessage = ({ data }) => this.#onLine(data);
    this.#engine.postMessage("setoption name UCI_ShowWDL value true");
  }

  /** Waits for the end of loading. */
  ready() {
    return this.#after(() => this.#ask(["isready"], (line) => line === "readyok"));
  }

  /** Forgets earlier searches. */
  newGame() {
    this.#after(() => this.#engine.postMessage("ucinewgame"));
  }

  /**
   * Ends the search before and returns the legal position that a FEN means; throws an error that says what is wrong
   * with it.
   */
  async checkFen(fen) {
    this.stop();
    const question = [`position fen ${fen}`, "d", "isready"];
    const lines = await this.#after(() => this.#ask(question, (line) => line === "readyok"));
    const refused = lines.find((line) => line.includes("position refused"));
    if (refused) throw new Error(refused.replace(/.*position refused: /, ""));
    return lines.find((line) => line.startsWith("FEN: ")).slice("FEN: ".length);
  }

  /**
   * Ends the search before and searches; returns the best move, or undefined if another search came in between.
   *
   * @param {string} position The position, as in UCI.
   * @param {boolean} isBlack Whether Black is to move.
   * @param {Record<string, string | number | boolean>} options
   * @param {(line: Line) => void} onInfo
   */
  search(position, isBlack, go, options, onInfo = () => {}) {
    this.stop();
    const request = (this.#request = {});
    return this.#after(async () => {
      if (request !== this.#request) return undefined;
      for (const [name, value] of Object.entries(options)) this.#setOption(name, value);
      const lines = await this.#ask([position, go], (line) => {
        const info = request === this.#request && parseInfo(line, isBlack);
        if (info) onInfo(info);
        return line.startsWith("bestmove");
      });
      return request === this.#request ? lines.at(-1).split(" ")[1] : undefined;
    });
  }

  /** Ends the search, which then has no result. */
  stop() {
    this.#request = {};
    this.#engine.postMessage("stop");
  }

  #setOption(name, value) {
    if (this.#options.get(name) === value) return;
    this.#options.set(name, value);
    this.#engine.postMessage(`setoption name ${name} value ${value}`);
  }

  /** Does something after what was asked before. */
  #after(work) {
    this.#last = this.#last.then(work, work);
    return this.#last;
  }

  /** Sends lines and returns the answers up to the last. */
  #ask(lines, isLast) {
    return new Promise((resolve) => {
      const answers = [];
      this.#onLine = (line) => {
        answers.push(line);
        if (isLast(line)) resolve(answers);
      };
      this.#engine.postMessage(lines.join("\n"));
    });
  }
}

/** Returns what an `info` line says of a line of moves, if it does. A finished game has no moves. */
function parseInfo(line, isBlack) {
  const match = line.match(
    /^info depth (\d+) .*multipv (\d+) score (cp|mate) (-?\d+)( \w+bound)? wdl (\d+) (\d+) \d+ .*nps (\d+) .*?(?: pv (.+))?$/,
  );
  if (!match || match[5]) return undefined;
  const [, depth, number, kind, value, , wins, draws, nps, moves] = match;
  const sign = isBlack ? -1 : 1;
  const share = (Number(wins) + Number(draws) / 2) / 1000;
  const score = {
    cp: kind === "cp" ? sign * Number(value) : undefined,
    mate: kind === "mate" ? sign * Number(value) : undefined,
    share: isBlack ? 1 - share : share,
  };
  return { depth: Number(depth), number: Number(number), score, nps: Number(nps), moves: moves?.split(" ") ?? [] };
}

/** Writes a score: +0.35, or #5 for a mate in five. */
export function scoreText({ cp, mate }) {
  if (mate !== undefined) return `${mate < 0 ? "−" : ""}#${Math.abs(mate)}`;
  return `${cp < 0 ? "−" : "+"}${(Math.abs(cp) / 100).toFixed(2)}`;
}
