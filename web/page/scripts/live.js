// What is known while the puzzle is edited.  The compiled engine answers at once if it can state the puzzle; what
// it does not know is asked of Python in slices, each of which ends soon, so that an edit never waits.

import { at, make } from "./dom.js";
import { Stopped, SOON } from "./engine.js";
import { Puzzle } from "./puzzle.js";
import { duration, grouped } from "./results.js";
import { t, translated } from "./words/words.js";

const PAUSE = 250; // milliseconds without an edit before Python's first slice
const SLICES = [0.3, 1, 2]; // seconds
const AT_ONCE = 2; // seconds for the compiled engine
const SOON_ENOUGH = 80; // milliseconds after which the page shows that it looks
const LISTED = 5; // rules of a conflict
const ENOUGH = 1000; // answers; more are not counted

export class Live {
  #edit = null; // what the compiled engine was asked last, as text
  #quick = Promise.resolve(null); // and what it found: null if nothing is decided

  /** `shown(live)` receives what is to be drawn: candidates, or cells in conflict. */
  constructor(engine, compiled, puzzle, shown) {
    Object.assign(this, { engine, compiled, puzzle, shown, on: true, marks: false, last: () => [] });
    puzzle.addEventListener("change", ({ detail: from }) => from !== "marks" && from !== "language" && this.#edited());
    engine.addEventListener("ready", () => this.subject === null && this.#edited());
  }

  /** What the compiled engine found out about the puzzle on the page, as nodes; null if it did not. */
  async known() {
    const found = await this.#quick;
    return found && said(found);
  }

  /** Turn it on or off, or candidates on or off. */
  set(name, value) {
    this[name] = value;
    this.subject = this.finished = this.#edit = null;
    this.#edited();
  }

  again() {
    const [line = [], more = []] = this.last();
    at("live").replaceChildren(...line);
    at("live-more").replaceChildren(...more);
  }

  /** Stop: a question of the user has the engine. */
  stop() {
    this.control?.abort(SOON);
    this.control = null;
    clearTimeout(this.timer);
  }

  /** Go on, if something is left to find out. */
  resume() {
    if (this.finished === this.puzzle.now.text) return;
    this.subject = null;
    this.#edited();
  }

  #edited() {
    const { now, isWaiting } = this.puzzle;
    const whole = this.on && !isWaiting && now.text && !now.failed && now.board && (now.opened?.count ?? 1) === 1;
    if (whole && this.subject === now.text) return;
    this.stop();
    this.subject = null;
    if (!this.on) return this.#say(() => []);
    if (now.board && now.failed && !now.failed.code && !isWaiting) return this.#unfinished(now.failed);
    if (!now.board && (now.failed || now.opened)) this.#say(() => []); // nothing is known of it
    this.#ask(now);
    if (!whole) return;
    this.subject = now.text;
    this.timer = setTimeout(() => this.#run(now), PAUSE);
  }

  /** The board is no puzzle: what was asked of it before is not answered any more. */
  #unfinished(failed) {
    this.#edit = null;
    this.#quick = Promise.resolve(null);
    this.compiled.stop();
    this.shown({ ringed: failed?.cell ? [failed.cell] : [] });
    this.#say(() => [[make("span", { class: "badge" }, t("live.unfinished"))]]);
  }

  /** Ask the compiled engine, unless the same was asked before. What a text means without its kind, Python says. */
  #ask({ board, text, kind, failed, opened }) {
    const one = (opened?.count ?? 1) === 1;
    const edit = one && (board || (text && kind === "sudoku" && !failed)) ? JSON.stringify(board ? { ...board, picture: null, drawn: null } : text) : null;
    if (edit !== null && edit === this.#edit) return;
    this.#edit = edit;
    this.shown({});
    this.compiled.stop();
    this.#quick = edit === null ? Promise.resolve(null) : this.#found(edit, { board, text });
  }

  /** What the compiled engine finds, shown as it comes; null if it does not decide it. */
  async #found(edit, puzzle) {
    const current = () => edit === this.#edit;
    const waiting = setTimeout(() => current() && puzzle.board && this.#say(() => [[make("span", { class: "badge" }, t("live.looking"))]]), SOON_ENOUGH);
    const show = (found) => {
      clearTimeout(waiting);
      if (current() && decided(found)) this.#say(() => [said(named(found))]);
    };
    const found = await this.compiled.count(puzzle, { most: ENOUGH, seconds: AT_ONCE, marks: this.marks, part: show });
    if (!found || !current()) return null; // what Python says is shown instead of "Looking …"
    show(found);
    if (found.marks) this.shown({ marks: marked(puzzle.board, found.marks) });
    return decided(found) ? named(found) : null;
  }

  async #run(puzzle) {
    const stated = Puzzle.stated(puzzle);
    const control = (this.control = new AbortController());
    const quick = await this.#quick;
    if (this.control !== control) return;
    try {
      const verdict = quick ?? (await this.#until((found) => found.verdict !== "unknown" && found.verdict !== "satisfiable", "live_verdict", stated, control));
      if (verdict.verdict === "none") {
        const { cells, rules } = await this.#slice("live_conflict", stated, 4, control);
        this.shown({ ringed: this.#few(cells) });
        this.#say(() => this.#none(rules));
      } else {
        if (this.marks && !quick?.marks) await this.#candidates(stated, control);
        if (verdict.verdict === "multiple" && !quick) await this.#until((found) => found.exact || BigInt(found.count) >= ENOUGH, "live_count", stated, control);
      }
      this.finished = puzzle.text;
    } catch (error) {
      if (!quick && !(error instanceof Stopped) && this.control === control) this.#say(() => []);
    }
  }

  async #candidates(values, control) {
    const found = await this.#slice("live_candidates", values, 4, control).catch(() => null);
    if (found?.cells) this.shown({ marks: found.cells });
  }

  /** Slices of growing length until one knows it, or the last one ends. */
  async #until(enough, name, values, control) {
    let found;
    for (const seconds of SLICES) {
      found = await this.#slice(name, values, seconds, control);
      this.#say(() => [said(found)]);
      if (enough(found)) break;
    }
    return found;
  }

  async #slice(name, values, timeout, control) {
    const { result, failed } = await this.engine.ask(name, { ...values, timeout }, { long: true, signal: control.signal });
    if (this.control !== control) throw new Stopped();
    if (failed) throw new Error(failed.message);
    return result;
  }

  #say(nodes) {
    this.last = nodes;
    this.again();
  }

  /** Cells that stand out: none if they are most of the board. */
  #few(cells) {
    const { rows, columns } = this.puzzle.now.board;
    return 2 * cells.length > rows * columns ? [] : cells;
  }

  #none(rules) {
    const listed = rules.slice(0, LISTED).map((rule) => translated(rule) ?? rule);
    const words = [...listed, ...(rules.length > LISTED ? [t("live.more-rules", { n: rules.length - LISTED })] : [])].join("; ");
    const more = words ? [make("p", { class: "failure" }, t("live.conflict", { rules: words }))] : [];
    return [[make("span", { class: "badge none" }, t("verdicts.none")), make("span", {}, t("live.none"))], more];
  }
}

/** Whether the compiled engine's count decides between none, one and several. */
const decided = ({ count, exact }) => exact || count > 1;

/** It with its verdict, and the name of the engine. */
function named(found) {
  const verdict = found.count > 1 ? "multiple" : found.count ? "unique" : "none";
  return { ...found, verdict, count: verdict === "multiple" ? String(found.count) : undefined, engine: t("live.compiled") };
}

/** The candidates of the open cells, as the board shows them. */
function marked({ faces, symbols, columns }, marks) {
  const cells = marks.map((digits, at) => ({ cell: [Math.floor(at / columns), at % columns], faces: digits.map((digit) => symbols[digit - 1]) }));
  return cells.filter(({ cell: [r, c] }) => !faces[r][c]);
}

function said({ verdict, count, exact, seconds, engine = "Python" }) {
  const name = verdict ?? (exact && count === "1" ? "unique" : "multiple");
  const known = name === "unknown" || name === "satisfiable";
  const words = count !== undefined ? t(exact ? "live.exactly" : "live.least", { count: grouped(count) }) : t(`live.${name}`);
  const time = seconds === undefined ? "" : t("live.time", { time: duration(seconds), engine });
  return [make("span", { class: `badge ${known ? "" : name}` }, t(`verdicts.${name}`)), make("span", {}, words), make("small", {}, time)];
}
