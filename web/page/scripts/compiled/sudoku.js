// Sudokus as programs of the compiled engine: from the page's board, or from a plain text.

import { NotCompiled, Program } from "./program.js";
import { addRules } from "./rules.js";

const SIZES = { least: 4, most: 16 };
const SIDES = ["left", "right", "top", "bottom"];

/** The program for a board or a text, and its cells if it is `classic`; null if the engine cannot state all of it. */
export function compiled({ board, text }) {
  try {
    if (board) return board.kind === "sudoku" && !board.words ? ofBoard(board) : null;
    return text ? ofBoard(ofText(text)) : null;
  } catch (error) {
    if (error instanceof NotCompiled || error instanceof RangeError) return null;
    throw error;
  }
}

function ofBoard(board) {
  const { rows: size, columns, symbols, faces, rules, regions } = board;
  if (size !== columns || size < SIZES.least || size > SIZES.most || symbols.length !== size || symbols[0] !== "1") throw new NotCompiled("size");
  const grid = new Grid(size, boxOf(board.base, size, regions), regions);
  const givens = faces.flat().map((face) => symbols.indexOf(face) + 1);
  const unknown = faces.flat().some((face) => face && !symbols.includes(face));
  if (unknown) throw new NotCompiled("digits");
  const program = new Program(size * size, size);
  givens.forEach((digit, cell) => digit && program.only(cell, (other) => other === digit));
  for (const [, cells] of grid.houses) program.group(cells);
  if (regions) for (const cells of grid.regions) program.group(cells);
  addRules(program, rules, grid);
  const classic = size === 9 && grid.box?.join() === "3,3" && !regions && !rules.length;
  return { program: program.words(), classic: classic ? Int32Array.from(givens) : null };
}

/** The sides of a box by the headings of the board; null without boxes. */
function boxOf(base, size, regions) {
  const heads = base.split("\n").filter((line) => /^[a-z]/.test(line));
  const found = heads.length === 1 && /^boxes (?:none|(\d)x(\d))$/.exec(heads[0]);
  if (heads.length && !found) throw new NotCompiled(heads[0]);
  if (found) return found[1] ? [Number(found[1]), Number(found[2])] : null;
  if (regions) return null;
  for (let rows = Math.floor(Math.sqrt(size)); rows > 1; rows--) if (size % rows === 0 && size / rows < 6) return [rows, size / rows];
  throw new NotCompiled("no boxes");
}

/** A text in one line or in rows of characters, with rules below, as a board; other texts are Python's. */
function ofText(text) {
  const lines = text.split("\n").map((line) => line.replace(/#.*/, "").trim()).filter(Boolean).map((line) => (/^[0-9. ]+$/.test(line) ? line.replaceAll(" ", "") : line));
  const heads = lines.filter((line, at) => line.startsWith("boxes ") && at === 0);
  const rest = lines.slice(heads.length);
  const one = /^[0-9.]+$/.test(rest[0] ?? "") && rest[0].length === 81;
  const cells = one ? rest[0] : rest.slice(0, (rest[0] ?? "").length).join("");
  const size = Math.sqrt(cells.length);
  if (!/^[0-9.]+$/.test(cells) || size > 9 || size < SIZES.least || (!one && rest[0].length !== size)) throw new NotCompiled("text");
  let rules = rest.slice(one ? 1 : size);
  if ((one && rules.length) || rules.some((line) => /^[0-9.]/.test(line))) throw new NotCompiled("several puzzles");
  const at = rules.indexOf("regions");
  const letters = at < 0 ? null : rules.slice(at + 1, at + 1 + size).join("");
  if (letters) rules = [...rules.slice(0, at), ...rules.slice(at + 1 + size)];
  const names = letters && [...new Set(letters)];
  if (letters && (letters.length !== size * size || names.length !== size)) throw new NotCompiled("regions");
  const rows = (all) => Array.from({ length: size }, (_, row) => all.slice(row * size, (row + 1) * size));
  const symbols = Array.from({ length: size }, (_, digit) => String(digit + 1));
  const faces = rows([...cells].map((one) => (one === "." || one === "0" ? "" : one)));
  return { rows: size, columns: size, symbols, faces, rules, regions: letters && rows([...letters].map((one) => names.indexOf(one))), base: heads.join("\n") };
}

/** The cells of a square board, by number from 0, row by row. */
class Grid {
  constructor(size, box, labels) {
    Object.assign(this, { size, box });
    this.part = (cell) => (labels ? labels.flat()[cell] : this.#box(cell));
    this.houses = [...this.#lines(1), ...this.#boxes()];
    this.regions = labels ? this.#by((cell) => labels.flat()[cell]) : [];
    if (this.regions.some((cells) => cells.length > size)) throw new NotCompiled("regions");
    const whole = this.regions.filter((cells) => cells.length === size).map((cells) => [1, cells]);
    this.unions = [...[1, 2, 3, 4].flatMap((wide) => this.#lines(wide)), ...this.#boxes(), ...whole].filter(([number, cells]) => cells.length === number * size);
    this.borders = [...this.leaps(0, 1), ...this.leaps(1, 0)];
  }

  cell(row, column) {
    if (Math.min(row, column) < 0 || Math.max(row, column) >= this.size) throw new NotCompiled("a cell outside the board");
    return row * this.size + column;
  }

  /** A cell with those to the right and below. */
  square(cell) {
    const [row, column] = [Math.floor(cell / this.size), cell % this.size];
    return [this.cell(row, column), this.cell(row, column + 1), this.cell(row + 1, column), this.cell(row + 1, column + 1)];
  }

  get #all() {
    return Array.from({ length: this.size ** 2 }, (_, cell) => cell);
  }

  #by(label) {
    const found = new Map();
    for (const cell of this.#all) found.set(label(cell), [...(found.get(label(cell)) ?? []), cell]);
    return [...found.values()];
  }

  #box(cell) {
    const [row, column] = [Math.floor(cell / this.size), cell % this.size];
    if (!this.box) return 0;
    return Math.floor(row / this.box[0]) * this.size + Math.floor(column / this.box[1]);
  }

  #boxes() {
    return this.box ? this.#by((cell) => this.#box(cell)).map((cells) => [1, cells]) : [];
  }

  /** Rows beside each other, and columns, each with their number. */
  #lines(wide) {
    const starts = Array.from({ length: this.size - wide + 1 }, (_, at) => at);
    const inside = (start, at) => at >= start && at < start + wide;
    const rows = starts.map((start) => [wide, this.#all.filter((cell) => inside(start, Math.floor(cell / this.size)))]);
    return [...rows, ...starts.map((start) => [wide, this.#all.filter((cell) => inside(start, cell % this.size))])];
  }

  /** Pairs of cells, the other one so many rows down and columns to the right. */
  leaps(down, right) {
    const found = [];
    for (const cell of this.#all) {
      const [row, column] = [Math.floor(cell / this.size) + down, (cell % this.size) + right];
      if (row < this.size && column >= 0 && column < this.size) found.push([cell, row * this.size + column]);
    }
    return found;
  }

  /** The cells of a line from a clue at a side. */
  side(side, number) {
    if (!SIDES.includes(side) || !(number >= 1 && number <= this.size)) throw new NotCompiled("a clue outside the board");
    const across = side === "left" || side === "right";
    const cells = Array.from({ length: this.size }, (_, at) => (across ? this.cell(number - 1, at) : this.cell(at, number - 1)));
    return side === "left" || side === "top" ? cells : cells.reverse();
  }

  /** A diagonal from a cell to the border. */
  diagonal(row, down, right, column = 0) {
    const cells = [];
    for (; row >= 0 && row < this.size && column >= 0 && column < this.size; row += down, column += right) cells.push(this.cell(row, column));
    return cells;
  }

  /** The cells at the same place of the boxes. */
  get places() {
    if (!this.box) throw new NotCompiled("no boxes");
    return this.#by((cell) => (Math.floor(cell / this.size) % this.box[0]) * this.size + ((cell % this.size) % this.box[1]));
  }

  /** The windows of a windoku: the shape of a box, one cell from the border and one apart. */
  get windows() {
    if (!this.box) throw new NotCompiled("no boxes");
    const [high, wide] = this.box;
    const starts = (side) => Array.from({ length: this.size }, (_, at) => at).filter((at) => at % (side + 1) === 1 && at + side < this.size);
    return starts(high).flatMap((top) => starts(wide).map((left) => this.#all.filter((cell) => {
      const [row, column] = [Math.floor(cell / this.size) - top, (cell % this.size) - left];
      return row >= 0 && row < high && column >= 0 && column < wide;
    })));
  }
}
