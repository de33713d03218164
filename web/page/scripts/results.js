// Results in words, on the board, and as pictures if there is no board.

import { button, make, picture } from "./dom.js";
import { save } from "./files.js";
import { sentence } from "./messages.js";
import { spoken, t, table, translated } from "./words/words.js";

const badge = (verdict) => make("span", { class: `badge ${verdict}` }, t(`verdicts.${verdict}`));
const says = (words) => make("p", { class: "says" }, words);
const pre = (words) => make("pre", { tabindex: "0" }, words);

/** A number of bytes for people. */
export function size(bytes) {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Seconds for people. */
export const duration = (seconds) => (seconds < 1 ? t("milliseconds", { n: Math.max(1, Math.round(1000 * seconds)) }) : t("seconds", { n: seconds.toFixed(1) }));

const reason = (found) => (found.reason ? sentence(found.reason) : "");

const verdictWords = (found) => t(`says.${found.verdict}`, { reason: reason(found) });

function meta(found) {
  return make("p", { class: "meta" }, t("meta", { time: duration(found.seconds), route: found.route || "-" }));
}

/** The equivalent command line. */
export function command(words) {
  return make("p", { class: "command" }, t("command"), make("code", {}, words));
}

/**
 * Results of each question: functions of the bridge's result and of the actions on the page while the
 * puzzle of the question is shown:
 *   overlay(over)   shows something over the board
 *   add(givens)     writes givens into the board
 *   board           the board, or none
 */
export const shown = {
  check(found, on) {
    const many = found.answers.length > 1;
    const words = many && !found.differing.length ? t("says.multiple-plain") : verdictWords(found);
    return [badge(found.verdict), says(words), ...answers(found.answers, on, found.differing), meta(found)];
  },

  solve(found, on) {
    if (!found.answers.length) return [badge(found.verdict), says(verdictWords(found)), meta(found)];
    return [says(t("solved")), ...answers(found.answers, on), meta(found)];
  },

  count(found) {
    const words = found.exact ? t("counted.exact", { n: Number(found.count), count: grouped(found.count) }) : t("counted.least", { count: grouped(found.count) });
    const limit = found.reason ? says(t("partial", { reason: reason(found) })) : null;
    return [number(found), says(words), limit, meta(found)];
  },

  candidates(found, on) {
    const unknown = t("says.unknown", { reason: reason(found) });
    if (!found.any) return found.exact ? [badge("none"), says(t("none-any"))] : [badge("unknown"), says(unknown)];
    if (found.cells) on.overlay({ marks: found.cells });
    const words = found.exact ? settled(found) : t("candidates-so-far", { reason: reason(found) });
    return [says(words), found.cells && on.board ? null : pre(found.text)];
  },

  explain(found, on) {
    const rest = { none: clash, unique: redundant, multiple: missing }[found.verdict]?.(found, on) ?? [];
    return [badge(found.verdict), ...rest, found.reason ? says(t("partial", { reason: reason(found) })) : null];
  },

  prove(found, on, bytes) {
    const words = found.verdict === "multiple" ? t("says.multiple-plain") : verdictWords(found);
    const result = [badge(found.verdict), says(words)];
    if (!found.names.length) return [...result, meta(found)];
    const keep = () => save("certificate.zip", bytes, "application/zip");
    return [
      ...result,
      says(t("proved", { size: size(found.bytes), names: found.names.join(", ") })),
      make("p", { class: "actions" }, button(t("save-certificate"), keep, { class: "primary", id: "save-certificate" })),
      says(t("check-elsewhere")),
      ...answers(found.answers.slice(0, 1), on),
      meta(found),
    ];
  },
};

/** A number of any length, with the separators of the language. */
export const grouped = (count) => BigInt(count).toLocaleString(spoken());

const number = (found) => make("p", { class: "number" }, found.exact ? grouped(found.count) : `≥ ${grouped(found.count)}`);

/** The intermediate result of a count: a lower bound, an estimate with its confidence interval, and the share that is searched. */
export function counted({ count, share, about }) {
  if (count === "0" && !about) return null;
  const words = share >= 1e-4 ? says(t("progress", { percent: percent(share) })) : null;
  const [mean, low, high] = (about ?? []).map((number) => number !== null && rounded(number));
  const estimate = about && says(t(high ? "counted.about" : "counted.about-open", { mean, low, high }));
  return [make("p", { class: "number" }, `≥ ${grouped(count)}`), estimate, words].filter(Boolean);
}

/** A large number for people, of two digits that are known. */
function rounded(number) {
  const [digits, power] = number.toExponential(1).split(/e\+?/);
  if (Number(power) < 15) return number.toLocaleString(spoken(), { maximumSignificantDigits: 2 });
  return `${digits} × 10${[...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
}

const percent = (share) => (100 * share).toFixed(share < 0.1 ? 2 : 1);

/** Buttons that put answers on the board, the first at once; pictures or texts without a board. */
export function answers(found, on, ringed = [], marks = null) {
  if (!found.length) return [];
  if (!on.board || !(found[0].board || found[0].picture?.svg)) return found.map((answer) => drawn(answer));
  const choices = found.map(({ board, picture: whole }, at) => [found.length > 1 ? t("answer", { n: at + 1 }) : t("on-board"), { ...(board ?? { picture: whole }), ringed }]);
  if (marks) choices.unshift([t("marks-on-board"), { marks, ringed }]);
  choices.push([t("puzzle-only"), {}]);
  on.overlay(choices[0][1]);
  return [switches(choices, (over) => on.overlay(over))];
}

function drawn(answer) {
  return make("figure", {}, answer.picture ? picture(answer.picture.svg ?? answer.picture, t("drawn-answer")) : null, make("figcaption", { class: "hidden" }, answer.text));
}

/** Buttons, one of which is pressed. */
function switches(choices, choose) {
  const group = make("div", { class: "switches", role: "group" });
  const press = (value) => {
    for (const [at, each] of [...group.children].entries()) each.setAttribute("aria-pressed", String(choices[at][1] === value));
    choose(value);
  };
  group.append(...choices.map(([words, value]) => button(words, () => press(value), { class: "acts", "aria-pressed": String(value === choices[0][1]) })));
  return group;
}

function clash(found, on) {
  const { clash, rules } = found;
  on.overlay({ ringed: (clash.length ? clash : rules).flatMap(({ cells }) => cells) });
  const head = clash.length ? [says(t("clash", { n: clash.length })), list(clash)] : [says(t("clash-rules"))];
  return rules.length ? [...head, says(t("with-rules")), list(rules)] : head;
}

function redundant(found, on) {
  if (!found.givens) return [says(t("no-givens"))];
  on.overlay({ ringed: found.redundant.flatMap((given) => given.cells) });
  return [says(t("redundant", { n: found.redundant.length, givens: found.givens })), list(found.redundant)];
}

/** What the library calls places has words of its own only where these are cells. */
const settled = (found) => t(found.of === "cells" ? "settled.cells" : "settled.places", found);

const list = (entries) => make("ul", { class: "givens" }, entries.map(({ words }) => make("li", {}, fact(words))));

const fact = (words) => translated(words) ?? words;

function missing(found, on) {
  const body = [says(settled(found)), found.differing.length ? says(t("differ-in", { n: found.differing.length })) : null];
  body.push(...answers(found.answers, on, found.differing, found.cells));
  found.additions.forEach((addition, at) => body.push(...additions(addition, at, on)));
  return body;
}

function additions({ givens, fewest }, at, on) {
  if (!givens) return [];
  const words = t("add", { n: givens.length, answer: at + 1 });
  const put = givens.every((given) => given.face) && on.canType;
  return [
    says(fewest ? words.replace(/[:：]$/, ` (${t("add-fewest")}):`) : words),
    list(givens),
    put ? make("p", { class: "actions" }, button(t("add-them"), () => on.add(givens), { class: "acts" })) : null,
  ];
}
