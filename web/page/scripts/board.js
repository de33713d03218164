// The board on the page: coversat's picture below, over it a grid of cells that is typed into, and strokes over all.
//
// An overlay of a result:
//   { faces, links } of an answer or its `picture`, `marks` as lists of signs by cell, `ringed` cells,
//   `play` in place of what is played

import { beside, cellAt, cellsIn, includes, key, same, sideOf, unkey } from "./cells.js";
import { dress, tiles } from "./faces.js";
import { make, picture as image } from "./dom.js";
import { Ink } from "./ink.js";
import { onBorders } from "./marking.js";
import { EMPTY } from "./play.js";
import { Pointer } from "./pointer.js";
import * as typing from "./typing.js";
import { kindName, t } from "./words/words.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class BoardView {
  /**
   * `change` receives each new board after typing; `press` may take a key before the board does;
   * `refused` is called with a key that has no meaning; `named` returns a rule in a few words.
   */
  constructor(place, { change, press, refused, named }) {
    Object.assign(this, { place, change, press, refused, named });
    this.board = null;
    this.over = {};
    this.live = {};
    this.play = EMPTY;
    this.at = [0, 0];
    this.selected = [];
    this.half = "down";
    this.anew = true;
    this.tool = null; // { sides, closes, begin(), pass(point), stroke(cells, point, second), show(cells), face(cell), waits(cell), type(cell, key, anew), region(cell) }
    this.pointer = new Pointer(this);
    place.addEventListener("keydown", (event) => this.#press(event));
  }

  /** Show a board with an overlay and what is played on it. */
  show(board, over = this.over, play = this.play) {
    const before = this.board;
    const resized = !before || board.rows !== before.rows || board.columns !== before.columns || board.kind !== before.kind;
    const focused = this.place.contains(document.activeElement);
    const picture = over.picture ?? board.picture;
    const redrawn = drawingOf(board, over) !== this.drawing;
    Object.assign(this, { board, over, play: { ...EMPTY, ...play } });
    if (resized) {
      this.at = [0, 0];
      this.selected = [];
    }
    if (resized || this.ringed !== this.#ring()) this.#build();
    else if (redrawn) this.#lay();
    else if (picture !== this.picture) this.ink.wait([]); // what was drawn has no look
    this.picture = picture;
    this.#fill();
    if (focused) this.#cell(this.at)?.focus({ preventScroll: true });
  }

  /** Remove the board. */
  hide() {
    this.board = null;
    this.place.replaceChildren();
  }

  focus(preventScroll = false) {
    this.#cell(this.at)?.focus({ preventScroll });
  }

  /** Use a tool, or none: what is dragged is selected then. */
  use(tool) {
    this.tool = tool;
    this.ink?.draw([]);
    if (this.board) this.show(this.board);
  }

  /** A key on the page, as if typed. */
  type(word) {
    if (!this.press(word)) this.#apply(word);
    this.focus();
  }

  /** The selected cells; the current one if nothing else is selected. */
  get cells() {
    return this.selected.length ? this.selected : [this.at];
  }

  select(cells, at = cells.at(-1)) {
    this.selected = cells;
    if (at) this.#arrive(at);
    this.#showSelected();
  }

  /** Candidates, or cells in conflict, that are shown while the board is edited. */
  showLive(live) {
    this.live = live;
    if (this.board) this.#fill();
  }

  #cell(cell) {
    return this.cellsByKey?.get(key(cell));
  }

  /** The sides with room for clues: those of the puzzle, and those of the tool. */
  #ring() {
    return [...new Set([...Object.keys(this.board.sides), ...(this.tool?.sides ?? [])])].sort().join(" ");
  }

  /** New cells. They stay where they are when only the picture changes, so that no stroke is broken. */
  #build() {
    const { rows, columns } = this.board;
    this.ringed = this.#ring();
    this.cellsByKey = new Map();
    const sides = this.#sides();
    const cell = (at, name) => this.#newCell(at, name);
    const beside = (side) => Array.from({ length: columns }, (_, c) => cell(cellAt(this.board, side, c), "clue"));
    const row = (r) => [
      ...(sides.includes("left") ? [cell([r, -1], "clue")] : []),
      ...Array.from({ length: columns }, (_, c) => cell([r, c], "cell")),
      ...(sides.includes("right") ? [cell([r, columns], "clue")] : []),
    ];
    const grid = make(
      "div",
      { class: "cells", role: "grid", "aria-multiselectable": "true", "aria-label": t("grid", { kind: kindName(this.board.kind), rows, columns }) },
      sides.includes("top") ? make("div", { role: "row", class: "beside" }, beside("top")) : null,
      Array.from({ length: rows }, (_, r) => make("div", { role: "row", class: "row" }, row(r))),
      sides.includes("bottom") ? make("div", { role: "row", class: "beside" }, beside("bottom")) : null,
    );
    this.links = make("div", { class: "links" });
    this.under = make("div", { class: "layer" });
    this.ink = new Ink();
    this.whole = make("div", {}, this.under, this.links, grid, this.ink.element);
    this.place.replaceChildren(this.whole);
    this.pointer.watch(grid);
    this.#lay();
  }

  #sides() {
    return this.ringed ? this.ringed.split(" ") : [];
  }

  #newCell(at, name) {
    const element = make("div", { role: "gridcell", class: name, tabindex: "-1" });
    element.addEventListener("focus", () => this.#arrive(at));
    this.cellsByKey.set(key(at), element);
    return element;
  }

  /** The picture, and everything in its place over it. */
  #lay() {
    const { board, over, whole } = this;
    const picture = over.picture ?? board.picture;
    this.drawing = drawingOf(board, over);
    const frame = (this.frame = framed(board, picture, this.#sides()));
    const words = board.lines.length ? t("rule-list", { list: board.lines.join("; ") }) : "";
    whole.className = ["board", board.kind, board.rules.length && "labelled", board.lists && "listed", over.picture && "answered"].filter(Boolean).join(" ");
    whole.style.aspectRatio = `${frame.width} / ${frame.height}`;
    whole.style.setProperty("--side", 1 / frame.width);
    this.place.style.setProperty("--ratio", frame.width / frame.height);
    this.under.replaceChildren(...(picture ? [image(picture.svg, words, "under")] : []));
    if (picture) place(this.under.firstChild, [frame.left - frame.x, frame.top - frame.y, ...frame.picture], frame);
    for (const [word, element] of this.cellsByKey) frame.put(element, unkey(word));
    place(this.links, [frame.left, frame.top, board.columns, board.rows], frame);
    this.links.style.setProperty("--rows", board.rows);
    this.links.style.setProperty("--columns", board.columns);
    this.ink.lay(frame);
  }

  #fill() {
    const { board, over, live } = this;
    const play = over.play ?? this.play;
    const rules = rulesAt(board, this.named);
    const answered = Boolean(over.faces || over.picture);
    const ringed = new Set((over.ringed ?? (answered ? [] : (live.ringed ?? []))).map(key));
    const marks = new Map((over.marks ?? (answered ? [] : (live.marks ?? []))).map(({ cell, faces }) => [key(cell), faces]));
    for (const [word, element] of this.cellsByKey) {
      const cell = unkey(word);
      const shown = sideOf(board, cell) ? { inside: false, given: this.tool?.face?.(cell) ?? typing.face(board, cell), waits: this.tool?.waits?.(cell) } : this.#content(cell, play);
      const joined = typing.partner(board.links, cell) ?? typing.partner(over.links ?? [], cell);
      dress(element, board, { cell, marks: marks.get(word), ringed: ringed.has(word), colour: play.colours[word], joined, label: board.regions?.[cell[0]]?.[cell[1]], rules: rules.get(word), ...shown });
    }
    this.links.replaceChildren(...tiles(board, over.links));
    this.ink.mark(answered ? {} : play.lines, onBorders(board));
    this.ink.know(answered ? [] : [...play.known, ...(over.facts ?? [])].filter((fact) => !fact.face), onBorders(board));
    this.ink.highlight(over.used ?? []);
    if (!this.#cell(this.at)) this.at = [0, 0];
    this.#cell(this.at).tabIndex = 0;
    this.#showSelected();
  }

  /** What a cell shows, and what of it is in the picture already. */
  #content([r, c], play) {
    const { board, over } = this;
    const given = board.faces[r][c];
    const before = board.drawn?.[r]?.[c] ?? "";
    const fixed = typing.givenValue(board, [r, c]);
    const found = (!fixed && over.faces?.[r][c]) || "";
    const word = key([r, c]);
    const played = found || fixed || over.picture ? {} : { value: play.values[word], corner: play.corner[word], centre: play.centre[word], mark: play.cells[word] };
    return { ...(fixed ? { marks: undefined } : {}), inside: true, region: this.tool?.region?.([r, c]), given, found, played, stale: !over.picture && before !== "" && before !== given, drawn: Boolean(over.picture || (before && before === given)) };
  }

  #showSelected() {
    const chosen = new Set((this.selected.length > 1 ? this.selected : []).map(key));
    for (const [word, element] of this.cellsByKey ?? []) {
      element.classList.toggle("selected", chosen.has(word));
      element.setAttribute("aria-selected", String(chosen.has(word)));
    }
  }

  /** Join the next cell that is touched with this one; for touch screens. */
  joinNext() {
    this.joining = true;
    this.focus();
  }

  /** A cell was touched; whether that joined it with the current one. */
  touch(cell) {
    const join = this.joining && beside(cell, this.at);
    this.joining = false;
    if (join) this.#join([cell[0] - this.at[0], cell[1] - this.at[1]]);
    return join;
  }

  go(cell) {
    this.select([cell]);
    this.focus();
  }

  #arrive(cell) {
    const element = this.#cell(cell);
    if (!element || (same(cell, this.at) && element.tabIndex === 0)) return;
    const before = this.#cell(this.at);
    if (before) before.tabIndex = -1;
    this.at = cell;
    this.half = "down";
    this.anew = true;
    element.tabIndex = 0;
    if (!includes(this.selected, cell)) this.selected = [cell];
  }

  #press(event) {
    if (!this.board || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a") return this.#all(event);
    if (event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step && event.shiftKey && this.board.kind === "sudominoku" && !this.tool) this.#join(step);
    else if (step && event.shiftKey && this.press(event.key, true)) return event.preventDefault();
    else if (step) this.#move(step, event.shiftKey);
    else if (event.key === "Home") this.go([this.at[0], 0]);
    else if (event.key === "End") this.go([this.at[0], this.board.columns - 1]);
    else if (!this.press(event.key) && !this.#apply(event.key)) return event.key.length === 1 && this.refused(event.key);
    event.preventDefault();
  }

  #all(event) {
    event.preventDefault();
    this.select(this.board.faces.flatMap((row, r) => row.map((_, c) => [r, c])), this.at);
  }

  #move([down, right], extends_) {
    const next = [this.at[0] + down, this.at[1] + right];
    if (!this.#cell(next)) return;
    const cells = extends_ ? [...this.selected.filter((cell) => !same(cell, next)), next] : [next];
    this.select(cells);
    this.focus();
    this.tool?.show?.(cells);
  }

  #join([down, right]) {
    const other = [this.at[0] + down, this.at[1] + right];
    if (!this.#cell(other)) return;
    const joined = typing.join(this.board, this.at, other);
    this.go(other);
    if (joined) this.change(joined);
  }

  /** Handle a key; return whether it has a meaning here. */
  #apply(word) {
    if ((word === "\\" || word === "/") && this.board.kind === "kakuro") return this.#turn();
    const next = this.#after(word);
    if (next === undefined) return false;
    this.anew = word === "Delete";
    if (next) this.change(next);
    return true;
  }

  #after(word) {
    const { board, at, cells } = this;
    const kakuro = board.kind === "kakuro";
    const side = sideOf(board, at);
    if (side && !board.sides[side[0]]) return this.tool?.type?.(at, word, this.anew);
    if (word === "Delete") return typing.eraseAll(board, cells);
    if (word === "Backspace" && cells.length > 1) return typing.eraseAll(board, cells);
    if (word === "Backspace") return kakuro ? typing.sumBack(board, at, this.half) : (typing.back(board, at) ?? typing.eraseAll(board, cells));
    if (kakuro && (word === "#" || word === " ")) return typing.each(board, cells, typing.blacken);
    if (kakuro) return /^[0-9]$/.test(word) ? typing.sumDigit(board, at, this.half, word, this.anew) : undefined;
    const signed = typing.each(board, cells, (so, cell) => typing.sign(so, cell, word, this.anew));
    if (signed || typing.symbolOf(board, word) !== undefined) return signed;
    return ["0", ".", " "].includes(word) ? typing.each(board, cells, typing.erase) : undefined;
  }

  #turn() {
    this.half = this.half === "down" ? "across" : "down";
    this.anew = true;
    return true;
  }
}

/** The rules that name a cell, each in a few words, by the cell. */
function rulesAt({ rules }, named) {
  const found = new Map();
  for (const rule of rules) for (const word of new Set(cellsIn(rule).map(key))) found.set(word, [...(found.get(word) ?? []), named(rule)]);
  return found;
}

/** What is drawn below the cells, to tell whether it changed. */
const drawingOf = (board, over) => [(over.picture ?? board.picture)?.svg, over.picture ? "answered" : "", board.rules.length > 0, ...board.lines].join("\n");

/** The frame of a board in units of its cells: what is around the cells, and the place of each. */
function framed(board, under, sides) {
  const { rows, columns } = board;
  const deep = Math.max(1, ...(board.sides.left ?? []).map((word) => 0.26 * word.trim().length + 0.4));
  const high = Math.max(1, ...(board.sides.top ?? []).map((word) => 0.5 * word.trim().split(" ").length + 0.2));
  const ring = { left: deep, right: 1, top: high, bottom: 1 };
  const size = /viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"/.exec(under?.svg ?? "");
  const [width, height] = size ? [size[1] / under.side, size[2] / under.side] : [columns, rows];
  const [x, y] = under ? [under.x / under.side, under.y / under.side] : [0, 0];
  const room = (side, drawn) => Math.max(sides.includes(side) ? ring[side] : 0, drawn);
  const frame = { left: room("left", x), top: room("top", y), right: room("right", width - x - columns), bottom: room("bottom", height - y - rows), x, y };
  frame.width = frame.left + columns + frame.right;
  frame.height = frame.top + rows + frame.bottom;
  frame.picture = [width, height];
  frame.put = (element, [r, c]) => {
    const depth = { left: c < 0 ? ring.left : 1, top: r < 0 ? ring.top : 1 };
    place(element, [frame.left + (c < 0 ? -ring.left : c), frame.top + (r < 0 ? -ring.top : r), depth.left, depth.top], frame);
  };
  return frame;
}

/** Place an element, in units of cells. */
function place(element, [x, y, width, height], frame) {
  element.style.left = `${(100 * x) / frame.width}%`;
  element.style.top = `${(100 * y) / frame.height}%`;
  element.style.width = `${(100 * width) / frame.width}%`;
  element.style.height = `${(100 * height) / frame.height}%`;
}
