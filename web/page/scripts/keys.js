// Keys on the page, for touch screens: the symbols of the board and its other keys.

import { at, button, make } from "./dom.js";
import { emptied } from "./typing.js";
import { t } from "./words/words.js";

/** The keys for a board. */
export function showKeys(board, view, puzzle) {
  const place = at("keys");
  const word = (label, key, name = "") => button(label, () => view.type(key), { class: `key ${name}`, "aria-label": label });
  const tool = (key, run, disabled = false) => button(t(key), run, { class: "key wide", id: `key-${key}`, disabled });
  const signs = !board ? [] : board.kind === "kakuro" ? [..."1234567890"] : board.symbols;
  const more = {
    sudominoku: () => [tool("link", () => view.joinNext())],
    kakuro: () => [tool("slash", () => view.type("\\")), tool("black", () => view.type("#"))],
  };
  const row = make("div", { class: "signs" }, signs.map((sign) => word(sign, sign)));
  row.style.setProperty("--signs", signs.length > 9 ? Math.ceil(signs.length / 2) : signs.length);
  place.replaceChildren(
    ...(signs.length ? [row] : []),
    ...(more[board?.kind]?.() ?? []),
    ...(board ? [tool("erase", () => view.type("Delete")), tool("empty", () => puzzle.type(emptied(board)))] : []),
    tool("undo", () => puzzle.undo(), !puzzle.canUndo),
    tool("redo", () => puzzle.redo(), !puzzle.canRedo),
  );
}
