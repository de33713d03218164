// A kind of one's own: its file, compared with its check on many small boards.

import { at, button, make, picture } from "../dom.js";
import { command } from "../results.js";
import * as settings from "../settings.js";
import { kindName, t } from "../words/words.js";
import { field, tool } from "./tool.js";

/** The tool; `example` is the file that it begins with. */
export function own(page, example) {
  const code = make("textarea", { id: "own-code", rows: "20", wrap: "off", spellcheck: "false", autocapitalize: "off" });
  code.value = settings.kept("own") ?? example;
  code.oninput = () => settings.keep("own", code.value);
  const so = make("p", { class: "hint" });
  const run = () => {
    const values = { code: at("own-code").value };
    page.ask("test_kind", () => values, (found) => tested(found, () => page.begin(found, values.code)), { free: true, waits: false, part: ({ words }) => (so.textContent = words), before: [so] });
  };
  return tool("own", run, [field(t("own.code"), code)]);
}

function tested({ boards, assignments, difference, changes, undetected, same, needed, board, kind }, begin) {
  const start = board && make("p", { class: "actions" }, button(t("own.begin", { kind: kindName(kind) }), begin, { class: "primary", id: "begin-own" }));
  const words = make("p", { class: "meta" }, t("own.counts", { boards, assignments }));
  if (!difference) {
    const equal = make("p", { class: "says good" }, t("own.equal"));
    const list = (those) => make("ul", { class: "givens" }, those.map((one) => make("li", { lang: "en" }, one)));
    const found = t(undetected.length ? "own.changes" : "own.all", { changes, found: changes - undetected.length });
    const alike = same ? make("p", { class: "hint" }, t("own.same", { n: same })) : null;
    const wrong = needed.length ? [make("p", {}, t("own.needed")), list(needed)] : [];
    return [equal, start, words, make("p", {}, found), list(undetected), alike, ...wrong, command("coversat test kind.py")];
  }
  const rules = make("ul", { class: "givens" }, difference.rules.map((rule) => make("li", { lang: "en" }, rule)));
  return [make("p", { class: "says bad", lang: "en" }, difference.words), rules, picture(difference.svg, t("own.smallest")), start, words, command("coversat test kind.py")];
}
