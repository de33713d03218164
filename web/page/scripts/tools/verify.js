// Certificates, written here or elsewhere.

import { button, make } from "../dom.js";
import { contents } from "../files.js";
import { worded } from "../messages.js";
import { command } from "../results.js";
import { t, translated } from "../words/words.js";
import { field, tool } from "./tool.js";

export function verifying(page) {
  const input = make("input", { type: "file", id: "certificate", multiple: true, onchange: () => verify(page, input.files) });
  return tool("verify", null, [field(t("verify.choose"), input)]);
}

/** Check a certificate's files. */
export async function verify(page, chosen) {
  const files = await contents(chosen);
  const names = files.map((file) => file.name);
  await page.ask("verify", () => ({ names }), (report) => examined(report, page), { files, free: true, waits: false });
}

const fact = (words) => translated(words) ?? words;

function examined(report, page) {
  const passes = report.checks.map((check) => check.passed);
  const state = report.accepted ? "accepted" : passes.includes(null) ? "unknown" : "refused";
  const line = (check) => {
    const how = check.passed ? "ok" : check.passed === null ? "unsure" : "bad";
    return make("li", { class: how }, make("b", {}, t(`verify.${how}`)), ` ${fact(check.what)}: `, ...worded(check.detail));
  };
  const verdict = report.verdict ? make("span", { class: `badge ${report.verdict}` }, t(`verdicts.${report.verdict}`)) : null;
  const put = report.puzzle ? button(t("verify.put"), () => page.open(report.puzzle)) : null;
  return [
    make("p", { class: "line" }, make("span", { class: `badge ${state}` }, t(`verify.${state}`)), " ", verdict),
    make("ul", { class: "checks" }, report.checks.map(line)),
    make("p", { class: "hint" }, ...worded(report.note)),
    make("p", { class: "actions" }, put),
    command("coversat verify certificate"),
  ];
}
