// New puzzles with exactly one answer.

import { at, make } from "../dom.js";
import { command } from "../results.js";
import { t } from "../words/words.js";
import { choice, field, tool } from "./tool.js";

const KINDS = ["sudoku", "sudominoku", "kakuro", "latin"];
const SYMMETRIES = ["none", "half-turn", "quarter-turn", "left-right", "up-down", "diagonal"];

export function generating(page) {
  const seed = make("input", { id: "seed", type: "number", min: "0", value: String(Math.floor(Math.random() * 1e6)) });
  const keep = make("input", { id: "keep", type: "checkbox" });
  const fields = [
    field(t("generate.kind"), choice("made-kind", KINDS.map((kind) => [kind, t(`kinds.${kind}`)]))),
    field(t("generate.symmetry"), choice("symmetry", [["", t("generate.any")], ...SYMMETRIES.map((one) => [one, one])])),
    field(t("generate.seed"), seed),
    make("label", { class: "field check" }, keep, make("span", {}, t("generate.keep"))),
  ];
  const run = () => page.ask("generate", wishes, (made) => take(page, made));
  return tool("generate", run, fields);
}

function wishes({ text, kind }) {
  const chosen = at("made-kind").value;
  const symmetry = at("symmetry").value;
  const layout = at("keep").checked && kind === "sudoku" && chosen === "sudoku" ? { layout: text } : {};
  return { kind: chosen, seed: Number(at("seed").value) || 0, ...(symmetry ? { symmetry } : {}), ...layout };
}

function take(page, made) {
  const { kind, seed, symmetry } = wishes({});
  at("seed").value = String(seed + 1);
  page.open(made.text, made.kind);
  return [
    make("p", { class: "says" }, t("generate.made", { grade: made.grade, routes: made.routes.join(", ") })),
    command(`coversat generate ${kind} --seed ${seed}${symmetry ? ` --symmetry ${symmetry}` : ""}`),
  ];
}
