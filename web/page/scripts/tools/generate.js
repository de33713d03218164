// New puzzles with exactly one answer.

import { at, make } from "../dom.js";
import { command } from "../results.js";
import { kindName, t, table } from "../words/words.js";
import { choice, field, tool } from "./tool.js";

export function generating(page, kinds, symmetries) {
  const seed = make("input", { id: "seed", type: "number", min: "0", value: String(Math.floor(Math.random() * 1e6)) });
  const keep = make("input", { id: "keep", type: "checkbox" });
  const fields = [
    field(t("generate.kind"), choice("made-kind", kinds.map((kind) => [kind, kindName(kind)]))),
    field(t("generate.symmetry"), choice("symmetry", [["", t("generate.any")], ...symmetries.map((one) => [one, table("symmetries")[one] ?? one])])),
    field(t("generate.seed"), seed),
    make("label", { class: "field check" }, keep, make("span", {}, t("generate.keep"))),
  ];
  const run = () => {
    const chosen = wishes();
    page.ask("generate", (puzzle) => ({ ...chosen, ...layout(chosen, puzzle) }), (made) => told(made, chosen), {
      free: true,
      done(made) {
        at("seed").value = String(chosen.seed + 1);
        page.open(made.text, made.kind);
      },
    });
  };
  return tool("generate", run, fields);
}

function wishes() {
  const symmetry = at("symmetry").value;
  return { kind: at("made-kind").value, seed: Number(at("seed").value) || 0, ...(symmetry ? { symmetry } : {}) };
}

const layout = (chosen, { text, kind }) => (at("keep").checked && kind === "sudoku" && chosen.kind === "sudoku" ? { layout: text } : {});

function told(made, { kind, seed, symmetry }) {
  return [
    make("p", { class: "says" }, t("generate.made", { grade: made.grade, routes: made.routes.join(", ") })),
    command(`coversat generate ${kind} --seed ${seed}${symmetry ? ` --symmetry ${symmetry}` : ""}`),
  ];
}
