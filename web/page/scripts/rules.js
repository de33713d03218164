// The list of rules to draw, the rules on the board, and the tools of other kinds: regions and numbers.

import { at, button, make, picture } from "./dom.js";
import { cellsOf } from "./drawing.js";
import { Regions } from "./regions.js";
import { Sizes } from "./sizes.js";
import { ruleName, spoken, t, table } from "./words/words.js";

const SIGNS = { "anti-knight": "♞", "anti-king": "♚", queen: "♛" }; // of rules without a picture

/** Digits that obey a rule, and digits that do not, as pictures. */
function examples({ word, wrong }) {
  if (!wrong) return [];
  const image = (name) => make("img", { alt: t(`sample.${name}`), src: new URL(`../pictures/${word}-${name}.svg`, import.meta.url).href });
  return [make("p", { class: "samples" }, image("right"), image("wrong")), make("p", { class: "hint", lang: "en" }, `✗ ${wrong}`)];
}

export class Rules {
  /** `changed` is called when another tool is in use, or none. */
  constructor(engine, drawing, view, puzzle, changed) {
    Object.assign(this, { drawing, view, puzzle });
    this.regions = new Regions(view, puzzle);
    this.sizes = new Sizes(engine, puzzle);
    this.begun = false;
    for (const tool of [drawing, this.regions]) {
      tool.addEventListener("change", () => {
        this.#showTool();
        changed();
      });
    }
  }

  /** Show them from now on: the first verdict does not wait for so many pictures. */
  begin() {
    this.begun = true;
    this.show(this.view.board);
  }

  /** Show what can be drawn on a board; nothing is drawn without one. */
  show(board) {
    if (!this.begun) return;
    const kept = document.activeElement?.id;
    at("rules").hidden = !board;
    if (!board) return this.stop();
    this.drawing.follow(board);
    const isSudoku = board.kind === "sudoku";
    at("rules-fields").replaceChildren(...this.sizes.fields(board), ...this.#numbers(board), ...(isSudoku ? [] : this.regions.buttons(board)));
    at("rules-list").hidden = !isSudoku;
    if (isSudoku) this.#showList();
    this.#showPresent(board);
    if (kept) at(kept)?.focus({ preventScroll: true });
    if (!isSudoku && this.drawing.spec) this.drawing.drop();
    if (this.regions.label !== null && !this.regions.fits(board)) this.regions.drop();
    this.#showTool();
  }

  stop() {
    if (this.drawing.spec) this.drawing.drop();
    if (this.regions.label !== null) this.regions.drop();
  }

  get busy() {
    return Boolean(this.drawing.spec) || this.regions.label !== null;
  }

  /** Numbers of the puzzle, such as that of the stars. */
  #numbers(board) {
    return Object.entries(board.numbers).map(([name, value]) => {
      const input = make("input", { id: `number-${name}`, inputmode: "numeric", value });
      input.oninput = () => this.puzzle.type({ ...this.view.board, numbers: { ...this.view.board.numbers, [name]: input.value.trim() } });
      return make("label", { class: "field" }, make("span", {}, table("numbers")[name] ?? name), input);
    });
  }

  /** The list is made once for a language, so that it stays where it was scrolled to. */
  #showList() {
    if (this.language !== spoken()) this.#makeList();
    for (const [spec, entry] of this.entries) entry.firstChild.setAttribute("aria-pressed", String(spec === this.drawing.spec));
  }

  #makeList() {
    this.language = spoken();
    this.entries = new Map(this.drawing.specs.map((spec) => [spec, this.#entry(spec)]));
    const box = make("input", { id: "search", type: "search", value: at("search")?.value ?? "", placeholder: t("search"), "aria-label": t("search"), autocomplete: "off" });
    const none = make("p", { class: "hint", role: "status" });
    box.oninput = () => {
      const found = new Set(this.#found(box.value));
      for (const [spec, entry] of this.entries) entry.hidden = !found.has(spec);
      none.textContent = found.size ? "" : t("no-rules");
    };
    const list = make("ul", { class: "palette", id: "palette" }, [...this.entries.values()]);
    const regions = button(t("regions"), () => this.#pickRegions(), { id: "draw-regions", class: "wide" });
    at("rules-list").replaceChildren(box, list, none, regions);
    box.oninput();
  }

  #pickRegions() {
    this.drawing.drop();
    this.regions.pick(0);
    this.show(this.view.board);
    at("board").scrollIntoView({ block: "nearest" });
  }

  #found(search) {
    const wanted = search.trim().toLowerCase().split(/\s+/);
    return this.drawing.specs.filter((spec) => {
      const said = [spec.word, spec.name, spec.about, ...spec.also, ...Object.values(ruleName(spec))].join(" ").toLowerCase();
      return wanted.every((word) => said.includes(word));
    });
  }

  #entry(spec) {
    const { name, about, lang } = ruleName(spec);
    const image = spec.picture ? picture(spec.picture, "", "sample") : make("span", { class: "sample word", "aria-hidden": "true" }, SIGNS[spec.word] ?? name[0].toUpperCase());
    const choose = () => {
      if (this.regions.label !== null) this.regions.drop();
      if (this.drawing.spec === spec) this.drawing.drop();
      else this.drawing.pick(spec);
      this.show(this.view.board);
      at("board").scrollIntoView({ block: "nearest" }); // on a phone the list is below it
    };
    return make("li", {}, make("button", { type: "button", id: `rule-${spec.word}`, title: about, onclick: choose }, image, make("span", { lang }, name)));
  }

  /** The rules on the board: to be shown, changed and deleted. */
  #showPresent(board) {
    const listed = [spoken(), ...board.rules].join("\n");
    if (listed === this.listed) return;
    this.listed = listed;
    const entries = board.rules.map((rule, number) => {
      const spec = this.drawing.specs.find((one) => one.word === rule.split(/\s/)[0]);
      const remove = () => this.puzzle.type({ ...this.view.board, rules: board.rules.toSpliced(number, 1) });
      const edit = () => {
        if (spec) this.drawing.pick(spec, rule);
        this.view.ink.highlight(cellsOf(board, rule));
        this.show(this.view.board);
      };
      const [word, ...values] = rule.split("\n")[0].split(" ");
      const words = [spec ? ruleName(spec).name : word, ...values].join(" ");
      const row = make("li", {}, button(words, edit, { class: "plain" }), button("✕", remove, { class: "plain remove", id: `remove-${number}`, "aria-label": t("remove", { rule }) }));
      row.onpointerenter = () => this.view.ink.highlight(cellsOf(board, rule));
      row.onpointerleave = () => this.view.ink.highlight([]);
      return row;
    });
    const list = [make("h3", {}, t("present", { n: board.rules.length })), make("ul", { class: "present", id: "present" }, entries)];
    at("rules-present").replaceChildren(...(entries.length ? list : []));
  }

  /** The tool in use: what it draws, how, and the fields of its line. */
  #showTool() {
    const place = at("tooling");
    const { spec } = this.drawing;
    place.hidden = !spec && this.regions.label === null;
    if (!spec) return place.replaceChildren(...(this.regions.label === null ? [] : this.regions.tooling()));
    const held = document.activeElement?.id;
    const { name, about, lang } = ruleName(spec);
    const stop = button(t("done"), () => (this.drawing.drop(), this.show(this.view.board)), { class: "quiet", id: "tool-done" });
    const head = make("div", { class: "about" }, make("b", { lang }, name), ": ", make("span", { lang }, about));
    const keys = ["line", "cells"].includes(spec.gesture) ? make("span", { class: "by-keys" }, ` ${t("gestures.keys")}`) : null;
    const how = make("p", { class: "hint" }, t(`gestures.${spec.gesture}`), keys);
    const fields = spec.gesture === "side" ? [] : spec.words.filter((word) => word.field).map((word) => this.#field(word));
    place.replaceChildren(head, ...examples(spec), how, make("div", { class: "fields" }, fields, this.#addButton(spec), stop));
    if (held) at(held)?.focus({ preventScroll: true });
  }

  #addButton(spec) {
    if (spec.gesture === "side") return null;
    const put = spec.gesture === "text" ? () => this.#example(spec) : () => this.drawing.add();
    return button(t({ text: "add-text", board: "add-board" }[spec.gesture] ?? "add-rule"), put, { id: "add-rule" });
  }

  #example(spec) {
    this.puzzle.type({ ...this.view.board, rules: [...this.view.board.rules, spec.example] });
    this.drawing.drop();
    at("text-panel").open = true;
    at("text").focus();
  }

  #field(word) {
    const { values } = this.drawing;
    const id = `field-${word.field}`;
    const set = (value) => this.drawing.set(word.field, value);
    const words = table("fields")[word.words ?? word.field] ?? word.words ?? word.field;
    let input;
    if (word.type === "choice") {
      input = make("select", { id }, word.options.map((one) => make("option", { value: one }, table("fields")[one] ?? one)));
      input.value = values[word.field] || word.options[0];
      input.onchange = () => set(input.value);
    } else if (word.type === "flag") {
      input = make("input", { id, type: "checkbox", checked: Boolean(values[word.field]) });
      input.onchange = () => set(input.checked);
    } else {
      input = make("input", { id, value: String(values[word.field] ?? ""), placeholder: word.optional ? t("may-be-empty") : word.usage, inputmode: word.type === "number" ? "numeric" : "text", autocomplete: "off" });
      input.oninput = () => set(input.value);
    }
    return make("label", { class: "field" }, make("span", {}, words), input);
  }
}
