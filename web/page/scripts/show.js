// Shows the puzzle of now: its board, its text, and what is wrong with it.

import { at, button, make, picture } from "./dom.js";
import { fieldsOf } from "./drawing.js";
import { failure, sentence } from "./messages.js";
import { kindName, kindRules, ruleName, t } from "./words/words.js";

/** The board, or what stands in its place. */
export function showBoard(view, puzzle, from, pick) {
  const { board, opened, failed } = puzzle.now;
  const kept = from === "written" || from === "marks" || from === "language";
  if (board) view.show(board, kept ? view.over : {}, puzzle.play);
  else if (opened || failed) showPlain(view, opened, pick);
}

/** A rule in a few words: its name and values, without its cells. */
export function ruleWords(rule, specs) {
  const [word] = rule.split(/\s/);
  const spec = specs.find((one) => one.word === word);
  if (!spec) return word;
  const values = Object.values(fieldsOf(spec, rule)).filter((value) => typeof value === "string" && value);
  return [ruleName(spec).name, ...values].join(" ");
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

/** The rules of the kind, to be unfolded. */
export function showHow(kind) {
  const rules = kind ? kindRules(kind) : [];
  at("how").hidden = !rules.length;
  at("how").firstElementChild.textContent = kind ? t("how", { kind: kindName(kind) }) : "";
  at("how").lastElementChild.replaceChildren(...rules.map((rule) => make("li", {}, rule)));
}

/** Without a board: a picture, or the number of puzzles. */
function showPlain(view, opened, pick) {
  view.hide();
  if (!opened) return;
  at("board").replaceChildren(opened.count > 1 ? choice(opened.count, pick) : picture(opened.picture, t("drawn", { kind: kindName(opened.kind) })));
}

/** Of several puzzles, one is opened. */
function choice(count, pick) {
  const number = make("input", { type: "number", id: "which", min: "1", max: String(count), value: "1", "aria-label": t("several.which") });
  const open = () => number.reportValidity() && pick(Number(number.value));
  return make("div", { class: "many" }, make("h3", {}, t("several.title", { n: count })), make("p", {}, t("several.about")), make("p", { class: "actions" }, number, button(t("open-it"), open, { id: "pick" })));
}

/** The kind with the size of its board, or the form of a text that is none. */
export function formWords({ kind, form, board }) {
  if (!kind) return "";
  const name = kindName(kind);
  if (board) return `${name} ${board.rows}×${board.columns}`;
  return form ? t("read-as", { kind: name, form }) : name;
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
  const readings = (failed.readings ?? []).map((one) => button(t("read-it-as", { name: one.kind ? kindName(one.kind) : one.form }), () => puzzle.readAs(one), { class: "reading" }));
  place.replaceChildren(...failure(failed), ...[go, again, ...readings].filter(Boolean));
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
