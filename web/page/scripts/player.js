// All steps that solve a puzzle, one after the other on its board.

import { key, unkey } from "./cells.js";
import { button, make } from "./dom.js";
import { EMPTY, withFacts } from "./play.js";
import { koreanFacts, koreanLine, koreanReason } from "./words/korean.js";
import { capital, spoken, t, translated } from "./words/words.js";

const inLanguage = (korean) => (words) => (spoken() === "en" ? capital(words) : korean(words));
const fact = inLanguage((words) => translated(words) ?? words);
const facts = inLanguage(koreanFacts);
const line = inLanguage(koreanLine);
export const entry = inLanguage(koreanReason);

const says = (words) => make("p", { class: "says" }, words);
export const items = (those, inWords) => make("ul", { class: "givens" }, those.map(({ words }) => make("li", {}, inWords(words))));

/** Steps in words, numbered. */
export const list = (steps) => make("ul", { class: "givens" }, steps.map(({ words }, at) => make("li", {}, line(`${at + 1}. ${words}`))));

/** What follows in a step, and why. */
export function reasons({ conclusion, pattern, rules, links }) {
  return [
    make("p", { class: "number small" }, facts(conclusion)),
    pattern ? says(fact(pattern)) : null,
    rules.length ? says(t("hints.because")) : says(t("hints.last")),
    items(rules, fact),
    links.length ? make("pre", { class: "links" }, links.map(line).join("\n")) : null,
  ];
}

/** The digits that are left in cells of which some are excluded. */
function remaining({ values }, known) {
  const gone = new Map();
  for (const { cell, face, holds } of known) if (face && !holds) gone.set(key(cell), [...(gone.get(key(cell)) ?? []), face]);
  return [...gone].map(([word, faces]) => ({ cell: unkey(word), faces: (values ?? []).filter((one) => !faces.includes(one)) }));
}

/** What a step shows over the board: the cells of its facts and rules, what was known before, and what is left. */
export function shownStep(board, play, step) {
  const known = [...play.known, ...step.facts];
  return { ringed: step.facts.map(({ cell }) => cell).filter(Boolean), used: step.rules.map(({ cells }) => cells), marks: remaining(board, known), facts: known };
}

/** The player: what came out, and controls that show each step on the board and say why it follows. */
export function player({ outcome, hardest, open, grade, steps, reason }, board, on) {
  const words = t(`steps.${outcome}`, { n: steps.length, hardest, open, reason: reason ?? "" });
  const head = [says(words), grade ? make("p", { class: "meta" }, t("steps.grade", { grade })) : null];
  if (!steps.length) return head;
  const place = make("div", { class: "step", "aria-live": "polite" });
  const slider = make("input", { type: "range", class: "acts", id: "step", min: "1", max: String(steps.length), value: "1", "aria-label": t("steps.which") });
  const number = make("span", { class: "clock" });
  const show = () => {
    const at = Number(slider.value);
    const step = steps[at - 1];
    number.textContent = `${at} / ${steps.length}`;
    slider.setAttribute("aria-valuetext", number.textContent);
    place.replaceChildren(...reasons(step).filter(Boolean));
    if (!board) return;
    const play = withFacts(EMPTY, steps.slice(0, at - 1).flatMap((before) => before.facts));
    on.overlay({ ...shownStep(board, play, step), play: withFacts(play, step.facts) });
  };
  const go = (by) => () => {
    slider.value = String(Number(slider.value) + by);
    show();
  };
  const move = (name, sign, by) => button(sign, go(by), { class: "acts", id: `step-${name}`, "aria-label": t(`steps.${name}`) });
  slider.oninput = show;
  show();
  const close = () => {
    on.overlay({});
    playing.remove();
  };
  const controls = make("div", { class: "player", role: "group", "aria-label": t("questions.steps") }, move("back", "◀", -1), slider, move("on", "▶", 1), number, button("✕", close, { class: "acts quiet", id: "step-close", "aria-label": t("puzzle-only") }));
  const playing = make("div", { class: "playing" }, controls, place);
  return [...head, playing, make("details", {}, make("summary", {}, t("steps.words")), list(steps))];
}
