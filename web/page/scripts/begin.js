// Examples and empty boards, available before Python runs.

import { at, button, make } from "./dom.js";
import { Puzzle } from "./puzzle.js";
import { kindName, t, table } from "./words/words.js";

let offered = { examples: [], blanks: {}, rules: [], kinds: [], made: [], symmetries: [], formats: [] };

/** Fetch them; the page begins with the first example. */
export async function fetchOffered() {
  offered = await (await fetch(new URL("../examples.json", import.meta.url))).json();
  return opened(offered.examples[0]);
}

/** The constraints that can be drawn. */
export const offeredRules = () => offered.rules;

/** A file that defines a kind. */
export const offeredKind = () => offered.own;

/** The names of the kinds that are known. */
export const offeredKinds = () => offered.kinds;

/** Those of which puzzles can be made, and how givens can lie. */
export const madeKinds = () => offered.made;
export const madeSymmetries = () => offered.symmetries;

/** The formats of files for solvers. */
export const offeredFormats = () => offered.formats;

/** Fill the dialog of empty boards and examples; `choose` receives the puzzle that was chosen. */
export function showOffered(choose) {
  const dialog = at("beginning");
  const chosen = (puzzle) => () => {
    dialog.close();
    choose(puzzle);
  };
  at("begin").onclick = () => dialog.showModal();
  const kinds = Map.groupBy(Object.entries(offered.blanks), ([name]) => name.split("-")[0]);
  at("blanks").replaceChildren(
    ...[...kinds].map(([kind, sizes]) => {
      const size = ([name, empty]) => button(name.split("-")[1].replace("x", "×"), chosen(blank(empty)), { "data-name": `b ${name}`, "aria-label": blankTitle(name) });
      return make("li", {}, make("span", {}, kindName(kind)), sizes.map(size));
    }),
  );
  at("gallery").replaceChildren(
    ...mixed(offered.examples).map((example) => {
      const { name, opened: { kind } } = example;
      const image = make("img", { alt: "", loading: "lazy", width: 72, height: 72, src: new URL(`../pictures/${name.replace("/", "-").split(".")[0]}.svg`, import.meta.url).href });
      const words = make("span", {}, make("b", {}, kindName(kind)), " ", table("titles")[name] ?? name.split("/")[1].replace(/\.\w+$/, ""));
      return make("li", {}, make("button", { type: "button", onclick: chosen(opened(example)), "data-name": `e ${name}` }, image, words));
    }),
  );
}

/** The first example of each kind, those with boards before the others; then the second ones. */
function mixed(examples) {
  const seen = new Map();
  const rank = ({ opened: { kind, board } }) => seen.set(kind, (seen.get(kind) ?? (board ? 0 : 9)) + 1).get(kind);
  return examples.map((one) => [rank(one), one]).sort(([a], [b]) => a - b).map(([, one]) => one);
}

function blankTitle(name) {
  const [kind, size] = name.split("-");
  return `${kindName(kind)} ${size.replace("x", "×")}`;
}

const opened = (example) => Puzzle.of(example.text, example.opened);

const blank = ({ board, ...others }) => ({ kind: board.kind, opened: null, board, ...others });
