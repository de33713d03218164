// The board on the page: coversat's picture below, and over it a grid of cells that receives the keyboard.
//
// An answer, candidates or marked cells are an overlay:
//   { faces, links } of an answer, `marks` as lists of signs by cell, `ringed` cells

import { make } from "./dom.js";
import * as typing from "./typing.js";
import { t } from "./words/words.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const key = ([r, c]) => `${r},${c}`;

export class BoardView {
  /** `change` receives each new board after typing. */
  constructor(place, change) {
    this.place = place;
    this.change = change;
    this.board = null;
    this.over = {};
    this.at = [0, 0];
    this.half = "down";
    this.anew = true;
    place.addEventListener("keydown", (event) => this.#press(event));
  }

  /** Show a board and its overlay. */
  show(board, over = {}) {
    const fresh = !this.board || board.rows !== this.board.rows || board.columns !== this.board.columns;
    const focused = this.place.contains(document.activeElement);
    const picture = board.picture !== this.board?.picture || board.kind !== this.board?.kind;
    this.board = board;
    this.over = over;
    if (fresh) this.at = [0, 0];
    if (fresh || picture) this.#build();
    this.#fill();
    if (focused && fresh) this.focus();
  }

  /** Remove the board. */
  hide() {
    this.board = null;
    this.place.replaceChildren();
  }

  focus() {
    this.#cell(this.at)?.focus();
  }

  /** A key on the page, as if typed. */
  type(word) {
    this.#apply(word);
    this.focus();
  }

  #cell([r, c]) {
    return this.cells?.[r]?.[c];
  }

  #build() {
    const { rows, columns, kind, picture } = this.board;
    this.cells = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => this.#newCell([r, c])));
    const grid = make(
      "div",
      { class: "cells", role: "grid", "aria-label": t("grid", { kind: t(`kinds.${kind}`), rows, columns }) },
      this.cells.map((row) => make("div", { role: "row", class: "row" }, row)),
    );
    const board = make("div", { class: `board ${kind}${this.board.lines.length ? " labelled" : ""}` }, picture ? under(picture, this.board) : null, make("div", { class: "links" }), grid);
    this.links = board.querySelector(".links");
    place(board, [this.links, grid], this.board);
    this.place.replaceChildren(board);
  }

  #newCell(cell) {
    const element = make("div", { role: "gridcell", class: "cell", tabindex: "-1" });
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.#touch(cell);
    });
    element.addEventListener("focus", () => this.#arrive(cell));
    return element;
  }

  #fill() {
    const { board, over } = this;
    const ringed = new Set((over.ringed ?? []).map(key));
    const marks = new Map((over.marks ?? []).map(({ cell, faces }) => [key(cell), faces]));
    for (let r = 0; r < board.rows; r++) {
      for (let c = 0; c < board.columns; c++) {
        const cell = [r, c];
        const given = board.faces[r][c];
        const shown = { cell, given, found: given ? "" : (over.faces?.[r][c] ?? ""), marks: marks.get(key(cell)), ringed: ringed.has(key(cell)) };
        dress(this.#cell(cell), board, shown, over.links);
      }
    }
    this.links.replaceChildren(...tiles(board, over.links));
    this.#cell(this.at).tabIndex = 0;
  }

  /** Join the next cell that is touched with this one; for touch screens. */
  joinNext() {
    this.joining = true;
    this.focus();
  }

  #touch(cell) {
    const [down, right] = [cell[0] - this.at[0], cell[1] - this.at[1]];
    const join = this.joining && Math.abs(down) + Math.abs(right) === 1;
    this.joining = false;
    if (join) this.#join([down, right]);
    else this.#go(cell);
  }

  #go(cell) {
    this.#arrive(cell);
    this.focus();
  }

  #arrive(cell) {
    if (same(cell, this.at) && this.#cell(cell).tabIndex === 0) return;
    this.#cell(this.at).tabIndex = -1;
    this.at = cell;
    this.half = "down";
    this.anew = true;
    this.#cell(cell).tabIndex = 0;
  }

  #press(event) {
    if (!this.board || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step && event.shiftKey) this.#join(step);
    else if (step) this.#move(step);
    else if (event.key === "Home") this.#go([this.at[0], 0]);
    else if (event.key === "End") this.#go([this.at[0], this.board.columns - 1]);
    else if (!this.#apply(event.key)) return;
    event.preventDefault();
  }

  #move([down, right]) {
    const [r, c] = [this.at[0] + down, this.at[1] + right];
    if (this.#cell([r, c])) this.#go([r, c]);
  }

  #join([down, right]) {
    const other = [this.at[0] + down, this.at[1] + right];
    if (!this.#cell(other)) return;
    const joined = typing.join(this.board, this.at, other);
    this.#go(other);
    if (joined) this.change(joined);
  }

  /** Handle a key; return whether it has a meaning here. */
  #apply(word) {
    if (word === "\\" || word === "/") return this.#turn();
    const next = this.#after(word);
    if (next === undefined) return false;
    this.anew = false;
    if (next) this.change(next);
    return true;
  }

  #after(word) {
    const { board, at } = this;
    const kakuro = board.kind === "kakuro";
    if (word === "Delete") return typing.erase(board, at);
    if (word === "Backspace") return kakuro ? typing.sumBack(board, at, this.half) : typing.erase(board, at);
    if (kakuro && (word === "#" || word === " ")) return typing.blacken(board, at);
    if (kakuro) return /^[0-9]$/.test(word) ? typing.sumDigit(board, at, this.half, word, this.anew) : undefined;
    const signed = typing.sign(board, at, word);
    if (signed || board.symbols.includes(word.toUpperCase())) return signed;
    return ["0", ".", " "].includes(word) ? typing.erase(board, at) : undefined;
  }

  #turn() {
    if (this.board.kind !== "kakuro") return false;
    this.half = this.half === "down" ? "across" : "down";
    this.anew = true;
    return true;
  }
}

const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** coversat's picture of the empty board; the grid has its accessible title. */
function under(picture, board) {
  const words = board.lines.length ? t("rule-list", { list: board.lines.join("; ") }) : "";
  return make("img", { class: "under", alt: words, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}` });
}

/** The position of the layers: over the cells of the picture, or over the whole board. */
function place(board, layers, { picture, rows, columns }) {
  const size = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(picture?.svg ?? "");
  const [width, height] = size ? [Number(size[1]), Number(size[2])] : [columns, rows];
  const { x, y, side } = picture ?? { x: 0, y: 0, side: 1 };
  board.style.aspectRatio = `${width} / ${height}`;
  board.style.setProperty("--side", side / width);
  board.style.setProperty("--shape", `${width / side}`);
  for (const layer of layers) {
    layer.style.left = `${(100 * x) / width}%`;
    layer.style.top = `${(100 * y) / height}%`;
    layer.style.width = `${(100 * columns * side) / width}%`;
    layer.style.height = `${(100 * rows * side) / height}%`;
    layer.style.setProperty("--rows", rows);
    layer.style.setProperty("--columns", columns);
  }
}

/** Fill one cell and set its accessible label. */
function dress(element, board, { cell, given, found, marks, ringed }, laid = []) {
  const black = typing.isBlack(board, cell);
  element.className = ["cell", black && "black", ringed && "ringed"].filter(Boolean).join(" ");
  element.tabIndex = -1;
  const inside = black ? clues(given) : given ? [span("given", given)] : found ? [span("found", found)] : corner(board, marks);
  element.replaceChildren(...inside);
  element.setAttribute("aria-label", spokenCell(board, { cell, given, found, marks, ringed, black, laid }));
}

const span = (name, words) => make("span", { class: name, "aria-hidden": "true" }, words);

function clues(word) {
  const { down, across } = typing.sums(word);
  return [down && span("down", down), across && span("across", across)].filter(Boolean);
}

/** Candidates, each in its own place of a small grid. */
function corner(board, marks) {
  if (!marks?.length) return [];
  const side = Math.ceil(Math.sqrt(board.symbols.length));
  const small = make("span", { class: marks.length === 1 ? "marks one" : "marks", "aria-hidden": "true" });
  small.style.setProperty("--marks", side);
  for (const symbol of marks.length === 1 ? marks : board.symbols) small.append(make("i", {}, marks.includes(symbol) ? symbol : ""));
  return [small];
}

function spokenCell(board, { cell: [r, c], given, found, marks, ringed, black, laid }) {
  const joined = typing.partner(board.links, [r, c]) ?? typing.partner(laid, [r, c]);
  const words = [t("cell.place", { r: r + 1, c: c + 1 })];
  if (black) words.push(t("cell.black", { face: given === "#" ? "" : given }));
  else if (given) words.push(t("cell.given", { face: given }));
  else if (found) words.push(t("cell.found", { face: found }));
  else words.push(t("cell.empty"));
  if (marks?.length && !given) words.push(t("cell.marks", { list: marks.join(" ") }));
  if (joined) words.push(t("cell.domino", { r: joined[0] + 1, c: joined[1] + 1 }));
  if (ringed) words.push(t("cell.ringed"));
  return words.join(", ");
}

/** Dominoes under the digits: given ones and those of an answer; a ring for each single. */
function tiles(board, laid = []) {
  if (board.kind !== "sudominoku") return [];
  const given = new Set(board.links.map((ends) => ends.map(key).join()));
  const others = laid.filter((ends) => !given.has(ends.map(key).join()));
  const singles = [];
  board.faces.forEach((row, r) =>
    row.forEach((word, c) => word && !typing.partner(board.links, [r, c]) && singles.push(tile([[r, c], [r, c]], "single"))),
  );
  return [...others.map((ends) => tile(ends, "laid")), ...board.links.map((ends) => tile(ends, "tile")), ...singles];
}

function tile([[r, c], [lower, right]], name) {
  const element = make("b", { class: name });
  element.style.gridArea = `${r + 1} / ${c + 1} / ${lower + 2} / ${right + 2}`;
  return element;
}
