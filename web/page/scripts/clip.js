// Copy and paste on the board: digits and rules of the selected cells, moved to another place.

import { cellsIn, moved } from "./cells.js";
import { face, put, rulesInside } from "./typing.js";

let kept = null;

/** Keep what the selected cells hold; false if that is nothing. */
export function copy(board, cells) {
  const faces = cells.map((cell) => [cell, face(board, cell)]).filter(([, word]) => word);
  const rules = rulesInside(board, cells);
  if (!faces.length && !rules.length) return false;
  const at = [Math.min(...cells.map(([r]) => r)), Math.min(...cells.map(([, c]) => c))];
  kept = { kind: board.kind, at, faces, rules };
  return true;
}

/** The board with what was copied, its upper left corner at a cell; null if it does not fit. */
export function paste(board, [r, c]) {
  if (!kept || kept.kind !== board.kind) return null;
  const step = [r - kept.at[0], c - kept.at[1]];
  const inside = ([a, b]) => a >= 0 && b >= 0 && a < board.rows && b < board.columns;
  const to = ([a, b]) => [a + step[0], b + step[1]];
  const rules = kept.rules.filter((rule) => cellsIn(rule).every((cell) => inside(to(cell)))).map((rule) => moved(rule, step));
  const faces = kept.faces.map(([cell, word]) => [to(cell), word]).filter(([cell]) => inside(cell));
  const typed = faces.reduce((so, [cell, word]) => put(so, cell, word) ?? so, board);
  const added = rules.filter((rule) => !board.rules.includes(rule));
  const after = added.length ? { ...typed, rules: [...board.rules, ...added] } : typed;
  return after === board ? null : after;
}

