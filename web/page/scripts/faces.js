// What a cell shows, and how a screen reader says it.

import { key, sideOf } from "./cells.js";
import { make } from "./dom.js";
import { NAMES } from "./regions.js";
import { isBlack, partner, sums } from "./typing.js";
import { t, valueWords } from "./words/words.js";

// Of shapes, by the names that kinds state; a clue that is circled or outlined is shown itself.
const GLYPHS = {
  ...{ black: "■", grey: "▩", sea: "≈", tile: "▬", none: "·", dot: "•", bulb: "●", mine: "✹", queen: "♛", star: "★", tent: "▲", tree: "♣" },
  ...{ circle: "●", "black disc": "●", ring: "○", "white disc": "○", cross: "✕", crossed: "✕", plus: "+", minus: "−", slash: "╱", backslash: "╲" },
};
const FILLS = ["black", "grey", "sea"]; // which fill their cell, below what it shows

/** A clue, or a sign of one, as it is shown on keys and, until the picture follows, on the board. */
export const glyph = (board, clue) => [...clue].map((sign) => GLYPHS[board.glyphs[sign]] ?? board.glyphs[sign] ?? sign).join("");

/** A mark of somebody who solves a puzzle, as it is shown. */
export const markGlyph = ({ shape, face }) => GLYPHS[shape] ?? face;

/** Fill one cell and set its accessible label, unless it shows this already. */
export function dress(element, board, shown) {
  const all = JSON.stringify(shown);
  if (element.shown === all) return;
  element.shown = all;
  const { cell, inside, given, found, stale, drawn, marks, ringed, played, colour, waits } = shown;
  const black = inside && isBlack(board, cell);
  const mark = inside ? markOf(board, played) : undefined;
  const shade = FILLS.includes(mark?.shape) && `shade ${mark.shape}`;
  const names = [inside ? "cell" : "clue", black && "black", ringed && "ringed", stale && "stale", waits && "waits", colour && `colour${colour}`, shade];
  element.className = names.filter(Boolean).join(" ");
  element.tabIndex = -1;
  element.replaceChildren(...content(board, shown, black, mark));
  element.setAttribute("aria-label", inside ? spokenCell({ ...shown, black, mark }) : spokenClue(board, cell, given));
}

function content(board, { inside, given, found, drawn, marks, played, region }, black, mark) {
  if (!inside) return given.trim().split(/\s+/).filter(Boolean).map((word) => span("run", word));
  if (black) return clues(given);
  const digit = found ? [span("found", found)] : played.value ? [span("played", played.value)] : null;
  const marked = mark && !FILLS.includes(mark.shape) ? [span(`mark ${mark.shape.replaceAll(" ", "-")}`, markGlyph(mark))] : [];
  if (given && !drawn && (board.givens || !digit)) return [span("given", glyph(board, given)), ...marked];
  return digit ?? [...marked, region && span("region", region), ...(marks?.length ? [corner(board, marks)] : notes(played))].filter(Boolean);
}

const markOf = (board, played) => board.marks.cells.find(({ face }) => face === played?.mark);

const span = (name, words) => make("span", { class: name, "aria-hidden": "true" }, words);

function clues(word) {
  const { down, across } = sums(word);
  return [down && span("down", down), across && span("across", across)].filter(Boolean);
}

function notes({ corner: outer, centre }) {
  return [outer?.length && span("noted corner", outer.join(" ")), centre?.length && span("noted centre", centre.join(centre.some((digit) => digit.length > 1) ? " " : ""))].filter(Boolean);
}

/** Candidates, each in its own place of a small grid. */
function corner(board, marks) {
  const side = Math.ceil(Math.sqrt((board.values ?? marks).length));
  const small = make("span", { class: marks.length === 1 ? "marks one" : "marks", "aria-hidden": "true" });
  small.style.setProperty("--marks", side);
  for (const symbol of marks.length === 1 ? marks : (board.values ?? marks)) small.append(make("i", { "data-mark": marks.includes(symbol) ? symbol : "" })); // no text: the label says it in words
  return small;
}

function spokenCell({ cell: [r, c], given, found, marks, ringed, black, joined, played, colour, label, rules, mark }) {
  const words = [t("cell.place", { r: r + 1, c: c + 1 })];
  if (black) words.push(t("cell.black", { face: given === "#" ? "" : given }));
  else if (given) words.push(t("cell.given", { face: given }));
  else if (found || played.value) words.push(t("cell.found", { face: found || played.value }));
  else if (!mark) words.push(t("cell.empty"));
  if (mark) words.push(valueWords(mark.words));
  if (label !== undefined) words.push(t("cell.region", { name: NAMES[label] }));
  const noted = [...(played.corner ?? []), ...(played.centre ?? [])];
  if ((marks?.length && !given) || noted.length) words.push(t("cell.marks", { list: (marks ?? noted).join(" ") }));
  if (joined) words.push(t("cell.domino", { r: joined[0] + 1, c: joined[1] + 1 }));
  if (rules) words.push(...rules);
  if (colour) words.push(t("cell.colour", { n: colour }));
  if (ringed) words.push(t("cell.ringed"));
  return words.join(", ");
}

function spokenClue(board, cell, given) {
  const [side, at] = sideOf(board, cell);
  return `${t(`cell.sides.${side}`, { n: at + 1 })}, ${given.trim() || t("cell.empty")}`;
}

/** Dominoes under the digits: given ones and those of an answer; a ring for each single. */
export function tiles(board, laid = []) {
  if (board.kind !== "sudominoku") return [];
  const given = new Set(board.links.map((ends) => ends.map(key).join()));
  const others = laid.filter((ends) => !given.has(ends.map(key).join()));
  const singles = [];
  board.faces.forEach((row, r) =>
    row.forEach((word, c) => word && !partner(board.links, [r, c]) && singles.push(tile([[r, c], [r, c]], "single"))),
  );
  return [...others.map((ends) => tile(ends, "laid")), ...board.links.map((ends) => tile(ends, "tile")), ...singles];
}

function tile([[r, c], [lower, right]], name) {
  const element = make("b", { class: name });
  element.style.gridArea = `${r + 1} / ${c + 1} / ${lower + 2} / ${right + 2}`;
  return element;
}
