// Error messages: the message of the library and its position in the text.

import { named } from "./cells.js";
import { make } from "./dom.js";
import { t, translated } from "./words/words.js";

const CONTEXT = 66; // characters of a line that are shown

/** A message of the library; one that is not translated is marked as English. */
export function worded(message) {
  const words = translated(message);
  return words === null ? [t("detail"), make("span", { lang: "en" }, message)] : [words];
}

/** The same as a string. */
export const sentence = (message) => translated(message) ?? `${t("detail")}${message}`;

/** How a question or a reading failed. */
export function failure(failed) {
  if (failed.code) return [make("p", { class: "failure", role: "alert" }, t(failed.code, failed))];
  const place = failed.cell ? named(failed.cell) : failed.line ? t("place", failed) : "";
  const where = failed.printed ? t("place-printed") : "";
  const words = make("p", {}, [where, place].filter(Boolean).join(" "), place || where ? ": " : "", ...worded(failed.message));
  return [make("div", { class: "failure", role: "alert" }, words, failed.source ? source(failed) : null)];
}

/** The line with the error marked. */
function source({ source: line, column }) {
  const characters = [...line].map((one) => (/\p{C}/u.test(one) ? " " : one));
  const from = characters.length > CONTEXT ? Math.max(0, column - 1 - CONTEXT / 2) : 0;
  const before = characters.slice(from, column - 1).join("");
  const after = characters.slice(column, from + CONTEXT).join("");
  return make("code", { class: "source" }, before, make("mark", {}, characters[column - 1] ?? " "), after);
}
