// Marks of somebody who solves a puzzle by hand: values of cells that are drawn, lines, and crosses for no line.
//
// A line is named by its ends, `0,3|0,4`: cells whose centres it joins, or corners of cells on a board of borders.

import { beside, key, reading, sideOf } from "./cells.js";
import { EMPTY } from "./play.js";
import { face } from "./typing.js";

const CORNER = 0.33; // of a cell: how near to a corner a stroke must come to pass it
const EDGE = 0.28; // how near to a side a tap means the line there, if cells have marks too
const SIDES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Whether lines of a board are along the sides of cells. */
export const onBorders = (board) => ["borders", "walls"].includes(board.marks.lines);

const lineOf = (ends) => [...ends].sort(reading).map(key).join("|");

/** The next of what may be drawn after this; undefined for nothing. */
const following = (all, before) => all[all.indexOf(before) + 1];

export class Marking {
  constructor(view, puzzle) {
    Object.assign(this, { view, puzzle });
    this.corners = [];
    this.tool = {
      closes: true, // a stroke that ends where it began is a loop
      begin: () => (this.corners = []),
      pass: (point) => onBorders(view.board) && this.#pass(point),
      show: () => {},
      stroke: (cells, point, second) => this.#stroke(cells, point, second),
    };
  }

  get #marks() {
    return this.view.board.marks;
  }

  /** A key; whether it was taken. */
  press(word, shifted) {
    if (shifted && SIDES[word]) return this.#side(SIDES[word]);
    const faces = this.#faces;
    if (word === " " || word === "Enter") return this.#change({ cells: (before) => following(faces, before) });
    if (["Delete", "Backspace"].includes(word)) return this.#erase();
    const face = faces.find((one) => one.toLowerCase() === word.toLowerCase());
    return face !== undefined && this.#change({ cells: (before) => (before === face ? undefined : face) });
  }

  get #faces() {
    return this.#marks.cells.map(({ face }) => face);
  }

  /** The line on a side of the current cell, or to the next cell. */
  #side(step) {
    const line = this.#lineAt(this.view.at, step);
    return line !== null && this.#draw([line], this.#next(line));
  }

  #lineAt([r, c], [down, right]) {
    const { board } = this.view;
    if (!this.#marks.lines) return null;
    if (onBorders(board)) {
      const from = [r + Math.max(down, 0), c + Math.max(right, 0)];
      return lineOf([from, [from[0] + Math.abs(right), from[1] + Math.abs(down)]]);
    }
    const other = [r + down, c + right];
    return other[0] < 0 || other[1] < 0 || other[0] >= board.rows || other[1] >= board.columns ? null : lineOf([[r, c], other]);
  }

  /** A line after none, a cross after a line, nothing after a cross. */
  #next(line) {
    return following([true, false], this.#play.lines[line]);
  }

  get #play() {
    return { ...EMPTY, ...this.puzzle.play };
  }

  #pass([y, x]) {
    const corner = [Math.round(y), Math.round(x)];
    const { rows, columns } = this.view.board;
    if (Math.hypot(y - corner[0], x - corner[1]) > CORNER || corner[0] > rows || corner[1] > columns) return;
    const before = this.corners.at(-1);
    if (!before || beside(before, corner)) this.corners.push(corner);
  }

  #stroke(cells, point, second) {
    const chain = onBorders(this.view.board) ? this.corners : cells;
    const lines = this.#marks.lines ? chain.slice(1).flatMap((end, at) => (beside(chain[at], end) ? [lineOf([chain[at], end])] : [])) : [];
    if (lines.length) return this.#draw(lines, lines.every((line) => this.#play.lines[line] === true) ? undefined : true);
    if (cells.length > 1 && !this.#faces.length) return undefined;
    if (cells.length > 1) return this.#paint(cells, second);
    return this.#tap(cells[0], point, second);
  }

  #tap(cell, [y, x], second) {
    const [down, right] = [y - cell[0] - 0.5, x - cell[1] - 0.5];
    const step = Math.abs(down) > Math.abs(right) ? [Math.sign(down) || 1, 0] : [0, Math.sign(right) || 1];
    const far = 0.5 - Math.max(Math.abs(down), Math.abs(right));
    const line = far < EDGE || !this.#faces.length ? this.#lineAt(cell, step) : null;
    if (line !== null) return this.#draw([line], second ? (this.#play.lines[line] === false ? undefined : false) : this.#next(line));
    return this.#paint([cell], second);
  }

  /** What the first of the cells gets next, in all of them. */
  #paint(cells, second) {
    const faces = this.#faces;
    if (!faces.length) return false;
    const before = this.#play.cells[key(cells[0])];
    const after = second ? (before === faces.at(-1) ? undefined : faces.at(-1)) : following(faces, before);
    return this.#change({ cells: () => after }, cells);
  }

  #draw(lines, on) {
    this.puzzle.mark({ ...this.#play, lines: changed(this.#play.lines, lines, () => on) });
    return true;
  }

  #change({ cells: change }, cells = this.view.cells) {
    const { board } = this.view;
    const free = cells.filter((cell) => !sideOf(board, cell) && (this.#marks.clued || !face(board, cell)));
    if (!this.#faces.length || !free.length) return false;
    this.puzzle.mark({ ...this.#play, cells: changed(this.#play.cells, free.map(key), change) });
    return true;
  }

  /** Remove the marks of the selected cells, and the lines there. */
  #erase() {
    const near = this.view.cells.flatMap((cell) => Object.values(SIDES).map((step) => this.#lineAt(cell, step))).filter(Boolean);
    const { cells, lines } = this.#play;
    const gone = () => undefined;
    this.puzzle.mark({ ...this.#play, cells: changed(cells, this.view.cells.map(key), gone), lines: changed(lines, near, gone) });
    return true;
  }
}

/** Notes with others at some places; without those that are undefined. */
function changed(notes, places, change) {
  const after = { ...notes };
  for (const place of places) {
    const value = change(notes[place]);
    if (value === undefined) delete after[place];
    else after[place] = value;
  }
  return after;
}
