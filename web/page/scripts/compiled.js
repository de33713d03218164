// Asks the compiled engine, which answers for common sudokus before Python runs and while one types.

export class Compiled {
  #asked = 0;
  #current = null;

  constructor() {
    this.worker = new Worker(new URL("./compiled/worker.js", import.meta.url), { type: "module", name: "compiled" });
    this.worker.onmessage = ({ data }) => this.#receive(data);
    this.worker.onerror = (event) => (event.preventDefault(), this.#fail());
    fetched().then((code) => this.worker?.postMessage({ code }), () => this.#fail());
  }

  /**
   * Count the answers of a puzzle, a `board` or a `text`; another question replaces this one.
   *
   * `most`     as many suffice
   * `seconds`  time for it, and as much for candidates
   * `marks`    whether the candidates of each cell are wanted
   * `part`     receives the count so far
   *
   * Returns `count`, `exact`, `seconds` and `marks`; null if the engine cannot state the puzzle; undefined if replaced.
   */
  count(puzzle, { most, seconds, marks = false, part = () => {} }) {
    this.stop();
    if (!this.worker) return Promise.resolve(null);
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#current = { id, resolve, part };
      this.worker.postMessage({ id, puzzle: plain(puzzle), most, seconds, marks });
    });
  }

  /** Forget the current question. */
  stop() {
    this.#current?.resolve(undefined);
    this.#current = null;
  }

  #receive({ id, done, result }) {
    const asked = this.#current;
    if (asked?.id !== id) return;
    if (!done) return asked.part(result);
    this.#current = null;
    asked.resolve(result);
  }

  /** It did not start: Python answers everything. */
  #fail() {
    this.worker = null;
    this.#current?.resolve(null);
    this.#current = null;
  }
}

/** The engine: fetched with the page, while the worker starts. */
async function fetched() {
  const response = await fetch(new URL("../engine.wasm", import.meta.url));
  return WebAssembly.compile(await response.arrayBuffer());
}

/** What the engine reads of a board; it needs no picture. */
function plain({ board, text }) {
  if (!board) return { text };
  const { kind, rows, columns, symbols, words, faces, rules, regions, base } = board;
  return { board: { kind, rows, columns, symbols, words, faces, rules, regions, base } };
}
