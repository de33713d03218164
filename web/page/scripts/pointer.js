// Mouse and touch on the board: a drag selects cells, or is a stroke of the tool in use.

import { includes, same } from "./cells.js";

const NEAR = 0.42; // of a cell, from its centre: what a stroke must come near to, so that it can pass corners

export class Pointer {
  constructor(view) {
    this.view = view;
    this.cells = null;
  }

  /** Hear what happens on a grid. */
  watch(grid) {
    this.grid = grid;
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    grid.addEventListener("pointermove", (event) => this.#move(event));
    grid.addEventListener("pointerup", (event) => this.#up(event));
    grid.addEventListener("pointercancel", () => this.#drop());
    grid.addEventListener("contextmenu", (event) => this.view.tool?.begin && event.preventDefault());
  }

  /** Where the pointer is, in cells from the upper left corner of the board. */
  #point(event) {
    const box = this.grid.getBoundingClientRect();
    const { width, height, left, top } = this.view.frame;
    return [((event.clientY - box.top) / box.height) * height - top, ((event.clientX - box.left) / box.width) * width - left];
  }

  /** The cell at a point; for marks, the nearest one on the board. */
  #cell([y, x]) {
    const { rows, columns } = this.view.board;
    if (this.view.tool?.begin) return [clamped(y, rows), clamped(x, columns)];
    const within = (value, most) => (value < 0 ? -1 : value >= most ? most : Math.floor(value));
    const cell = [within(y, rows), within(x, columns)];
    return this.view.cellsByKey.has(cell.join()) ? cell : null;
  }

  #down(event) {
    const second = event.button === 2 && Boolean(this.view.tool?.begin);
    if (event.button && !second) return;
    event.preventDefault();
    const point = this.#point(event);
    const cell = this.#cell(point);
    if (!cell) return;
    const { view } = this;
    const outside = cell[0] < 0 || cell[1] < 0 || cell[0] >= view.board.rows || cell[1] >= view.board.columns;
    if (view.touch(cell)) return;
    if (outside) return view.go(cell);
    this.grid.setPointerCapture?.(event.pointerId);
    this.point = point;
    this.second = second;
    view.tool?.begin?.();
    view.tool?.pass?.(point);
    this.adds = event.ctrlKey || event.metaKey || event.shiftKey;
    this.before = this.adds && !view.tool ? view.selected : [];
    this.cells = [cell];
    this.#show(cell);
  }

  #move(event) {
    if (!this.cells) return;
    for (const one of event.getCoalescedEvents?.().length ? event.getCoalescedEvents() : [event]) this.#pass(this.#point(one));
  }

  /** Every cell between the last place of the pointer and this one. */
  #pass(point) {
    const [y, x] = this.point;
    const steps = Math.max(1, Math.ceil(5 * Math.hypot(point[0] - y, point[1] - x)));
    for (let step = 1; step <= steps; step++) this.#visit([y + ((point[0] - y) * step) / steps, x + ((point[1] - x) * step) / steps]);
    this.point = point;
  }

  #visit(point) {
    this.view.tool?.pass?.(point);
    const cell = this.#cell(point);
    const { rows, columns } = this.view.board;
    if (!cell || cell[0] < 0 || cell[1] < 0 || cell[0] >= rows || cell[1] >= columns || same(cell, this.cells.at(-1))) return;
    const tool = this.view.tool;
    if (tool && Math.hypot(point[0] - cell[0] - 0.5, point[1] - cell[1] - 0.5) > NEAR) return;
    const closes = tool?.closes && this.cells.length > 2 && same(cell, this.cells[0]);
    if (tool && this.cells.length > 1 && same(cell, this.cells.at(-2))) this.cells.pop(); // back along the stroke
    else if (closes || !includes(this.cells, cell)) this.cells.push(cell);
    else return;
    this.#show(cell);
  }

  #show(cell) {
    const { view } = this;
    if (view.tool) view.tool.show?.(this.cells);
    view.select(view.tool ? [cell] : [...this.before.filter((one) => !includes(this.cells, one)), ...this.cells], cell);
    view.focus(true); // the board stays where it is during a stroke
  }

  #up(event) {
    const { cells, view } = this;
    this.cells = null;
    if (!cells || !view.tool?.stroke) return;
    view.tool.stroke(cells, this.#point(event), this.second);
  }

  #drop() {
    this.cells = null;
    this.view.ink?.draw([]);
  }
}

const clamped = (value, most) => Math.min(Math.max(Math.floor(value), 0), most - 1);

/** The two cells whose border is nearest to a point. */
export function nearestPair([y, x], { rows, columns }) {
  const cell = [Math.floor(y), Math.floor(x)];
  const [down, right] = [y - cell[0] - 0.5, x - cell[1] - 0.5];
  const step = Math.abs(down) > Math.abs(right) ? [Math.sign(down) || 1, 0] : [0, Math.sign(right) || 1];
  const inside = ([r, c]) => r >= 0 && c >= 0 && r < rows && c < columns;
  const other = [cell[0] + step[0], cell[1] + step[1]];
  return inside(other) ? [cell, other] : [cell, [cell[0] - step[0], cell[1] - step[1]]];
}

/** The cell at the upper left of the corner nearest to a point. */
export function nearestCorner([y, x], { rows, columns }) {
  const within = (value, most) => Math.min(Math.max(Math.round(value) - 1, 0), most - 2);
  return [within(y, rows), within(x, columns)];
}
