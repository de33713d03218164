// Drawing constraints on a sudoku: the tool in use, the fields of its line, and what a stroke adds.

import { cellAt, cellsIn, includes, lineFrom, named, reading, sideOf } from "./cells.js";
import { nearestCorner, nearestPair } from "./pointer.js";

/** The text of a rule: its word, the values of its fields, and its place. */
export function compose(spec, values, place) {
  const words = spec.words.map((word) => {
    if (word.place === "side") return `${place.side[0]} ${place.side[1] + 1}`;
    if (word.place) return place.groups.map((cells) => cells.map(named).join(" ")).join(" / ");
    const value = values[word.field] ?? "";
    return word.type === "flag" ? (value ? word.word : "") : String(value).trim();
  });
  return [spec.word, ...words].filter(Boolean).join(" ");
}

/** The values of the fields in the text of a rule. */
export function fieldsOf(spec, text) {
  const tokens = text.split("\n")[0].split(/\s+/).slice(1);
  const isPlace = (token) => /^(-|\d+\*|-\d+\*)?r\d+c\d+$/i.test(token) || token === "/";
  const values = {};
  for (const word of spec.words) {
    if (word.place === "side") tokens.splice(0, 2);
    else if (word.place) while (tokens.length && isPlace(tokens[0])) tokens.shift();
    else if (word.type === "flag") values[word.field] = tokens[0] === word.word && Boolean(tokens.shift());
    else if (word.type === "words") {
      const until = tokens.findIndex(isPlace);
      values[word.field] = tokens.splice(0, until < 0 ? tokens.length : until).join(" ");
    } else values[word.field] = tokens.length && !isPlace(tokens[0]) ? tokens.shift() : "";
  }
  return values;
}

/** Event `change`: another rule, or other fields. */
export class Drawing extends EventTarget {
  constructor(view, puzzle, specs) {
    super();
    Object.assign(this, { view, puzzle, specs, spec: null, values: {}, groups: [], last: null, fresh: true });
  }

  /** Draw this rule now; `last` is one on the board that the fields change. */
  pick(spec, last = null) {
    this.finish();
    this.spec = spec;
    this.last = last && { text: last, place: placeOf(last) };
    this.values = last ? fieldsOf(spec, last) : initial(spec);
    this.fresh = true;
    this.view.use(spec && spec.gesture !== "board" && spec.gesture !== "text" ? this.#tool() : null);
    this.dispatchEvent(new Event("change"));
  }

  /** The groups of cells that were drawn so far are all. */
  finish() {
    this.groups = [];
    this.view.ink?.draw([]);
  }

  drop() {
    this.pick(null);
  }

  /** A field has another value; the rule that was drawn last follows. */
  set(field, value) {
    this.values = { ...this.values, [field]: value };
    if (!this.last) return;
    const text = compose(this.spec, this.values, this.last.place);
    this.#replace(this.last.text, text);
  }

  /** Add the rule at the selected cells, or to the whole board. */
  add() {
    const { spec, view } = this;
    if (spec.gesture === "board") return this.#put({ groups: [] });
    if (spec.gesture === "side") return;
    this.#stroke(view.cells.filter((cell) => !sideOf(view.board, cell)), null);
  }

  /** A key typed while a rule is drawn: a digit of its first field. */
  press(pressed) {
    const field = this.spec?.words.find((word) => word.field && word.type !== "flag" && word.type !== "choice");
    if (pressed === "Enter" && this.spec) return this.add(), true;
    if (!field || !this.last || this.spec.gesture === "side" || !/^([0-9xv ]|Backspace)$/i.test(pressed)) return false;
    const before = this.fresh ? "" : String(this.values[field.field] ?? "");
    const value = pressed === "Backspace" ? before.slice(0, -1) : before + pressed;
    this.fresh = false;
    this.set(field.field, field.type === "words" ? value.replace(/(\d)(?=\d)/g, "$1 ") : value);
    this.dispatchEvent(new Event("change"));
    return true;
  }

  #tool() {
    const { spec } = this;
    const side = spec.words.find((word) => word.place === "side");
    return {
      sides: side?.sides,
      stroke: side ? null : (cells, point) => this.#stroke(cells, point),
      show: side ? null : (cells) => this.view.ink.draw([...this.groups, cells], spec.gesture),
      face: (cell) => this.#clue(cell),
      waits: (cell) => !this.view.board.lines.includes(this.#ruleAt(cell)), // the picture does not show it yet
      type: (cell, pressed, anew) => this.#type(cell, pressed, anew),
    };
  }

  #stroke(cells, point) {
    const { spec, view } = this;
    const { board } = view;
    if (spec.gesture === "pair") {
      const chain = cells.length > 1 || !point ? cells : nearestPair(point, board);
      return this.#putAll(chain.slice(1).map((cell, at) => ({ groups: [spec.ordered ? [chain[at], cell] : [chain[at], cell].sort(reading)] })));
    }
    if (spec.gesture === "cell") return this.#putAll(cells.map((cell) => ({ groups: [[cell]] })));
    if (spec.gesture === "corner") return this.#put({ groups: [[point ? nearestCorner(point, board) : cells[0]]] });
    if (spec.gesture === "groups") {
      this.groups = [...this.groups, cells];
      view.ink.draw(this.groups, "cells");
      return this.groups.length > 1 ? this.#put({ groups: this.groups }, this.groups.length > 2) : undefined;
    }
    if (cells.length < spec.least) return view.ink.draw([]);
    const begun = this.last?.place.groups?.flat(); // one cell, perhaps only the beginning of this stroke
    const grows = begun?.length === 1 && cells.length > 1 && includes(cells, begun[0]) && board.rules.includes(this.last.text);
    return this.#put({ groups: [spec.gesture === "cells" ? cells.toSorted(reading) : cells] }, grows);
  }

  #put(place, replaces = false) {
    if (replaces && this.last) {
      const text = compose(this.spec, this.values, place);
      const before = this.last.text;
      this.last = { text, place };
      return this.#change((rules) => rules.map((rule) => (rule === before ? text : rule)));
    }
    return this.#putAll([place]);
  }

  /** Add rules at these places, or remove those that are there; what may be left out is said of each anew. */
  #putAll(places) {
    if (!places.length) return;
    if (this.last) this.values = { ...this.values, ...unsaid(this.spec) };
    const texts = places.map((place) => compose(this.spec, this.values, place));
    this.last = { text: texts.at(-1), place: places.at(-1) };
    this.fresh = true;
    this.#change((rules) => texts.reduce((so, text) => this.#toggled(so, text), rules));
    if (this.spec.gesture !== "groups") this.view.ink.draw([]);
    this.view.ink.wait(places.flatMap(({ groups }) => groups), this.spec.gesture);
    this.dispatchEvent(new Event("change"));
  }

  /** One at the same place is removed, or replaced if another value was chosen. */
  #toggled(rules, text) {
    const before = rules.find((rule) => atSamePlace(rule, text));
    if (!before) return [...rules, text];
    const chosen = before !== text && this.spec.words.some((word) => word.field && word.type !== "flag" && !word.optional);
    return chosen ? rules.map((rule) => (rule === before ? text : rule)) : rules.filter((rule) => rule !== before);
  }

  /** The board was changed, perhaps by undoing: the fields show the rule that is now where one was drawn last. */
  follow(board) {
    if (!this.spec || !this.last || board.rules.includes(this.last.text)) return;
    const text = board.rules.find((rule) => atSamePlace(rule, this.last.text));
    this.last = text ? { ...this.last, text } : null;
    this.values = text ? fieldsOf(this.spec, text) : initial(this.spec);
    this.fresh = true;
  }

  #replace(before, after) {
    if (before === after || !this.view.board.rules.includes(before)) return;
    this.last = { ...this.last, text: after };
    this.#change((rules) => rules.map((rule) => (rule === before ? after : rule)));
  }

  #change(change) {
    const { board } = this.view;
    this.puzzle.type({ ...board, rules: change(board.rules) });
  }

  // Clues beside the board

  #ruleAt(cell) {
    const [side, at] = sideOf(this.view.board, cell);
    return this.view.board.rules.find((rule) => rule.startsWith(`${this.spec.word} `) && rule.includes(` ${side} ${at + 1}`));
  }

  #clue(cell) {
    const rule = this.#ruleAt(cell);
    return rule ? String(Object.values(fieldsOf(this.spec, rule))[0]) : undefined;
  }

  #type(cell, pressed, anew) {
    const { spec } = this;
    const before = this.#ruleAt(cell);
    const [field] = spec.words.filter((word) => word.field);
    const typed = anew || !before ? "" : String(fieldsOf(spec, before)[field.field]);
    const erased = pressed === "Backspace" || pressed === "Delete";
    if (!erased && !/^[0-9]$/.test(pressed)) return undefined;
    const value = pressed === "Delete" ? "" : erased ? typed.slice(0, -1) : typed + pressed;
    const side = sideOf(this.view.board, cell);
    const text = value && compose(spec, { ...this.values, [field.field]: value }, { side });
    this.last = text ? { text, place: { side } } : null;
    const rules = this.view.board.rules.filter((rule) => rule !== before);
    return { ...this.view.board, rules: text ? [...rules, text] : rules };
  }
}

const initial = (spec) => Object.fromEntries((spec?.words ?? []).filter((word) => word.field).map((word) => [word.field, starting(spec, word)]));

/** What a field holds at first: nothing if it may be left out, otherwise the value of the example. */
function starting(spec, word) {
  if (word.type === "flag") return false;
  return word.optional ? "" : fieldsOf(spec, spec.example)[word.field];
}

/** The values that may be left out, left out. */
const unsaid = (spec) => Object.fromEntries(spec.words.filter((word) => word.optional && word.field && word.type !== "flag").map((word) => [word.field, ""]));

const atSamePlace = (one, other) => one.split(" ")[0] === other.split(" ")[0] && JSON.stringify(placeOf(one)) === JSON.stringify(placeOf(other));

function placeOf(text) {
  const side = /\b(left|right|top|bottom) (\d+)/.exec(text);
  if (side) return { side: [side[1], side[2] - 1] };
  return { groups: text.split(" / ").map(cellsIn) };
}

/** The cells of a rule, as groups; of a clue beside the board those of its line. */
export function cellsOf(board, text) {
  const { side, groups } = placeOf(text.split("\n")[0]);
  return side ? [lineFrom(board, ...side), [cellAt(board, ...side)]] : groups;
}
