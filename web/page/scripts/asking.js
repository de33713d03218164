// One question at a time: the question, its time, the results so far, and a button that stops it.

import { at, button, make } from "./dom.js";
import { Died, Stopped, TimeOver } from "./engine.js";
import { failure } from "./messages.js";
import { OPENED, Puzzle } from "./puzzle.js";
import { t } from "./words/words.js";

const SPARE = 3; // seconds after its time limit that a question may need to return what it knows

export class Asking {
  /** `bound(puzzle)` returns the actions of a result on the page while that puzzle is shown; `live` waits for questions. */
  constructor(engine, puzzle, bound, live) {
    this.engine = engine;
    this.live = live;
    this.puzzle = puzzle;
    this.bound = bound;
    this.body = at("result-body");
    this.busy = false;
    this.subject = null; // the puzzle that the result is about
    addEventListener("keydown", (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && this.stop());
    puzzle.addEventListener("change", ({ detail: from }) => {
      if (OPENED.includes(from) && !this.busy) this.#forget();
      this.#compare();
    });
  }

  /** Stop the question, and the reading of the text. */
  stop() {
    this.control?.abort();
    this.puzzle.stop();
  }

  /**
   * Ask about the puzzle, and show `render(result, on, bytes)`: `on` has the actions of the result on the page.
   *
   * `valuesOf`  the arguments of the question, of the text, kind and form of the puzzle
   * `free`      whether the result is not about the puzzle
   * `waits`     whether the puzzle has to be read first
   * `limit`     seconds
   * `part`      receives intermediate results
   * `before`    is shown while the question runs
   * `known`     the intermediate result of a stopped question: nodes or null
   * `done`      is called with the result once, before it is shown
   */
  async ask(name, valuesOf, render, { free = false, waits = true, limit, part, before = [], known = () => null, done } = {}) {
    if (this.busy) return;
    const control = (this.control = new AbortController());
    this.#begin(name, before);
    const started = performance.now();
    let subject = null;
    try {
      const puzzle = waits ? await this.#settled(control.signal) : this.puzzle.now;
      subject = free ? null : puzzle;
      this.#working(name);
      const values = { ...valuesOf(Puzzle.stated(puzzle)), ...(limit ? { timeout: limit } : {}) };
      const options = { part, long: true, signal: control.signal, limit: limit && limit + SPARE };
      const answer = await this.engine.ask(name, values, options);
      if (!answer.failed) done?.(answer.result);
      this.#end(subject, (on) => (answer.failed ? failure(answer.failed) : render(answer.result, on, answer.bytes)));
    } catch (error) {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (![Stopped, TimeOver, Died].some((type) => error instanceof type)) {
        this.#end(null, nothing);
        throw error;
      }
      this.#end(subject, () => ended(error, seconds, known()));
    }
  }

  /** The puzzle, once it is read; throws if reading was stopped. */
  async #settled(signal) {
    const stopped = new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Stopped()), { once: true }));
    const puzzle = await Promise.race([this.puzzle.settled(), stopped]);
    if (puzzle.failed?.code === "reading-limit") throw new TimeOver();
    if (puzzle.failed?.code === "reading-stopped") throw new Stopped();
    if (puzzle.failed?.code) throw new Died(puzzle.failed.words);
    return puzzle;
  }

  show(nodes) {
    this.body.replaceChildren(...nodes.flat().filter(Boolean));
    this.#compare();
  }

  /** While another puzzle is shown, a result is marked and does not change the board. */
  #compare() {
    const stale = !this.busy && this.subject !== null && this.subject !== this.puzzle.now;
    at("result").classList.toggle("stale", stale);
    for (const each of this.body.querySelectorAll(".acts")) each.disabled = stale;
  }

  #begin(name, before) {
    this.busy = true;
    this.live.stop();
    document.body.classList.add("busy");
    const clock = make("span", { class: "clock", "aria-hidden": "true" });
    const started = performance.now();
    const tick = () => {
      clock.textContent = ((performance.now() - started) / 1000).toFixed(1);
      waiting.hidden = this.engine.ready;
    };
    const waiting = make("p", { class: "hint" }, t("waiting"));
    const stop = button(t("stop"), () => this.stop(), { id: "stop", class: "stop" });
    const words = make("span", { id: "working" }, t(this.puzzle.isWaiting ? "reading" : `working.${name}`));
    const first = make("p", { class: "live", id: "first" });
    if (name === "check" && !this.engine.ready) this.live.known().then((nodes) => nodes && first.append(...nodes));
    this.show([make("div", { class: "working" }, make("span", { class: "spin" }), words, clock, stop), first, waiting, ...before]);
    tick();
    this.timer = setInterval(tick, 100);
    at("result").scrollIntoView({ block: "nearest" });
  }

  #working(name) {
    const place = at("working");
    if (place) place.textContent = t(`working.${name}`);
  }

  /** Another puzzle was opened: what was found out is not about it. */
  #forget() {
    this.subject = this.result = null;
    delete at("result").dataset.told;
    this.again();
  }

  /** Show the last result again, in another language. */
  again() {
    if (!this.busy) this.show((this.result ?? nothing)(this.bound(this.subject)));
  }

  #end(subject, render) {
    clearInterval(this.timer);
    this.busy = false;
    this.live.resume();
    document.body.classList.remove("busy");
    const held = this.body.contains(document.activeElement);
    this.subject = subject;
    at("result").classList.toggle("free", subject === null); // not about the puzzle
    this.result = render;
    this.again();
    at("result").dataset.told = String(Number(at("result").dataset.told ?? 0) + 1); // the number of results
    if (held) at("result").focus({ preventScroll: true });
    at(this.body.querySelector(".playing") ? "board" : "result").scrollIntoView({ block: "nearest" });
  }
}

const nothing = () => [make("p", { class: "hint" }, t("nothing"))];

/** Why a question has no answer, and its intermediate result. */
function ended(error, seconds, known) {
  const key = error instanceof Stopped ? "stopped" : error instanceof TimeOver ? "time-over" : null;
  const words = key ? t(key, { seconds }) : t("died", { words: error.message });
  return [make("p", { class: "says", role: "alert" }, known ? words : `${words} ${key ? t("nothing-known") : ""}`), ...(known ?? [])];
}
