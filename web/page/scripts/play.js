// What is noted on a puzzle, apart from it: the digits, pencil marks, colours, drawn values and lines of somebody who
// solves it, and what its setter says about it.

import { key } from "./cells.js";
import { face, givenValue, symbolOf } from "./typing.js";

const MODES = ["given", "value", "corner", "centre", "draw", "colour"];
export const COLOURS = 8;
export const EMPTY = { values: {}, corner: {}, centre: {}, colours: {}, cells: {}, lines: {}, known: [] };

/** The modes of a board: digits and pencil marks are for boards of digits, marks for what else a solver draws. */
export const modesOf = (board) => MODES.filter((mode) => !board || mode === "given" || mode === "colour" || (mode === "draw" ? hasMarks(board) : board.values));

const hasMarks = ({ marks }) => marks.cells.length > 0 || marks.lines !== null;

/** What is noted after a key; null if it has no meaning in this mode. */
export function noted(play, mode, board, cells, pressed) {
  const before = { ...EMPTY, ...play };
  const open = cells.filter(([r, c]) => r >= 0 && c >= 0 && r < board.rows && c < board.columns);
  if (["Delete", "Backspace", "0"].includes(pressed)) return cleared(before, mode, open);
  if (mode === "colour") return /^[1-8]$/.test(pressed) ? { ...before, colours: toggled(before.colours, open, Number(pressed)) } : null;
  const symbol = symbolOf({ symbols: board.values, typed: board.typed }, pressed);
  const free = open.filter((cell) => !givenValue(board, cell) && !(board.kind === "kakuro" && face(board, cell)));
  if (symbol === undefined) return null;
  if (mode === "value") return { ...before, values: toggled(before.values, free, symbol) };
  return { ...before, [mode]: marked(before[mode], free, symbol, board.values) };
}

/** Clear what the mode notes; if there is nothing, what the others note, digits first. */
function cleared(play, mode, cells) {
  const names = { value: "values", corner: "corner", centre: "centre", colour: "colours" };
  const order = [names[mode], "values", "centre", "corner", "colours"];
  const name = order.find((one) => cells.some((cell) => key(cell) in play[one]));
  if (!name) return null;
  const gone = new Set(cells.map(key));
  return { ...play, [name]: Object.fromEntries(Object.entries(play[name]).filter(([word]) => !gone.has(word))) };
}

/** One value for all cells; without it where all have it. */
function toggled(notes, cells, value) {
  const all = cells.every((cell) => notes[key(cell)] === value);
  const after = { ...notes };
  for (const cell of cells) all ? delete after[key(cell)] : (after[key(cell)] = value);
  return after;
}

/** A pencil mark for all cells; without it where all have it. */
function marked(notes, cells, symbol, order) {
  const all = cells.every((cell) => notes[key(cell)]?.includes(symbol));
  const after = { ...notes };
  for (const cell of cells) {
    const before = after[key(cell)] ?? [];
    const marks = all ? before.filter((one) => one !== symbol) : order.filter((one) => one === symbol || before.includes(one));
    if (marks.length) after[key(cell)] = marks;
    else delete after[key(cell)];
  }
  return after;
}

/** What the bridge is told: digits, drawn values, lines unless they mean nothing, and further facts of hints. */
export function entered(play, board) {
  const { values, cells, lines, known } = { ...EMPTY, ...play };
  return { values, cells, lines: board?.marks.lines === "walls" ? {} : lines, known: [...new Set(known.map(({ words }) => words))] };
}

/** What is noted, with a title, an author and rules in words, which links of other programs hold too. */
export const withAbout = (play, about) => ({ ...EMPTY, ...play, about });

/** What is noted, with facts that a hint states: digits are entered, the others are kept beside. */
export function withFacts(play, facts) {
  const before = { ...EMPTY, ...play };
  const digits = facts.filter((fact) => fact.face && fact.holds);
  const drawn = facts.filter((fact) => fact.mark);
  const lines = facts.filter((fact) => fact.line);
  const others = facts.filter((fact) => ![digits, drawn, lines].some((those) => those.includes(fact)));
  const values = { ...before.values, ...Object.fromEntries(digits.map(({ cell, face: digit }) => [key(cell), digit])) };
  const gone = new Map(others.filter((fact) => fact.face).map((fact) => [`${key(fact.cell)} ${fact.face}`, true]));
  const centre = Object.fromEntries(Object.entries(before.centre).map(([word, marks]) => [word, marks.filter((mark) => !gone.has(`${word} ${mark}`))]));
  const cells = { ...before.cells, ...Object.fromEntries(drawn.map(({ cell, mark }) => [key(cell), mark])) };
  const strokes = { ...before.lines, ...Object.fromEntries(lines.map(({ line, on }) => [line, on])) };
  return { ...before, values, centre, cells, lines: strokes, known: [...before.known, ...others] };
}
