// The program of the compiled engine: cells with the digits that they can have, and rules of few sorts.

const [GROUP, LOCKED, PAIR, SETS, SUM, WALK] = [0, 1, 2, 3, 4, 5];
const MOST_STATES = 4000; // of an automaton; beyond that Python is asked
const MOST_WORDS = 256; // of the possible totals of a sum

/** A rule that the compiled engine cannot state, or a puzzle that is too large for it. */
export class NotCompiled extends Error {}

export class Program {
  #groups = [];
  #pairs = [];
  #sets = [];
  #sums = [];
  #walks = [];

  /** Cells are numbered from 0, digits from 1. */
  constructor(cells, digits) {
    this.digits = digits;
    this.domains = new Array(cells).fill(2 ** digits - 1);
    this.all = Array.from({ length: digits }, (_, at) => at + 1);
  }

  /** Leave a cell the digits for which `holds`. */
  only(cell, holds) {
    this.all.forEach((digit, at) => holds(digit) || (this.domains[cell] &= ~(1 << at)));
  }

  /** The digits of the cells differ. */
  group(cells) {
    if (new Set(cells).size !== cells.length) throw new NotCompiled("a cell twice in a group");
    if (cells.length > 1) this.#groups.push([GROUP, ...cells]);
  }

  /** `holds` is true of the digits of two cells. */
  pair(one, other, holds) {
    if (one === other) throw new NotCompiled("a cell beside itself");
    const there = this.all.map((a) => this.#set((b) => holds(a, b)));
    const back = this.all.map((b) => this.#set((a) => holds(a, b)));
    this.#pairs.push([PAIR, one, other, ...there, ...back]);
  }

  #set(holds) {
    return this.all.reduce((set, digit, at) => (holds(digit) ? set | (1 << at) : set), 0);
  }

  /** The cells hold the digits of one of the sets, each once. */
  sets(cells, sets) {
    this.#sets.push([SETS, cells.length, ...cells, ...sets.map((set) => set.reduce((mask, digit) => mask | (1 << (digit - 1)), 0))]);
  }

  /** The factors times the digits of the cells add up to a total. */
  sum(cells, total, factors = cells.map(() => 1)) {
    const together = new Map();
    for (const [at, cell] of cells.entries()) together.set(cell, (together.get(cell) ?? 0) + factors[at]);
    const least = [...together.values()].map((factor) => Math.min(factor, factor * this.digits));
    const goal = total - least.reduce((all, one) => all + one, 0);
    const words = Math.floor(Math.max(goal, 0) / 32) + 1;
    if (words > MOST_WORDS) throw new NotCompiled("a large sum");
    const goals = Array.from({ length: words }, (_, at) => (Math.floor(goal / 32) === at ? 1 << goal % 32 : 0));
    const weights = [...together.values()].flatMap((factor, at) => this.all.map((digit) => Math.min(factor * digit - least[at], 32 * words)));
    this.#sums.push([SUM, together.size, words, ...goals, ...together.keys(), ...weights]);
  }

  /**
   * Digits along cells, as an automaton reads them.
   *
   * `step(state, digit, place)` is the next state, undefined for none; states are numbers, texts or arrays of them.
   */
  walk(cells, start, step, accepts) {
    const layers = [new Map([[String(start), start]])];
    const moves = [];
    let total = 1;
    for (const [place, cell] of cells.entries()) {
      const next = new Map();
      const row = [];
      for (const state of layers[place].values()) {
        const to = this.all.map((digit, at) => (this.domains[cell] & (1 << at) ? step(state, digit, place) : undefined));
        for (const after of to) if (after !== undefined && !next.has(String(after))) next.set(String(after), after);
        row.push(to.map((after) => (after === undefined ? null : String(after))));
      }
      if ((total += next.size) > MOST_STATES) throw new NotCompiled("too many states");
      layers.push(next);
      moves.push(row);
    }
    this.#walks.push([WALK, cells.length, ...cells, ...this.#tables(layers, moves, accepts)]);
  }

  /** The numbers of states and the tables, without states from which no end is reached. */
  #tables(layers, moves, accepts) {
    let alive = new Map([...layers.at(-1)].filter(([, state]) => accepts(state)).map(([name], at) => [name, at]));
    const counts = [alive.size];
    const tables = [];
    for (let place = moves.length - 1; place >= 0; place--) {
      const rows = moves[place].map((row) => row.map((name) => alive.get(name) ?? -1));
      const names = [...layers[place].keys()];
      const kept = rows.map((row, at) => [names[at], row]).filter(([, row]) => place === 0 || row.some((next) => next >= 0));
      alive = new Map(kept.map(([name], at) => [name, at]));
      counts.unshift(kept.length);
      tables.unshift(...kept.map(([, row]) => row));
    }
    return [...counts, ...tables.flat()];
  }

  /** Where a group that holds every digit shares cells with another one. */
  #locked() {
    const found = [];
    for (const [at, [, ...one]] of this.#groups.entries()) {
      if (one.length !== this.digits) continue;
      for (const [place, [, ...other]] of this.#groups.entries()) {
        const shared = one.filter((cell) => other.includes(cell));
        const whole = other.length === this.digits;
        if (place === at || (whole && place < at) || shared.length < 2 || shared.length === other.length) continue;
        const [first, last] = [one, other].map((cells) => cells.filter((cell) => !shared.includes(cell)));
        found.push([LOCKED, first.length, shared.length, last.length, Number(whole), ...first, ...shared, ...last]);
      }
    }
    return found;
  }

  /** The words for the engine, cheap rules first. */
  words() {
    const rules = [...this.#groups, ...this.#locked(), ...this.#pairs, ...this.#sets, ...this.#sums, ...this.#walks].sort((a, b) => a[0] - b[0] || a.length - b.length);
    return Int32Array.from([this.domains.length, this.domains.length, this.digits, ...this.domains, ...rules.flatMap((rule) => [rule.length, ...rule])]);
  }
}
