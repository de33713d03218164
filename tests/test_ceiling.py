"""Full propagation of each rule alone, against all assignments of each rule; and the truth by both ways."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise, product
from math import prod
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / "docs"))

import make_strength as MAKE  # noqa: N812
import pytest
from each import each
from instances import instances
from kinds.csp import drawn as drawn_model

import coversat
from coversat.base.errors import ReductionError
from coversat.comparing import ceiling as module
from coversat.comparing.ceiling import Ceiling
from coversat.comparing.partial_answers import DIRECT, FORMULA, Truth
from coversat.kinds.latin import Latin
from coversat.primitives import AllDifferent, Binary, Connected, Count, Or, Primitive, Variable, equals, scope
from coversat.primitives.meaning import holds
from coversat.primitives.models import GridModel, LineModel, Rule
from coversat.reductions import model_of

Domains = Mapping[Variable, Sequence[int]]
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
CELLS = tuple((0, at) for at in range(6))
ROW = tuple(pairwise(CELLS))


def supported(
    primitive: Primitive, left: Mapping[Variable, Iterable[int]]
) -> dict[Variable, set[int]] | None:
    """The values in assignments that satisfy a rule, by trying all; None if there is none."""
    cells = scope(primitive)
    found: dict[Variable, set[int]] = {cell: set() for cell in cells}
    for values in product(*(sorted(left[cell]) for cell in cells)):
        if holds(primitive, dict(zip(cells, values, strict=True))):
            for cell, value in zip(cells, values, strict=True):
                found[cell].add(value)
    return found if all(found.values()) or (not cells and holds(primitive, {})) else None


def by_force(
    primitives: Sequence[Primitive], left: Mapping[Variable, Iterable[int]]
) -> dict[Any, set[int]] | None:
    """What is left when each rule alone removes what it can, until nothing changes."""
    found = {variable: set(values) for variable, values in left.items()}
    changed = True
    while changed:
        changed = False
        for one in primitives:
            kept = supported(one, found)
            if kept is None:
                return None
            for cell, values in kept.items():
                changed |= values != found[cell]
                found[cell] = values
    return found if all(found.values()) else None


def one_by_one(primitive: Primitive) -> list[Primitive]:
    """The pairs of a `Binary` are rules by themselves."""
    if isinstance(primitive, Binary):
        return [Binary((pair,), primitive.allowed) for pair in primitive.pairs]
    return [primitive]


def compare(model: GridModel[Any], chance: random.Random, times: int) -> None:
    """A ceiling and brute force, on random partial answers of a model."""
    found = Ceiling(model)
    if not all(model.domains.values()):
        assert found.excluded([]) is None
        return
    rules = [one for rule in model.rules for one in one_by_one(rule.primitive)]
    names = {model.name_of(one): one for one in model.domains if model.in_answers(one)}
    for _ in range(times):
        some = chance.sample(sorted(names), chance.randrange(len(names) + 1))
        chosen = [(name, chance.choice(list(model.domains[names[name]]))) for name in some]
        given = {**model.domains, **{names[name]: (value,) for name, value in chosen}}
        expected = by_force(rules, given)
        excluded = found.excluded(chosen)
        if expected is None:
            assert excluded is None, (model.rules, chosen)
            continue
        assert excluded == {
            (name, value)
            for name, variable in names.items()
            for value in model.domains[variable]
            if value not in expected[variable]
        }, (model.rules, chosen)


def of_rules(domains: Domains, *primitives: Primitive) -> GridModel[Any]:
    rules = [Rule(str(at), one) for at, one in enumerate(primitives)]
    return LineModel(Latin(((None,),)), 3, 6, domains, rules)


class _Shown(GridModel[Any]):
    """All variables are shown."""

    def in_answers(self, variable: Variable) -> bool:
        return True


def shown(model: GridModel[Any]) -> GridModel[Any]:
    return _Shown(model.puzzle, model.rows, model.columns, model.domains, model.rules)


@pytest.mark.parametrize("most", [0, 4096])
def test_each_rule_of_the_manual(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With lists of assignments for rules that have no other way, and without any."""
    monkeypatch.setattr(module, "MOST", most)
    known = 0
    for case in MAKE.CASES:
        model = of_rules(case.domains, *case.primitives)
        with suppress(*([ReductionError] if most == 0 else [])):
            compare(shown(model), random.Random(case.words), 12)
            known += 1
    assert known > 20


def test_random_rules() -> None:
    """Different values with and without a total, connected cells with and without roots, alternatives."""
    chance = random.Random(7)
    for number in range(60):
        cells = chance.sample(CELLS, chance.randint(2, 5))
        domains = {cell: tuple(sorted(chance.sample(range(1, 6), chance.randint(1, 4)))) for cell in CELLS}
        one: Primitive
        match number % 4:
            case 0:
                one = AllDifferent(tuple(cells))
            case 1:
                one = AllDifferent(tuple(cells), chance.randint(5, 15))
            case 2:
                roots = tuple(chance.sample(cells, chance.randint(0, 2)))
                one = Connected(CELLS, tuple(chance.sample(range(1, 6), 3)), ROW, roots)
            case _:
                one = Or(
                    (
                        (AllDifferent(tuple(cells)),),
                        (Count(CELLS[:3], (1, 2), (0, 2)),),
                        (equals(CELLS[5], 3),),
                    )
                )
        compare(shown(of_rules(domains, one)), chance, 6)


def test_random_models() -> None:
    for seed in range(40):
        model = drawn_model(random.Random(seed)).grid_model
        compare(model, random.Random(seed), 8)


KINDS = ("latin", "hitori", "akari", "starbattle", "tents", "heyawake", "kurodoko", "nurikabe", "kenken")


@each("kind", KINDS)
def test_kinds(kind: str) -> None:
    """Rules of small puzzles, without those whose assignments are too many to try here."""
    stated = model_of(kind)
    assert stated is not None
    for instance in list(instances(kind))[:3]:
        model = stated(instance.problem)
        if all(prod(len(model.domains[one]) for one in scope(rule.primitive)) < 700 for rule in model.rules):
            compare(shown(model), random.Random(kind), 3)


def test_failed_literals() -> None:
    """A value that leaves nothing is excluded, too, until there is none."""
    different = [Binary(((CELLS[a], CELLS[b]),), int.__ne__) for a, b in ((0, 1), (1, 2), (0, 2))]
    domains = {CELLS[0]: (1, 2, 3), CELLS[1]: (1, 2), CELLS[2]: (1, 2)}
    found = Ceiling(shown(of_rules(domains, *different)))
    assert found.excluded([]) == set()
    assert found.excluded([], failed_literals=True) == {("r1c1", 1), ("r1c1", 2)}
    assert found.excluded([("r1c1", 1)]) is None
    assert found.missing([("r1c1", 4), ("r9c9", 1), ("r1c1", 3)]) == {("r1c1", 4), ("r9c9", 1)}


def test_what_is_not_known_is_said() -> None:
    found = coversat.strength("slitherlink 2 2\n3 -\n- -\n", ["cnf:cuts"], samples=3)
    assert found[0].ceiling_excluded is None
    assert "each rule alone: full propagation of 'one loop' is not known" in str(found)
    cover = coversat.strength("A B\nA\nB\nA B\n", samples=3, kind="cover")
    assert "each rule alone" in str(cover)


def test_the_row_of_the_rules() -> None:
    """An encoding below it is weak: of cuts, no clause says that cells are connected."""
    found = coversat.strength(EXAMPLES / "hitori" / "6x6.txt", ["cnf:cuts", "cnf:elimination"], samples=20)
    shares = {row.reduction: row.excluded for row in found}
    assert {row.ceiling_excluded for row in found} == {1} == {shares["cnf:elimination"]}
    assert shares["cnf:cuts"] is not None
    assert shares["cnf:cuts"] < 1
    assert any(line.startswith("each rule alone ") for line in str(found).splitlines())


def test_the_truth_by_both_ways() -> None:
    """The search by domains and the SAT solver exclude the same values."""
    for path in ("kenken/puzzle.txt", "tents/puzzle.txt"):
        (puzzle,) = coversat.read(EXAMPLES / path)
        with Truth(puzzle) as direct, Truth(puzzle) as by_formula:
            by_formula._direct = None
            for seed in range(2):
                sample = direct.sample(random.Random(seed))
                assert sample == by_formula.sample(random.Random(seed))
            assert direct.ways == {DIRECT}
            assert by_formula.ways == {FORMULA}
