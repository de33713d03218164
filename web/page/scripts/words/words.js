// The words of the page, in the language chosen.

import en from "./en.js";
import ko from "./ko.js";
import { korean } from "./korean.js";
import { constraints, rules } from "../../../../coversat/setters/prompts/words.json";

const LANGUAGES = { en, ko };
let chosen = "en";

/** Choose a language. */
export function speak(language) {
  chosen = language;
  document.documentElement.lang = language;
}

/** The language chosen. */
export const spoken = () => chosen;

/** The entry under `key`, whose parts are separated by dots. */
function found(key) {
  return key.split(".").reduce((table, part) => table?.[part], LANGUAGES[chosen]);
}

/** The words for `key`, its places filled; of a list [one, several, none] the one for the number `n`. */
export function t(key, values = {}) {
  let words = found(key);
  if (Array.isArray(words)) words = values.n === 0 && words.length > 2 ? words[2] : words[values.n === 1 ? 0 : 1];
  if (typeof words !== "string") throw new Error(`no words for ${key}`);
  return words.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/** A message of the library in the language chosen; null where there are no words for it. */
export const translated = (message) => (chosen === "en" || !message ? message : korean(message));

/** All entries under `key`. */
export const table = (key) => found(key);

/** Fill the elements of the page that say which words they want. */
export function fill(root = document) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
}

/** The name of a kind; its own where there are no words for it. */
export const kindName = (kind) => found("kinds")[kind] ?? kind[0].toUpperCase() + kind.slice(1);

/** The rules of a kind, each in a sentence or two; none where there are no words for it. */
export const kindRules = (kind) => rules[chosen][kind]?.rules ?? [];

/** The value of a cell in words. */
export function valueWords(words) {
  const found = translated(`r1c1 is ${words}`);
  return found === null || found === `r1c1 is ${words}` ? words : found.replace(/^r1c1\S*\s*/, "");
}

/** The name of a rule, and its meaning without the name; in English, and marked so, where they are not translated. */
export function ruleName({ word, name, about }) {
  const words = constraints[chosen]?.[word];
  if (words) return { name: words[0], about: words[1] };
  const meaning = about.replace(/^an? [a-z ]+(: |, whose )/, "");
  return { name: capital(name), about: meaning, lang: chosen === "en" ? undefined : "en" };
}

/** A sentence or title begins with a capital, but for a name: of a cell, or of what "is" something. */
export const capital = (words) => (/^(r\d+c\d|(?!there )\S+ is )/.test(words) ? words : words.slice(0, 1).toUpperCase() + words.slice(1));
