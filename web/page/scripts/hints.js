// The next step of somebody who solves the puzzle, or what is wrong so far.

import { named } from "./cells.js";
import { button, make, picture } from "./dom.js";
import { save } from "./files.js";
import { valuesOf, withFacts } from "./play.js";
import { savePng } from "./send.js";
import { spoken, t, translated } from "./words/words.js";

const fact = (words) => translated(words) ?? words;
const says = (words) => make("p", { class: "says" }, words);

/** All that is known: digits that were entered, and what hints said. */
export function known(play) {
  const entered = valuesOf(play).map(({ cell, face }) => `${named(cell)} is ${face}`);
  return [...new Set([...entered, ...(play?.known ?? []).map(({ words }) => words)])];
}

/** Questions about what is noted on the puzzle. */
export class Hints {
  constructor(puzzle, view, asking) {
    Object.assign(this, { puzzle, view, asking });
  }

  /** Ask for the next step. */
  next() {
    this.#ask((found, on) => [...this.#wrong(found, on), ...this.#step(found, on)]);
  }

  /** Ask whether what is noted so far is right. */
  check() {
    this.#ask((found, on) => (found.wrong.length || found.together ? this.#wrong(found, on) : [says(t(found.outcome === "complete" ? "hints.complete" : found.outcome === "none" ? "says.none" : "hints.right"))]));
  }

  /** Show all steps, as a strip of pictures. */
  steps() {
    if (this.puzzle.now.board) this.view.show(this.puzzle.now.board, {});
    this.asking.ask("steps", (values) => values, strip, { limit: 120 });
  }

  #ask(render) {
    const { play, now } = this.puzzle;
    if (now.board) this.view.show(now.board, {});
    this.asking.ask("hint", (values) => ({ ...values, known: known(play) }), render, { limit: 60 });
  }

  #wrong({ wrong, together }, on) {
    if (!wrong.length) return together ? [says(t("hints.together"))] : [];
    on.overlay({ ringed: wrong.map(({ cell }) => cell).filter(Boolean) });
    const head = make("p", { class: "says bad" }, t(together ? "hints.together" : "hints.wrong", { n: wrong.length }));
    return [head, make("ul", { class: "givens" }, wrong.map(({ words }) => make("li", {}, fact(words))))];
  }

  #step({ step, outcome, wrong, reason }, on) {
    if (wrong.length) return [];
    if (!step) return [says(t(`hints.${outcome}`, { reason: reason ?? "" }))];
    const cells = step.facts.map(({ cell }) => cell).filter(Boolean);
    on.overlay({ ringed: cells, used: step.rules.map((rule) => rule.cells), facts: step.facts });
    const take = () => {
      this.puzzle.mark(withFacts(this.puzzle.play, step.facts));
      this.next();
    };
    return [
      make("p", { class: "number small" }, facts(step.conclusion)),
      step.pattern ? says(table(step.pattern)) : null,
      step.rules.length ? says(t("hints.because")) : says(t("hints.last")),
      make("ul", { class: "givens" }, step.rules.map(({ words }) => make("li", {}, fact(words)))),
      step.links.length ? make("pre", { class: "links" }, step.links.map(line).join("\n")) : null,
      make("p", { class: "actions" }, button(t("hints.take"), take, { class: "acts primary", id: "take-hint" })),
    ];
  }
}

/** Each part of some words, in the language of the page. */
const each = (words, separator) => words.split(separator).map(fact).join(separator);

/** Facts in the language of the page; only English says the same of several places in one phrase. */
const facts = (words) => (spoken() === "en" ? words : [...apart(words)].map(fact).join(", "));

function* apart(words) {
  let line = "";
  let places = [];
  for (const part of words.split(", ")) {
    const [, opening, place] = /^(each|none) of (\S+)$/.exec(part) ?? [];
    const [, next, last, what] = /^(\S+) and (\S+) is (.+)$/.exec(part) ?? [];
    line = /^(there is (a|no) line|(a|no) domino lies)/.exec(part)?.[0] ?? line;
    if (opening) places = [opening, place];
    else if (places.length && what) {
      const [of, ...all] = [...places, next, last];
      yield* all.map((one) => `${one} is ${of === "none" ? "not " : ""}${what}`);
      places = [];
    } else if (places.length) places.push(part);
    else yield /^(above|below|left of|right of|between|on) /.test(part) ? `${line} ${part}` : part;
  }
}

/** One line of the links of a step: its indentation and number, what follows, why, and notes. */
const line = (words) =>
  words.replace(/^(\s*\S+ )(.*?)(?:: (.*?))?(?: \[(.*)\])?$/, (_, number, said, why, notes) =>
    [number + facts(said), why && `: ${translated(why) ?? each(why, "; ")}`, notes && ` [${each(notes, ", ")}]`].filter(Boolean).join(""),
  );

function strip({ outcome, hardest, open, steps, svg, reason }) {
  const words = t(`steps.${outcome}`, { n: steps.length, hardest, open, reason: reason ?? "" });
  if (!steps.length) return [says(words)];
  const lines = make("details", { open: !svg }, make("summary", {}, t("steps.words")), make("ul", { class: "givens" }, steps.map((step, at) => make("li", {}, line(`${at + 1}. ${step}`)))));
  const keep = svg && [
    button(t("save-svg"), () => save("steps.svg", svg, "image/svg+xml"), { id: "save-steps" }),
    button(t("save-png"), () => savePng(svg, "steps.png")),
  ];
  return [says(words), svg ? make("div", { class: "strip", tabindex: "0" }, picture(svg, t("steps.strip"))) : null, keep ? make("p", { class: "actions" }, keep) : null, lines];
}

const table = (pattern) => translated(pattern) ?? pattern;
