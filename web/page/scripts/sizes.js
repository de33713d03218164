// The size of the board, in fields that resize it, and buttons that turn, mirror and shift it.

import { button, make } from "./dom.js";
import { failure } from "./messages.js";
import { t } from "./words/words.js";

const MOTIONS = { turn: "↻", mirror: "⇋", left: "←", top: "↑", bottom: "↓", right: "→" };

export class Sizes {
  constructor(engine, puzzle) {
    Object.assign(this, { engine, puzzle });
  }

  /** The fields for a board; one if it is a square. */
  fields({ rows, columns, square }) {
    const wrong = make("div", { role: "status", id: "size-wrong" });
    const input = (name, value) => make("input", { id: `size-${name}`, type: "number", min: "1", value: String(value) });
    const [down, across] = [input("rows", rows), input("columns", columns)];
    const change = () => this.#change("resize", { rows: Number(down.value), columns: Number((square ? down : across).value) }, wrong);
    down.onchange = across.onchange = change;
    const field = (words, one) => make("label", { class: "field" }, make("span", {}, t(words)), one);
    const shown = square ? [field("size.side", down)] : [field("size.rows", down), field("size.columns", across)];
    const move = ([how, sign]) => button(sign, () => this.#change("move", { how }, wrong), { id: `move-${how}`, class: "move", "aria-label": t(`motions.${how}`), title: t(`motions.${how}`) });
    const motions = make("div", { class: "motions", role: "group", "aria-label": t("motions.title") }, Object.entries(MOTIONS).map(move));
    return [make("div", { class: "sizes", role: "group", "aria-label": t("size.title") }, shown, motions), wrong];
  }

  async #change(question, values, wrong) {
    wrong.replaceChildren();
    const before = await this.puzzle.settled();
    const board = { ...before.board, picture: null, drawn: null };
    const { result, failed } = await this.engine.ask(question, { board, ...values }).catch((error) => ({ failed: { message: error.message } }));
    if (failed) wrong.replaceChildren(...failure(failed));
    else if (this.puzzle.now === before) this.puzzle.type({ ...result, picture: null, drawn: null });
  }
}
