// Typing on a board: each function takes a board and returns a new one, or null if nothing changes.

const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** The content of a cell. */
export const face = (board, [r, c]) => board.faces[r][c];

/** Whether a cell of a kakuro is black. */
export const isBlack = (board, cell) => board.kind === "kakuro" && face(board, cell) !== "";

/** The two sums of a black cell, as typed. */
export function sums(word) {
  const [down, across = ""] = word === "#" ? [""] : word.split("\\");
  return { down, across };
}

const blackWord = ({ down, across }) => (down || across ? `${down}\\${across}` : "#");

function put(board, [r, c], value) {
  if (board.faces[r][c] === value) return null;
  const faces = board.faces.map((row, at) => (at === r ? row.with(c, value) : row));
  return { ...board, faces };
}

/** Put a symbol, such as a digit, into a cell. */
export function sign(board, cell, key) {
  const symbol = board.symbols.find((one) => one === key || one === key.toUpperCase());
  return symbol === undefined || board.kind === "kakuro" ? null : put(board, cell, symbol);
}

/** A digit of a kakuro's sum, `half` down or across; `anew` starts a new sum. */
export function sumDigit(board, cell, half, key, anew) {
  if (!isBlack(board, cell) || !/^[0-9]$/.test(key)) return null;
  const both = sums(face(board, cell));
  const before = anew || both[half].length > 1 ? "" : both[half];
  return put(board, cell, blackWord({ ...both, [half]: `${before}${key}`.replace(/^0/, "") }));
}

/** Delete the last digit of a kakuro's sum; of a black cell without sums, its colour. */
export function sumBack(board, cell, half) {
  if (!isBlack(board, cell)) return null;
  const both = sums(face(board, cell));
  if (!both.down && !both.across) return put(board, cell, "");
  return put(board, cell, blackWord({ ...both, [half]: both[half].slice(0, -1) }));
}

/** Clear a cell: a digit with the link of its domino; a kakuro's sums, then its colour. */
export function erase(board, cell) {
  if (board.kind === "kakuro") return put(board, cell, /^#?$/.test(face(board, cell)) ? "" : "#");
  const emptied = put(board, cell, "");
  const links = board.links.filter((link) => !link.some((end) => same(end, cell)));
  return links.length === board.links.length ? emptied : { ...(emptied ?? board), links };
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
  const ends = [one, other].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return { ...board, links: there ? others : [...others, ends] };
}

/** The cell joined with this one. */
export function partner(links, cell) {
  const link = links.find((ends) => ends.some((end) => same(end, cell)));
  return link && link.find((end) => !same(end, cell));
}

/** Clear the board; a kakuro's black cells remain, without sums. */
export function emptied(board) {
  const blank = (word) => (board.kind === "kakuro" && word !== "" ? "#" : "");
  return { ...board, faces: board.faces.map((row) => row.map(blank)), links: [] };
}

/** The board with these symbols in its cells. */
export function withGivens(board, givens) {
  return givens.reduce((so, { cell, face: word }) => put(so, cell, word) ?? so, board);
}
