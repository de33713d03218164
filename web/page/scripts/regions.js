// Regions: a label is chosen, and cells are painted with it by dragging.

import { make } from "./dom.js";
import { inRegion } from "./typing.js";
import { t } from "./words/words.js";

export const NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Event `change`: another label. */
export class Regions extends EventTarget {
  constructor(view, puzzle) {
    super();
    Object.assign(this, { view, puzzle, label: null });
  }

  fits(board) {
    return board.regions !== null || board.kind === "sudoku";
  }

  pick(label) {
    this.label = label;
    const named = ([r, c]) => NAMES[this.view.board.regions?.[r][c]];
    this.view.use({ stroke: (cells) => this.paint(cells), show: (cells) => this.view.ink.draw([cells], "cells"), region: named });
    this.dispatchEvent(new Event("change"));
  }

  drop() {
    this.label = null;
    this.view.use(null);
    this.dispatchEvent(new Event("change"));
  }

  paint(cells) {
    this.puzzle.type(inRegion(withoutBoxes(this.view.board), cells, this.label));
    this.view.ink.draw([]);
    this.view.ink.wait([cells], "cells");
  }

  /** The labels of a board whose kind has regions. */
  buttons(board) {
    if (!this.fits(board)) return [];
    const sizes = new Map();
    for (const label of (board.regions ?? []).flat()) sizes.set(label, (sizes.get(label) ?? 0) + 1);
    const most = Math.min(NAMES.length, Math.max(board.rows, ...[...sizes.keys()].map((label) => label + 2)));
    const one = (label) => {
      const choose = () => this.pick(label);
      const words = [NAMES[label], make("small", {}, String(sizes.get(label) ?? 0))];
      return make("button", { type: "button", class: "label", id: `region-${label}`, "aria-pressed": String(this.label === label), onclick: choose, "aria-label": t("region", { name: NAMES[label], n: sizes.get(label) ?? 0 }) }, words);
    };
    return [make("h3", {}, t("regions")), make("div", { class: "labels", role: "group", "aria-label": t("regions") }, Array.from({ length: most }, (_, label) => one(label)))];
  }

  /** What is shown while regions are painted. */
  tooling() {
    const { board } = this.view;
    const add = make("button", { type: "button", id: "add-region", onclick: () => this.paint(this.view.cells) }, t("paint"));
    const stop = make("button", { type: "button", class: "quiet", id: "tool-done", onclick: () => this.drop() }, t("done"));
    const none = board.kind === "sudoku" && board.regions ? make("button", { type: "button", class: "quiet", onclick: () => this.puzzle.type({ ...board, regions: null }) }, t("no-regions")) : null;
    const labels = board.kind === "sudoku" ? this.buttons(board) : [];
    return [make("p", { class: "hint" }, t("gestures.regions")), ...labels, make("div", { class: "fields" }, add, none, stop)];
  }
}

/** A sudoku with regions has no boxes. */
function withoutBoxes(board) {
  if (board.kind !== "sudoku" || board.regions) return board;
  const rows = `${".".repeat(board.columns)}\n`.repeat(board.rows);
  return { ...board, base: `boxes none\n${rows}` };
}
