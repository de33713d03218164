// The size of the board: its rows and columns, in fields that resize it.

import { make } from "./dom.js";
import { failure } from "./messages.js";
import { t } from "./words/words.js";

const LARGEST = 60;

export class Sizes {
  constructor(engine, puzzle) {
    Object.assign(this, { engine, puzzle });
  }

  /** The fields for a board; one if it is a square. */
  fields({ rows, columns, square }) {
    const wrong = make("div", { role: "status", id: "size-wrong" });
    const input = (name, value) => make("input", { id: `size-${name}`, type: "number", min: "1", max: String(LARGEST), value: String(value) });
    const [down, across] = [input("rows", rows), input("columns", columns)];
    const change = () => this.#resize(Number(down.value), Number((square ? down : across).value), wrong);
    down.onchange = across.onchange = change;
    const field = (words, one) => make("label", { class: "field" }, make("span", {}, t(words)), one);
    const shown = square ? [field("size.side", down)] : [field("size.rows", down), field("size.columns", across)];
    return [make("div", { class: "sizes", role: "group", "aria-label": t("size.title") }, shown), wrong];
  }

  async #resize(rows, columns, wrong) {
    wrong.replaceChildren();
    const before = await this.puzzle.settled();
    const board = { ...before.board, picture: null, drawn: null };
    const { result, failed } = await this.engine.ask("resize", { board, rows, columns }).catch((error) => ({ failed: { message: error.message } }));
    if (failed) wrong.replaceChildren(...failure(failed));
    else if (this.puzzle.now === before) this.puzzle.type({ ...result, picture: null, drawn: null });
  }
}
