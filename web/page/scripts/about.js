// What a setter says about a puzzle: its title, author and rules in words.  They are kept with it, go into links of
// programs that have them, and are printed.

import { at, make } from "./dom.js";
import { beforeLeaving } from "./leaving.js";
import { withAbout } from "./play.js";

const NAMES = ["title", "author", "rules"];

export class About {
  constructor(puzzle) {
    this.puzzle = puzzle;
    for (const name of NAMES) at(`about-${name}`).onchange = () => this.#note(name);
    beforeLeaving(() => NAMES.filter((name) => document.activeElement === at(`about-${name}`)).forEach((name) => this.#note(name)));
    puzzle.addEventListener("change", () => this.#show());
  }

  get #said() {
    return this.puzzle.play?.about ?? {};
  }

  #note(name) {
    const words = at(`about-${name}`).value.trim();
    const { [name]: before, ...others } = this.#said;
    if (words === (before ?? "")) return;
    this.puzzle.mark(withAbout(this.puzzle.play, words ? { ...others, [name]: words } : others));
  }

  #show() {
    const { title, author, rules = "" } = this.#said;
    for (const name of NAMES) {
      const field = at(`about-${name}`);
      if (document.activeElement !== field) field.value = this.#said[name] ?? "";
    }
    at("credit").replaceChildren(...(title ? [make("b", {}, title)] : []), ...(author ? [make("span", {}, author)] : []));
    at("said").textContent = rules;
  }
}
