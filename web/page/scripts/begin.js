// Examples and empty boards, available before Python runs.

import { at, make } from "./dom.js";
import { Puzzle } from "./puzzle.js";
import { t, table } from "./words/words.js";

let offered = { examples: [], blanks: {} };

/** Fetch them; the page begins with the first example. */
export async function fetchOffered() {
  offered = await (await fetch(new URL("../examples.json", import.meta.url))).json();
  return opened(offered.examples[0]);
}

/** The menu of examples and boards. */
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

const titled = (kind, name) => `${t(`kinds.${kind}`)}: ${table("titles")[name] ?? name}`;

function blankTitle(name) {
  const [kind, side] = name.split("-");
  return `${t(`kinds.${kind}`)} ${side}×${side}`;
}

const opened = (example) => Puzzle.of(example.text, example.opened);

const blank = ({ board, text }) => ({ text, kind: board.kind, opened: null, board, failed: null });
