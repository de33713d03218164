// Examples and empty boards, available before Python runs.

import { at, button, make } from "./dom.js";
import { Puzzle } from "./puzzle.js";
import * as settings from "./settings.js";
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

/** The menu of examples and boards, and the pictures of the examples. */
export function showOffered(choose) {
  const select = at("begin");
  const examples = offered.examples.map(({ name, opened: { kind } }) => make("option", { value: `e ${name}` }, titled(kind, name)));
  const blanks = Object.keys(offered.blanks).map((name) => make("option", { value: `b ${name}` }, blankTitle(name)));
  select.replaceChildren(
    make("option", { value: "" }, t("begin-with")),
    make("optgroup", { label: t("blank") }, blanks),
    make("optgroup", { label: t("examples") }, examples),
  );
  select.onchange = () => {
    const [sort, name] = [select.value.slice(0, 1), select.value.slice(2)];
    select.value = "";
    if (sort === "e") choose(opened(offered.examples.find((one) => one.name === name)));
    else if (sort === "b") choose(blank(offered.blanks[name]));
  };
  showGallery(choose);
}

function showGallery(choose) {
  at("welcome").hidden = settings.kept("welcome") === "no";
  const hide = () => {
    settings.keep("welcome", "no");
    at("welcome").hidden = true;
  };
  at("dismiss").onclick = hide;
  const image = ({ name }) => make("img", { alt: "", loading: "lazy", width: 72, height: 72, "data-name": name });
  const cards = mixed(offered.examples.filter(({ opened: { count, board } }) => count === 1 && board)).map((example) => {
    const { kind } = example.opened;
    const words = make("span", {}, make("b", {}, kindName(kind)), " ", table("titles")[example.name] ?? "");
    return make("li", {}, make("button", { type: "button", onclick: () => choose(opened(example)) }, image(example), words));
  });
  const before = at("gallery").querySelector("[src]");
  at("gallery").replaceChildren(...cards);
  if (before) showPictures();
}

/** The pictures of the gallery: the first verdict does not wait for them. */
export function showPictures() {
  for (const image of at("gallery").querySelectorAll("img")) {
    image.src = new URL(`../pictures/${image.dataset.name.replace("/", "-").split(".")[0]}.svg`, import.meta.url).href;
  }
}

/** The first example of each kind, then the second ones. */
function mixed(examples) {
  const seen = new Map();
  const rank = ({ opened: { kind } }) => seen.set(kind, (seen.get(kind) ?? 0) + 1).get(kind);
  return examples.map((one) => [rank(one), one]).sort(([a], [b]) => a - b).map(([, one]) => one);
}

function titled(kind, name) {
  const title = table("titles")[name] ?? name.split("/")[1].replace(/\.\w+$/, "");
  return `${kindName(kind)}: ${title}`;
}

function blankTitle(name) {
  const [kind, size] = name.split("-");
  return `${kindName(kind)} ${size.replace("x", "×")}`;
}

const opened = (example) => Puzzle.of(example.text, example.opened);

const blank = ({ board, text }) => ({ text, kind: board.kind, opened: null, board, failed: null });
