// The next step of somebody who solves the puzzle, or what is wrong so far.

import { button, make, picture } from "./dom.js";
import { save } from "./files.js";
import { entered, withFacts } from "./play.js";
import { savePng } from "./send.js";
import { koreanFacts, koreanLine, koreanReason } from "./words/korean.js";
import { capital, spoken, t, translated } from "./words/words.js";

const items = (those, inWords) => make("ul", { class: "givens" }, those.map(({ words }) => make("li", {}, inWords(words))));
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

  /** Show all steps, as a strip of pictures; those found before a limit or a stop are kept. */
  steps() {
    if (this.puzzle.now.board) this.view.show(this.puzzle.now.board, {});
    const found = [];
    const number = () => t("steps.so-far", { n: found.length });
    const place = make("p", { class: "hint", id: "so-far" });
    const part = ({ step }) => {
      found.push(step);
      place.textContent = number();
    };
    const known = () => (found.length ? [says(number()), list(found)] : null);
    const language = spoken();
    const render = (result) => strip(result, language, () => this.steps());
    this.asking.ask("steps", (values) => ({ ...values, language }), render, { limit: 120, part, before: [place], known });
  }

  #ask(render, far = false) {
    const { play, now } = this.puzzle;
    if (now.board) this.view.show(now.board, {});
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
    const cells = step.facts.map(({ cell }) => cell).filter(Boolean);
    const all = [...step.passed.flatMap((before) => before.facts), ...step.facts];
    on.overlay({ ringed: cells, used: step.rules.map((rule) => rule.cells), facts: all });
    const take = () => {
      this.puzzle.mark(withFacts(this.puzzle.play, all));
      this.next();
    };
    const before = step.passed.length ? make("details", {}, make("summary", {}, t("hints.passed", { n: step.passed.length })), list(step.passed.map(({ words }) => words))) : null;
    return [
      before,
      make("p", { class: "number small" }, facts(step.conclusion)),
      step.pattern ? says(fact(step.pattern)) : null,
      step.rules.length ? says(t("hints.because")) : says(t("hints.last")),
      items(step.rules, fact),
      step.links.length ? make("pre", { class: "links" }, step.links.map(line).join("\n")) : null,
      make("p", { class: "actions" }, button(t("hints.take"), take, { class: "acts primary", id: "take-hint" }), button(t("hints.far"), () => this.next(true), { class: "acts", id: "far-hint" })),
    ];
  }
}

const inLanguage = (korean) => (words) => (spoken() === "en" ? capital(words) : korean(words));
const fact = inLanguage((words) => translated(words) ?? words);
const facts = inLanguage(koreanFacts);
const entry = inLanguage(koreanReason);
const line = inLanguage(koreanLine);

const list = (steps) => make("ul", { class: "givens" }, steps.map((step, at) => make("li", {}, line(`${at + 1}. ${step}`))));

/** Steps as a strip of pictures, whose words are in a language; in another one it can be drawn `again`. */
function strip({ outcome, hardest, open, steps, svg, reason }, language, again) {
  const words = t(`steps.${outcome}`, { n: steps.length, hardest, open, reason: reason ?? "" });
  if (!steps.length) return [says(words)];
  const drawn = svg && language === spoken();
  const lines = make("details", { open: !drawn }, make("summary", {}, t("steps.words")), list(steps));
  if (!svg) return [says(words), lines];
  if (!drawn) return [says(words), make("p", { class: "actions" }, button(t("steps.draw"), again, { class: "acts", id: "draw-steps" })), lines];
  const keep = [
    button(t("save-svg"), () => save("steps.svg", svg, "image/svg+xml"), { id: "save-steps" }),
    button(t("save-png"), () => savePng(svg, "steps.png")),
  ];
  return [says(words), make("div", { class: "strip", tabindex: "0" }, picture(svg, t("steps.strip"))), make("p", { class: "actions" }, keep), lines];
}
