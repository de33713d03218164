// Routes side by side, as a table.

import { at, make } from "../dom.js";
import { sentence } from "../messages.js";
import { command } from "../results.js";
import { t, table } from "../words/words.js";
import { field, tool } from "./tool.js";

export function compare(page) {
  const patterns = make("input", { id: "patterns", placeholder: "cover/*  search/*", autocapitalize: "off", spellcheck: "false" });
  const run = () => {
    const wanted = at("patterns").value.split(/[\s,]+/).filter(Boolean);
    const words = ["coversat compare puzzle.txt", ...wanted.map((one) => `--routes '${one}'`)].join(" ");
    page.ask("compare", (puzzle) => ({ ...puzzle, patterns: wanted }), (found) => [
      make("p", { class: `says ${found.agree ? "good" : "bad"}` }, found.agree ? t("compare.agree") : t("compare.disagree")),
      routes(found),
      command(page.limited(words)),
    ], { limit: page.limit });
  };
  return tool("compare", run, [field(t("compare.patterns"), patterns)]);
}

/** The numbers of a route are below its name, so that all columns fit. */
function routes({ rows }) {
  const heads = table("heads");
  const head = make("tr", {}, heads.map((words) => make("th", { scope: "col" }, words)));
  const bodies = rows.map(({ cells: [route, ...numbers], why }) => {
    const name = make("tr", { class: "name" }, make("th", { scope: "rowgroup", colspan: String(heads.length) }, route));
    const found = why ? make("td", { colspan: String(heads.length), class: "why" }, sentence(why)) : numbers.map((number) => make("td", {}, number));
    return make("tbody", {}, name, make("tr", {}, found));
  });
  return make("div", { class: "scroll", tabindex: "0" }, make("table", { class: "routes" }, make("thead", {}, head), bodies));
}
