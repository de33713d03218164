// What is known while the puzzle is edited: in slices, each of which ends soon, so that an edit never waits.

import { at, make } from "./dom.js";
import { Stopped, SOON } from "./engine.js";
import { t, translated } from "./words/words.js";

const PAUSE = 250; // milliseconds without an edit before the first slice
const SLICES = [0.3, 1, 2]; // seconds
const ENOUGH = 1000; // answers; more are not counted

export class Live {
  /** `shown(live)` receives what is to be drawn: candidates, or cells in conflict. */
  constructor(engine, puzzle, shown) {
    Object.assign(this, { engine, puzzle, shown, on: true, marks: false, last: () => [] });
    puzzle.addEventListener("change", ({ detail: from }) => from !== "marks" && from !== "language" && this.#edited());
    engine.addEventListener("ready", () => this.subject === null && this.#edited());
  }

  /** Turn it on or off, or candidates on or off. */
  set(name, value) {
    this[name] = value;
    this.subject = this.finished = null;
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
    if (this.subject !== now.text || !whole) this.shown({});
    this.subject = null;
    if (!this.on) return this.#say(() => []);
    if (now.failed && now.board && !isWaiting) return this.#say(() => [[make("span", { class: "badge" }, t("live.unfinished"))]]);
    if (!whole) return;
    this.subject = now.text;
    this.#say(() => [[make("span", { class: "badge" }, t("live.looking"))]]);
    this.timer = setTimeout(() => this.#run(now), PAUSE);
  }

  async #run({ text, kind }) {
    const control = (this.control = new AbortController());
    try {
      const verdict = await this.#until((found) => found.verdict !== "unknown" && found.verdict !== "satisfiable", "live_verdict", { text, kind }, control);
      if (verdict.verdict === "none") {
        const { cells, rules } = await this.#slice("live_conflict", { text, kind }, 4, control);
        this.shown({ ringed: cells });
        this.#say(() => this.#none(rules));
      } else if (verdict.verdict === "multiple") {
        if (this.marks) this.#candidates({ text, kind }, control);
        await this.#until((found) => found.exact || BigInt(found.count) >= ENOUGH, "live_count", { text, kind }, control);
      } else if (this.marks) await this.#candidates({ text, kind }, control);
      this.finished = text;
    } catch (error) {
      if (!(error instanceof Stopped) && this.control === control) this.#say(() => []);
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

  #none(rules) {
    const words = rules.map((rule) => translated(rule) ?? rule).join("; ");
    const more = words ? [make("p", { class: "failure" }, t("live.conflict", { rules: words }))] : [];
    return [[make("span", { class: "badge none" }, t("verdicts.none")), " ", t("live.none")], more];
  }
}

function said({ verdict, count, exact, seconds, engine }) {
  const name = verdict ?? (exact && count === "1" ? "unique" : "multiple");
  const known = name === "unknown" || name === "satisfiable";
  const words = count !== undefined ? t(exact ? "live.exactly" : "live.least", { count }) : known ? t("live.looking") : t(`live.${name}`);
  const time = seconds === undefined ? "" : t("live.time", { seconds: seconds.toFixed(2), engine: engine ?? "Python" });
  return [make("span", { class: `badge ${known ? "" : name}` }, t(`verdicts.${name}`)), " ", words, " ", make("small", {}, time)];
}
