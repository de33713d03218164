// The questions about the puzzle, each a button; the first one is the largest.

import { at, button, make } from "./dom.js";
import { Hints } from "./hints.js";
import { Puzzle } from "./puzzle.js";
import { command, counted, shown } from "./results.js";
import { t } from "./words/words.js";

const MAIN = "check";
const OTHERS = ["solve", "candidates", "explain", "count", "prove"];
const COMMANDS = { prove: "check puzzle.txt --certify certificates" };

export class Questions {
  constructor(engine, puzzle, view, asking, page) {
    Object.assign(this, { engine, puzzle, view, asking, page, hints: new Hints(puzzle, view, asking) });
  }

  build() {
    const one = (name) => button(t(`questions.${name}`), () => this.ask(name), { class: `asks ${name}`, id: `ask-${name}`, "data-name": name, title: t(`about.${name}`) });
    at("main-question").replaceChildren(one(MAIN));
    const hint = (name, run) => button(t(`questions.${name}`), run, { class: "asks", id: `ask-${name}`, "data-name": name, title: t(`about.${name}`) });
    at("questions").replaceChildren(...OTHERS.map(one), hint("hint", () => this.hints.next()), hint("steps", () => this.hints.steps()), hint("so-far", () => this.hints.check()));
  }

  /** Of several puzzles, one has to be opened first. */
  enable(several) {
    for (const each of document.querySelectorAll("button.asks[data-name]")) each.disabled = several;
  }

  ask(name) {
    const { puzzle, view, page } = this;
    if (puzzle.now.board) view.show(puzzle.now.board, {});
    const words = page.limited(`coversat ${COMMANDS[name] ?? `${name} puzzle.txt`}`);
    const render = (found, on, bytes) => [...shown[name](found, on, bytes), command(words)];
    return this.asking.ask(name, (values) => values, render, { limit: page.limit, ...(name === "count" ? lowerBound() : {}) });
  }

  /** Open one of several puzzles. */
  async pick(number) {
    const { now } = this.puzzle;
    const { result } = await this.engine.ask("pick", { ...Puzzle.stated(now), number });
    if (result) this.page.open(result, now.kind);
  }

}

/** The intermediate results of a count: how many answers there are at least, and about. */
function lowerBound() {
  const place = make("div", { id: "so-far" });
  let last = { count: "0" };
  const part = (results) => {
    last = { ...last, ...results };
    place.replaceChildren(...(counted(last) ?? []));
  };
  return { part, before: [place], known: () => counted(last) };
}
