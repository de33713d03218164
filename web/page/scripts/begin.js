// What one can begin with: examples and empty boards, which the page has before Python runs in it.

import { at, make } from "./dom.js";
import { Puzzle } from "./puzzle.js";
import { t } from "./words/words.js";

let offered = { examples: [], blanks: {} };

/** Fetch them; the first example is the puzzle that the page begins with. */
export async function fetchOffered() {
  offered = await (await fetch(new URL("../examples.json", import.meta.url))).json();
  return opened(offered.examples[0]);
}

/** The choice among them. */
export function showOffered(choose) {
  const select = at("begin");
  const examples = offered.examples.map(({ name, opened: { kind } }) => make("option", { value: `e ${name}` }, titled(kind, name)));
  const blanks = Object.keys(offered.blanks).map((name) => make("option", { value: `b ${name}` }, blankTitle(name)));
  select.replaceChildren(
    make("option", { value: "" }, t("begin-with")),
    make("optgroup", { label: t("examples") }, examples),
    make("optgroup", { label: t("blank") }, blanks),
  );
  select.onchange = () => {
    const [sort, name] = [select.value.slice(0, 1), select.value.slice(2)];
    select.value = "";
    if (sort === "e") choose(opened(offered.examples.find((one) => one.name === name)));
    else if (sort === "b") choose(blank(offered.blanks[name]));
  };
}

const titled = (kind, name) => `${t(`kinds.${kind}`)}: ${name.split("/")[1].split(".")[0]}`;

function blankTitle(name) {
  const [kind, side] = name.split("-");
  return `${t(`kinds.${kind}`)} ${side}×${side}`;
}

const opened = (example) => Puzzle.of(example.text, example.opened);

const blank = ({ board, text }) => ({ text, kind: board.kind, opened: null, board, failed: null });
