// Shows the puzzle of now: its board, its text, and what is wrong with it.

import { at, button, make, picture } from "./dom.js";
import { failure, sentence } from "./messages.js";
import { kindName, ruleName, t } from "./words/words.js";

/** The board, or what stands in its place. */
export function showBoard(view, puzzle, from, pick) {
  const { board, opened, failed } = puzzle.now;
  const kept = from === "written" || from === "marks" || from === "language";
  if (board) view.show(board, kept ? view.over : {}, puzzle.play);
  else if (opened || failed) showPlain(view, opened, pick);
}

/** The rules of a board in words: one line for all that are drawn in the same way, and one for each without a picture. */
export function showCaptions(board, specs) {
  const lines = new Map();
  for (const rule of board?.rules ?? []) {
    const [word, ...values] = rule.split(/\s+/);
    const spec = specs.find((one) => one.word === word);
    if (spec) lines.set(spec.picture ? word : rule, caption(spec, spec.picture ? [] : values));
  }
  at("captions").replaceChildren(...lines.values());
}

function caption(spec, values) {
  const { name, about, lang } = ruleName(spec);
  return make("li", { lang }, make("b", {}, [name, ...values].join(" ")), `: ${about}`);
}

/** Without a board: a picture, or the number of puzzles. */
function showPlain(view, opened, pick) {
  view.hide();
  if (!opened) return;
  const many = opened.count > 1;
  const about = [make("h3", {}, t("set.title", { n: opened.count })), make("p", {}, t("set.about"))];
  const openFirst = button(t("set.one", { n: 1 }), () => pick(1));
  at("board").replaceChildren(
    ...(many ? [make("div", { class: "many" }, about, openFirst)] : [picture(opened.picture, t("drawn", { kind: kindName(opened.kind) }))]),
  );
}

/** The kind, and the form of a text that is no board. */
export function formWords({ kind, opened, board }) {
  if (!kind) return "";
  const name = kindName(kind);
  return opened && !board ? t("read-as", { kind: name, form: opened.form }) : name;
}

/** The error in the text with a link to its position; or remarks. */
export function showMistake(puzzle) {
  const { failed, opened } = puzzle.now;
  const place = at("mistake");
  if (!failed) {
    const notes = opened?.notes ?? [];
    return place.replaceChildren(...notes.map((note) => make("p", { class: "hint" }, sentence(note))));
  }
  const go = failed.line ? button(t("go-to", failed), () => goTo(failed), { class: "quiet", id: "go-to" }) : null;
  const again = failed.code ? button(t("read-again"), () => puzzle.again(), { class: "quiet", id: "read-again" }) : null;
  place.replaceChildren(...failure(failed), ...[go, again].filter(Boolean));
}

function goTo({ line, column }) {
  at("text-panel").open = true;
  const area = at("text");
  const start = area.value.split("\n").slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  area.focus();
  area.setSelectionRange(start, start + 1);
}

/** Whether a text is being read, after a moment. */
export class Reading {
  constructor(puzzle, patience) {
    Object.assign(this, { puzzle, patience });
  }

  show() {
    clearTimeout(this.timer);
    at("reading").hidden = true;
    at("board").classList.remove("old");
    if (!this.puzzle.isWaiting) return;
    this.timer = setTimeout(() => {
      at("reading").hidden = false;
      at("board").classList.toggle("old", this.puzzle.now.board === null);
    }, this.patience);
  }
}
