// Export for any solver, and decode its output.

import { at, button, make } from "../dom.js";
import { save } from "../files.js";
import { answers, command, size } from "../results.js";
import { t, table } from "../words/words.js";
import { choice, field, tool } from "./tool.js";

const ENDINGS = { dimacs: "cnf", cover: "dlx" }; // of files, where it is not the name of the format

export function exporting(page, formats) {
  const chosen = () => ({ to: at("to").value, via: at("via").value || null });
  const write = () => {
    const wanted = chosen();
    page.ask("export", (puzzle) => ({ ...puzzle, ...wanted }), (file, _, bytes) => written(wanted, file, bytes));
  };
  const read = () => {
    const values = { ...chosen(), printed: at("printed").value };
    page.ask("decode", (puzzle) => ({ ...puzzle, ...values }), decoded);
  };
  const fields = [
    field(t("export.to"), choice("to", formats.map((name) => [name, table("formats")[name] ?? name]))),
    field(t("export.via"), choice("via", [["", t("export.usual")]])),
  ];
  const printed = make("textarea", { id: "printed", rows: "4", spellcheck: "false", placeholder: "s SATISFIABLE\nv 1 -2 3 … 0" });
  const back = make("p", { class: "actions" }, button(t("export.read"), read, { class: "asks", id: "run-decode" }));
  const whole = tool("export", write, fields, [field(t("export.printed"), printed), back]);
  listReductions(page, whole);
  return whole;
}

/** The reductions from the kind of the puzzle to the format, while the tool is open. */
function listReductions(page, whole) {
  const [to, via] = ["#to", "#via"].map((id) => whole.querySelector(id));
  let listed = "";
  const list = async () => {
    const wanted = `${page.kind} ${to.value}`;
    if (!whole.open || !page.kind || wanted === listed) return;
    listed = wanted;
    const names = (await page.look("reductions", { kind: page.kind, to: to.value })) ?? [];
    if (wanted === listed) via.replaceChildren(make("option", { value: "" }, t("export.usual")), ...names.map((name) => make("option", { value: name }, name)));
  };
  for (const event of ["toggle", "change", "puzzle"]) whole.addEventListener(event, list);
}

function written({ to, via }, file, bytes) {
  const name = `puzzle.${ENDINGS[to] ?? to}`;
  const words = t("export.save", { name, size: size(file.bytes) });
  return [
    make("p", { class: "actions" }, button(words, () => save(name, bytes, "text/plain"), { class: "primary", id: "save-export" })),
    make("pre", { tabindex: "0" }, `${file.head}…`),
    command(`coversat export puzzle.txt --to ${to}${via ? ` --via ${via}` : ""} -o ${name}`),
  ];
}

function decoded(found, on) {
  if (!found.answers.length) {
    if (found.status !== "UNSATISFIABLE") return [make("p", { class: "says" }, t("export.unknown"))];
    const { verdict, answers: own } = found.own;
    const agrees = { none: "none", unknown: "none-unchecked" }[verdict] ?? "none-wrong";
    return [make("p", { class: `says ${verdict === "none" ? "good" : own.length ? "bad" : ""}` }, t(`export.${agrees}`)), ...answers(own, on)];
  }
  const rules = found.violations.join("; ");
  const says = rules ? make("p", { class: "says bad" }, t("export.breaks", { rules })) : make("p", { class: "says good" }, t("export.good"));
  return [says, ...answers(found.answers, on)];
}
