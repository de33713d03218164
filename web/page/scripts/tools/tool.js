// A tool is a collapsible part of the page: a description, fields, and a button.

import { button, make } from "../dom.js";
import { t } from "../words/words.js";

/** A tool by the key of its texts; its button calls `run`. */
export function tool(key, run, fields, more = []) {
  const go = run && button(t(`${key}.run`), run, { class: "primary asks", id: `run-${key}` });
  return make(
    "details",
    { class: "card tool", id: `tool-${key}` },
    make("summary", {}, make("h2", {}, t(`${key}.title`))),
    make("p", { class: "hint" }, t(`${key}.about`)),
    make("div", { class: "fields" }, fields, go ? make("p", { class: "actions" }, go) : null),
    more,
  );
}

/** A field with its label. */
export function field(words, input) {
  return make("label", { class: "field" }, make("span", {}, words), input);
}

/** A menu of [value, text] pairs. */
export function choice(id, options) {
  return make("select", { id }, options.map(([value, words]) => make("option", { value }, words)));
}
