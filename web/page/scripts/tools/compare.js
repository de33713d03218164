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

function routes({ rows }) {
  const head = make("tr", {}, table("heads").map((words) => make("th", { scope: "col" }, words)));
  const lines = rows.map(({ cells: [route, ...numbers], why }) =>
    make(
      "tr",
      { class: why ? "silent" : null },
      make("th", { scope: "row" }, route),
      why ? make("td", { colspan: String(numbers.length), class: "why" }, sentence(why)) : numbers.map((number) => make("td", {}, number)),
    ),
  );
  return make("div", { class: "scroll", tabindex: "0" }, make("table", { class: "routes" }, make("thead", {}, head), make("tbody", {}, lines)));
}
