// Runs the compiled engine: in slices, between which a newer question replaces the current one.

import { compiled } from "./sudoku.js";

const [ANSWER, , END] = [0, 1, 2];
const SLICE = 20; // milliseconds
const NODES = 100; // digits that are tried between two looks at the clock
const FIRST = 3; // where the digits of the cells begin in a program

let start;
const started = new Promise((resolve) => (start = resolve));
let current = 0;

onmessage = async ({ data: { code, id, puzzle, most, seconds, marks } }) => {
  if (code) return start(new WebAssembly.Instance(code).exports);
  current = id;
  const engine = await started;
  if (current !== id) return;
  const found = compiled(puzzle);
  const run = found && new Run(engine, found, () => current === id);
  if (!run?.fits) return postMessage({ id, done: true, result: null });
  const begun = performance.now();
  const tell = (so, done) => postMessage({ id, done, result: { ...so, seconds: (performance.now() - begun) / 1000 } });
  const end = begun + 1000 * seconds;
  for await (const so of run.counts(most, end)) tell(so, false);
  if (!run.wanted()) return;
  tell({ ...run.so, marks: marks && run.so.count ? await run.candidates(end + 1000 * seconds) : null }, true);
};

class Run {
  /** `wanted` returns whether nobody asked anything else meanwhile. */
  constructor(engine, { program, classic }, wanted) {
    Object.assign(this, { engine, program, classic, wanted, so: { count: 0, exact: false } });
    this.fits = program.length <= engine.room();
    this.seen = new Uint32Array(program[0]);
  }

  /** The number of answers so far, after each slice. */
  async *counts(most, end) {
    if (this.classic) this.#begin("begin_classic", this.classic);
    else if (!this.#begin("begin", this.program)) return void (this.fits = false);
    while (!this.so.exact && this.so.count < most && performance.now() < end && (await this.#wanted())) {
      const pause = performance.now() + SLICE;
      let event;
      do {
        event = this.engine.next(NODES);
        if (event === ANSWER) this.#see();
      } while (event !== END && this.so.count < most && performance.now() < pause);
      this.so.exact = event === END;
      yield this.so;
    }
  }

  #begin(how, words) {
    new Int32Array(this.engine.memory.buffer, this.engine.program(), words.length).set(words);
    return this.engine[how](words.length);
  }

  #see() {
    const answer = new Int8Array(this.engine.memory.buffer, this.engine.answer(), this.seen.length);
    answer.forEach((digit, cell) => (this.seen[cell] |= 1 << digit));
    this.so.count += 1;
  }

  /** Let messages in; return whether this question is still the current one. */
  async #wanted() {
    await new Promise((go) => setTimeout(go));
    return this.wanted();
  }

  /** The digits, from 1, that each cell has in some answer; null if there was no time for all of them. */
  async candidates(end) {
    const { program, so, seen } = this;
    const [, , digits] = program;
    for (let cell = 0; !so.exact && cell < seen.length; cell++) {
      for (let digit = 0; digit < digits; digit++) {
        const bit = 1 << digit;
        if (seen[cell] & bit || !(program[FIRST + cell] & bit)) continue;
        const event = await this.#tried(program.with(FIRST + cell, bit), end);
        if (event === null) return null;
        if (event === END) program[FIRST + cell] &= ~bit;
      }
    }
    return Array.from(seen, (set) => Array.from({ length: digits }, (_, digit) => digit + 1).filter((digit) => set & (1 << (digit - 1))));
  }

  /** Whether a program has an answer; null if there is no time left. */
  async #tried(program, end) {
    this.#begin("begin", program);
    for (;;) {
      const event = this.engine.next(NODES);
      if (event === ANSWER) this.#see();
      if (event === ANSWER || event === END) return event;
      if (performance.now() > end || !(await this.#wanted())) return null;
    }
  }
}
