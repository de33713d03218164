// Typing on a board: each function takes a board and returns a new one, or null if nothing changes.

import { cellsIn, key, reading, same, sideOf } from "./cells.js";

/** What a cell shows as typed; also of a clue beside the board. */
export function face(board, cell) {
  const side = sideOf(board, cell);
  return (side ? board.sides[side[0]]?.[side[1]] : board.faces[cell[0]][cell[1]]) ?? "";
}

/** The value that a cell is given, as it shows it; empty without one. */
export const givenValue = (board, cell) => (board.givens ? face(board, cell) : board.large ? /^\d*/.exec(face(board, cell))[0] : "");

/** Whether a cell of a kakuro is black. */
export const isBlack = (board, cell) => board.kind === "kakuro" && face(board, cell) !== "";

/** The two sums of a black cell, as typed. */
export function sums(word) {
  const [down, across = ""] = word === "#" ? [""] : word.split("\\");
  return { down, across };
}

const blackWord = ({ down, across }) => (down || across ? `${down}\\${across}` : "#");

/** The board with this in a cell. */
export function put(board, cell, value) {
  if (face(board, cell) === value) return null;
  const side = sideOf(board, cell);
  if (side) return { ...board, sides: { ...board.sides, [side[0]]: board.sides[side[0]].with(side[1], value) } };
  return { ...board, faces: board.faces.map((row, at) => (at === cell[0] ? row.with(cell[1], value) : row)) };
}

/** The board after `change(board, cell)` for each cell; null if nothing changes. */
export function each(board, cells, change) {
  const after = cells.reduce((so, cell) => change(so, cell) ?? so, board);
  return after === board ? null : after;
}

/** The symbol of a board for a key, such as a digit. */
export const symbolOf = (board, pressed) => board.typed?.[pressed] ?? board.typed?.[pressed.toUpperCase()] ?? board.symbols.find((one) => one === pressed || one === pressed.toUpperCase() || one === pressed.toLowerCase());

/** A key typed into a cell: a symbol, or the next sign of a clue; `anew` starts another clue. */
export function sign(board, cell, pressed, anew) {
  if (sideOf(board, cell)) return sideSign(board, cell, pressed, anew);
  const symbol = symbolOf(board, pressed);
  const longer = `${face(board, cell)}${pressed}`;
  if (board.givens && !anew && board.symbols.includes(longer)) return put(board, cell, longer);
  if (symbol === undefined || board.kind === "kakuro") return null;
  if (board.givens && board.symbols.includes(symbol)) return put(board, cell, symbol);
  return put(board, cell, board.words && !anew ? `${face(board, cell)}${symbol}`.slice(0, 6) : symbol);
}

function sideSign(board, cell, pressed, anew) {
  const several = board.lists;
  const before = anew ? "" : face(board, cell);
  if (several && (pressed === " " || pressed === ",")) return before ? put(board, cell, `${before.trimEnd()} `) : null;
  return /^[0-9]$/.test(pressed) ? put(board, cell, `${before}${pressed}`.slice(0, several ? 60 : 3)) : null;
}

/** A digit of a kakuro's sum, `half` down or across; `anew` starts a new sum. */
export function sumDigit(board, cell, half, pressed, anew) {
  if (!isBlack(board, cell) || !/^[0-9]$/.test(pressed)) return null;
  const both = sums(face(board, cell));
  const before = anew || both[half].length > 1 ? "" : both[half];
  return put(board, cell, blackWord({ ...both, [half]: `${before}${pressed}`.replace(/^0/, "") }));
}

/** Delete the last digit of a kakuro's sum; of a black cell without sums, its colour. */
export function sumBack(board, cell, half) {
  if (!isBlack(board, cell)) return null;
  const both = sums(face(board, cell));
  if (!both.down && !both.across) return put(board, cell, "");
  return put(board, cell, blackWord({ ...both, [half]: both[half].slice(0, -1) }));
}

/** Delete the last sign of a clue. */
export function back(board, cell) {
  if (!board.words && !sideOf(board, cell)) return erase(board, cell);
  return put(board, cell, face(board, cell).trimEnd().slice(0, -1).trimEnd());
}

/** Clear a cell: a digit with the link of its domino; a kakuro's sums, then its colour. */
export function erase(board, cell) {
  if (sideOf(board, cell)) return put(board, cell, "");
  if (board.kind === "kakuro") return put(board, cell, /^#?$/.test(face(board, cell)) ? "" : "#");
  const emptied = put(board, cell, "");
  const links = board.links.filter((link) => !link.some((end) => same(end, cell)));
  return links.length === board.links.length ? emptied : { ...(emptied ?? board), links };
}

/** Clear cells; if they are empty, remove the rules that are inside them. */
export function eraseAll(board, cells) {
  return each(board, cells, erase) ?? withoutRules(board, rulesInside(board, cells));
}

/** The rules whose cells are all among these. */
export function rulesInside(board, cells) {
  const inside = new Set(cells.map(key));
  return board.rules.filter((rule) => {
    const named = cellsIn(rule);
    return named.length > 0 && named.every((cell) => inside.has(key(cell)));
  });
}

/** The board without some rules. */
function withoutRules(board, rules) {
  return rules.length ? { ...board, rules: board.rules.filter((one) => !rules.includes(one)) } : null;
}

/** Make a kakuro's cell black or white. */
export function blacken(board, cell) {
  return board.kind === "kakuro" ? put(board, cell, isBlack(board, cell) ? "" : "#") : null;
}

/** Join two cells as a domino, or separate them; a cell belongs to at most one domino. */
export function join(board, one, other) {
  if (board.kind !== "sudominoku") return null;
  const there = board.links.some((link) => link.some((end) => same(end, one)) && link.some((end) => same(end, other)));
  const others = board.links.filter((link) => !link.some((end) => same(end, one) || same(end, other)));
  return { ...board, links: there ? others : [...others, [one, other].sort(reading)] };
}

/** The cell joined with this one. */
export function partner(links, cell) {
  const link = links.find((ends) => ends.some((end) => same(end, cell)));
  return link && link.find((end) => !same(end, cell));
}

/** Clear the board; a kakuro's black cells remain, without sums. */
export function emptied(board) {
  const blank = (word) => (board.kind === "kakuro" && word !== "" ? "#" : "");
  const sides = Object.fromEntries(Object.entries(board.sides).map(([side, row]) => [side, row.map(() => "")]));
  return { ...board, faces: board.faces.map((row) => row.map(blank)), links: [], rules: [], sides };
}

/** The board with these symbols in its cells. */
export function withGivens(board, givens) {
  return givens.reduce((so, { cell, face: word }) => put(so, cell, word) ?? so, board);
}

/** The board with cells in a region. */
export function inRegion(board, cells, label) {
  const inside = new Set(cells.map(key));
  const before = board.regions ?? board.faces.map((row) => row.map(() => 0));
  return { ...board, regions: before.map((row, r) => row.map((old, c) => (inside.has(key([r, c])) ? label : old))) };
}
