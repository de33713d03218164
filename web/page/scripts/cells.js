// Cells as pairs [row, column] from 0; clues beside the board have row or column -1, or that after the last.

/** A cell as the key of a map. */
export const key = ([r, c]) => `${r},${c}`;

/** The cell of a key. */
export const unkey = (word) => word.split(",").map(Number);

export const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** Whether two cells share a side. */
export const beside = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) === 1;

export const includes = (cells, cell) => cells.some((one) => same(one, cell));

/** The name of a cell in a text. */
export const named = ([r, c]) => `r${r + 1}c${c + 1}`;

const NAME = /\br(\d+)c(\d+)\b/gi;

/** The cells that a text names, in order. */
export const cellsIn = (text) => [...text.matchAll(NAME)].map(([, r, c]) => [r - 1, c - 1]);

/** The text with every cell moved. */
export const moved = (text, [down, right]) => text.replace(NAME, (_, r, c) => `r${Number(r) + down}c${Number(c) + right}`);

export const reading = (a, b) => a[0] - b[0] || a[1] - b[1];

/** The side of the board, and the number of the line, at which a cell beside the board is; null for a cell on it. */
export function sideOf({ rows, columns }, [r, c]) {
  if (r < 0) return ["top", c];
  if (r >= rows) return ["bottom", c];
  if (c < 0) return ["left", r];
  return c >= columns ? ["right", r] : null;
}

/** The cell beside the board at a side. */
export const cellAt = ({ rows, columns }, side, at) => ({ top: [-1, at], bottom: [rows, at], left: [at, -1], right: [at, columns] })[side];

/** The cells of the line that begins at a side. */
export function lineFrom({ rows, columns }, side, at) {
  const upright = side === "top" || side === "bottom";
  const line = Array.from({ length: upright ? rows : columns }, (_, n) => (upright ? [n, at] : [at, n]));
  return side === "bottom" || side === "right" ? line.reverse() : line;
}
