// The next step of somebody who solves the puzzle, all steps, or what is wrong so far.

import { button, make } from "./dom.js";
import { EMPTY, entered, withFacts } from "./play.js";
import { entry, items, list, player, reasons, shownStep } from "./player.js";
import { t } from "./words/words.js";

const says = (words) => make("p", { class: "says" }, words);

/** Questions about what is noted on the puzzle. */
export class Hints {
  constructor(puzzle, view, asking) {
    Object.assign(this, { puzzle, view, asking });
  }

  /** Ask for the next step; `far`, for the next one that enters something. */
  next(far = false) {
    this.#ask((found, on) => [...this.#wrong(found, on), ...this.#step(found, on)], far);
  }

  /** Ask whether what is noted so far is right. */
  check() {
    this.#ask((found, on) => (found.outcome === "wrong" ? this.#wrong(found, on) : [says(t(found.outcome === "complete" ? "hints.complete" : found.outcome === "none" ? "says.none" : "hints.right"))]));
  }

  /** Play all steps on the board; those found before a limit or a stop are kept. */
  steps() {
    this.#clear();
    const found = [];
    const number = () => t("steps.so-far", { n: found.length });
    const place = make("p", { class: "hint", id: "so-far" });
    const part = (step) => {
      found.push(step);
      place.textContent = number();
    };
    const known = () => (found.length ? [says(number()), list(found)] : null);
    this.asking.ask("steps", (values) => values, (result, on) => player(result, on.board, on), { limit: 120, part, before: [place], known });
  }

  #clear() {
    if (this.puzzle.now.board) this.view.show(this.puzzle.now.board, {});
  }

  #ask(render, far = false) {
    const { play, now } = this.puzzle;
    this.#clear();
    this.asking.ask("hint", (values) => ({ ...values, entered: entered(play, now.board), far }), render, { limit: 60 });
  }

  #wrong({ wrong, together }, on) {
    const clashes = [...(wrong.length ? [["hints.wrong", wrong]] : []), ...together.map((clash) => ["hints.together", clash])];
    if (clashes.length) on.overlay({ ringed: clashes.flatMap(([, entries]) => entries.map(({ cell }) => cell)).filter(Boolean) });
    return clashes.flatMap(([words, entries]) => [make("p", { class: "says bad" }, t(words, { n: entries.length })), items(entries, entry)]);
  }

  #step({ step, outcome, reason }, on) {
    if (outcome === "wrong") return [];
    if (!step) return [says(t(`hints.${outcome}`, { reason: reason ?? "" }))];
    const passed = step.passed.flatMap((before) => before.facts);
    const play = { ...EMPTY, ...this.puzzle.play };
    if (on.board) on.overlay(shownStep(on.board, { ...play, known: [...play.known, ...passed] }, step));
    const take = () => {
      this.puzzle.mark(withFacts(this.puzzle.play, [...passed, ...step.facts]));
      this.next();
    };
    return [
      step.passed.length ? make("details", {}, make("summary", {}, t("hints.passed", { n: step.passed.length })), list(step.passed)) : null,
      ...reasons(step),
      make("p", { class: "actions" }, button(t("hints.take"), take, { class: "acts primary", id: "take-hint" }), button(t("hints.far"), () => this.next(true), { class: "acts", id: "far-hint" })),
    ];
  }
}
