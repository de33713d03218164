"""The same boards are answers in Coq and by the rules checks of the kinds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import combinations, product
from math import prod
from typing import Any

import coq_rules
import pytest
from coq_library import MODULES, compute, needs_coq, text_in_coq
from instances import in_case, instances
from test_theorem_texts import is_read

from coversat.primitives.models import BorderModel, LineModel, is_hidden
from coversat.reductions import model_of

HEAD = """
Definition board_of_digits (p : Coversat.Rules.puzzle) (digits : string) : Coversat.Rules.board :=
  let value a := Z.of_nat (Ascii.nat_of_ascii a) - 48 in
  let held := combine (map fst (Coversat.Rules.domains p)) (map value (Coversat.Text.characters digits)) in
  fun c => match find (fun cv => Pos.eqb (fst cv) c) held with Some (_, v) => v | None => 0 end.
Definition is_answer (p : Coversat.Rules.puzzle) (digits : string) : bool :=
  match Coversat.Checker.Theorems.fault_of_answer p 1%nat (board_of_digits p digits) with
  | Some _ => false | None => true end.
(* Whether some completion of each board is an answer. *)
Definition are_answers (read : option Coversat.Rules.puzzle) (boards : list (list string)) : list bool :=
  match read with Some p => map (existsb (is_answer p)) boards | None => [] end.
"""
MOST = 300
"""Of how many boards of a puzzle all are tried; of larger ones as many, most of them close to answers."""

Held = dict[Any, int]


def assignments(one: Any, chance: random.Random) -> Iterator[Held]:
    """What the cells of a puzzle, or its lines, may hold."""
    model = model_of(one.problem.kind)(one.problem)
    own = [v for v in model.domains if _is_own(v, model)]
    domains = [model.domains[v] for v in own]
    if prod(map(len, domains)) <= MOST:
        yield from (dict(zip(own, held, strict=True)) for held in product(*domains))
        return
    near = [*map(partial(_values, model), [*list(one.answers)[:5], *one.wrong])]
    for at in range(MOST):
        held = {v: chance.choice(domain) for v, domain in zip(own, domains, strict=True)}
        if at % 10 and near:
            held |= {v: value for v, value in chance.choice(near).items() if v in held}
            held |= {v: chance.choice(model.domains[v]) for v in chance.sample(own, at % 3)}
        yield held


def _values(model: Any, answer: Any) -> Held:
    """Nothing for a candidate with lines that the board does not have."""
    try:
        return dict(model.values_of(answer))
    except ValueError:
        return {}


def _is_own(variable: Any, model: Any) -> bool:
    """Whether an answer shows a variable and does not only have it by others."""
    if isinstance(model, BorderModel):
        return isinstance(variable[0], int)
    return (
        not is_hidden(variable, model.rows)
        if isinstance(model, LineModel)
        else bool(model.in_answers(variable))
    )


def is_right(problem: Any, held: Held) -> bool:
    """Whether a board is an answer, by the rules check; not if no answer shows it, as two queens in a row."""
    model = model_of(problem.kind)(problem)
    answer = model.answer_of(held.items())
    try:
        shown = dict(model.values_of(answer))
    except ValueError:
        return False
    return all(shown.get(v, 0) == value for v, value in held.items()) and not problem.violations(answer)


def digits_of(problem: Any, held: Held) -> Iterator[str]:
    """The board in the order of Coq's cells, a character each; with all that its hidden cells might hold."""
    model = model_of(problem.kind)(problem)
    number = coq_rules.numbers(model)
    if isinstance(model, BorderModel):
        held = dict(model.values_of(model.answer_of(held.items())))
    order = sorted((v for v in model.domains if v in number), key=number.__getitem__)
    for hidden in completions(problem, model, held):
        yield "".join(chr(48 + (held | hidden)[v]) for v in order)


def completions(problem: Any, model: Any, held: Held) -> Iterator[Held]:
    """What hidden cells might hold if the board is right."""
    hidden = [v for v in model.domains if v not in held]
    match problem.kind:
        case "tents":  # the number of a cell with a tent
            choices = [
                [n for n in model.domains[v] if held.get(divmod(n, model.columns))] or [0] for v in hidden
            ]
            yield from (dict(zip(hidden, chosen, strict=True)) for chosen in product(*choices))
        case "numberlink":  # the bits of the number of a line
            drawn = {edge for edge in model.domains if isinstance(edge[0], tuple) and held[edge]}
            codes = {number: code for code, number in enumerate(problem.ends)}
            code = {cell: codes[number] for cell, number in problem.clue_at.items()}
            for _ in problem.cells():
                code |= {b: code[a] for e in drawn for a, b in (e, e[::-1]) if a in code and b not in code}
            size = model.rows
            yield {(r, c): code.get((r % size, c), 0) >> r // size - 1 & 1 for r, c in hidden}
        case "sudominoku":  # a tiling
            edges = list(problem.open_edges)
            answer = model.answer_of(held.items())
            tiling = () if problem.violations(answer) else problem.tiling(answer)
            pairs = list(combinations(problem.layout.digits, 2))
            laid = {
                (min(one.cells), max(one.cells)): pairs.index(tuple(sorted(one.digits))) for one in tiling
            }
            places = {(problem.size, n): edges.index(e) + 1 for e, n in laid.items() if e in edges}
            yield (
                dict.fromkeys(edges, 0)
                | {v: 1 for v in hidden if v not in edges}
                | dict.fromkeys(laid, 1)
                | places
            )
        case _:
            yield {}


def assert_same_answers(kind: str) -> None:
    chance = random.Random(kind)
    cases = [(one, list(assignments(one, chance))) for one in instances(kind) if is_read(one.problem)]
    name = MODULES[kind]
    terms = []
    for one, boards in cases:
        lists = "; ".join(
            "[" + "; ".join(map(text_in_coq, digits_of(one.problem, held))) + "]" for held in boards
        )
        terms.append(f"are_answers (Kinds.{name}.read {text_in_coq(one.problem.format())}) [{lists}]")
    found = compute([f"Kinds.{name}", "Checker.Theorems"], terms, HEAD)
    right = 0
    for (one, boards), computed in zip(cases, found, strict=True):
        with in_case(one.name):
            expected = [is_right(one.problem, held) for held in boards]
            assert [value == ("true",) for value in computed] == expected
            right += sum(expected)
    assert right


@needs_coq
@pytest.mark.thorough
@pytest.mark.parametrize("kind", MODULES)
def test_same_boards_are_answers(kind: str) -> None:
    assert_same_answers(kind)
