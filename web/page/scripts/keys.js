// Keys on the page, for touch screens: the modes, the symbols of the board and its other keys.

import { at, button, make } from "./dom.js";
import { glyph, markGlyph } from "./faces.js";
import { COLOURS, EMPTY, modesOf } from "./play.js";
import { emptied, eraseAll } from "./typing.js";
import { spoken, t, valueWords } from "./words/words.js";

let shown = ""; // a key that is just being touched must stay where it is

/** The keys for a board in a mode; `choose` is called with another mode. */
export function showKeys(board, view, puzzle, mode, choose) {
  const modes = board ? modesOf(board) : [];
  const signs = board ? signsOf(board, mode) : [];
  const wanted = JSON.stringify([board?.kind, modes, mode, signs, puzzle.canUndo, puzzle.canRedo, spoken()]);
  if (wanted === shown) return;
  shown = wanted;
  at("modes").replaceChildren(
    ...modes.map((name) => button(t(`mode.${name}`), () => choose(name), { class: "mode", id: `mode-${name}`, "aria-pressed": String(name === mode) })),
  );
  const tool = (key, run, disabled = false) => button(t(key), run, { class: "key wide", id: `key-${key}`, disabled });
  const press = (sign) => () => view.type(sign);
  const keys = signs.map((sign) => button(mode === "colour" ? "" : shownSign(board, mode, sign), press(sign), { class: mode === "colour" ? `key swatch colour${sign}` : "key", "aria-label": labelOf(board, mode, sign) }));
  const row = make("div", { class: "signs" }, keys);
  row.style.setProperty("--signs", signs.length > 10 ? Math.ceil(signs.length / 2) : signs.length);
  row.style.setProperty("--pad", signs.length > 9 ? Math.ceil(Math.sqrt(signs.length)) : 3);
  const more = {
    sudominoku: () => [tool("link", () => view.joinNext())],
    kakuro: () => [tool("slash", () => view.type("\\")), tool("black", () => view.type("#"))],
  };
  const all = () => (mode === "given" ? puzzle.type(emptied(view.board)) : puzzle.mark({ ...EMPTY, about: puzzle.play?.about }));
  const erase = () => (mode === "given" ? erased(view, puzzle) : view.type("Delete"));
  at("keys").replaceChildren(
    ...(signs.length ? [row] : []),
    ...(mode === "given" ? (more[board?.kind]?.() ?? []) : []),
    ...(mode === "given" && board?.lists ? [tool("next-run", () => view.type(" "))] : []),
    ...(board ? [tool("erase", erase), tool("empty", all)] : []),
    tool("undo", () => puzzle.undo(), !puzzle.canUndo),
    tool("redo", () => puzzle.redo(), !puzzle.canRedo),
  );
}

function erased(view, puzzle) {
  const next = eraseAll(view.board, view.cells);
  if (next) puzzle.type(next);
  view.focus();
}

function signsOf(board, mode) {
  if (mode === "colour") return Array.from({ length: COLOURS }, (_, n) => String(n + 1));
  if (mode === "draw") return board.marks.cells.map(({ face }) => face);
  if (mode !== "given") return board.values;
  const digits = board.kind === "kakuro" || Object.keys(board.sides).length ? [..."1234567890"] : [];
  return [...new Set([...board.symbols, ...digits])];
}

const markOf = (board, sign) => board.marks.cells.find(({ face }) => face === sign);

const shownSign = (board, mode, sign) => (mode === "draw" ? markGlyph(markOf(board, sign)) : glyph(board, sign));

function labelOf(board, mode, sign) {
  if (mode === "colour") return t("cell.colour", { n: sign });
  return mode === "draw" ? valueWords(markOf(board, sign).words) : sign;
}
