"""The constraint language: what each primitive means, by hand-worked examples, and what rules are called."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from each import each

from coversat.base.errors import ReductionError
from coversat.primitives import (
    EQUAL,
    LOWER,
    AllDifferent,
    Binary,
    Comparison,
    Contains,
    Count,
    Leading,
    Matches,
    Or,
    Primitive,
    Regular,
    Repeats,
    Sum,
    SumBetween,
    Table,
    Total,
    as_regular,
    equals,
    scope,
    terms_of,
)
from coversat.primitives.meaning import holds
from coversat.primitives.models import GridModel, Rule
from coversat.problems import Sudoku
from coversat.problems.grid import Grid, grid_of
from coversat.reductions import Reduction
from coversat.reductions.encoders import ENCODERS, MIXED
from coversat.reductions.to_cnf import to_cnf
from coversat.reductions.to_cover import to_cover
from coversat.solvers import found_by as solve
from coversat.solvers import solvers_of

Board = Sudoku
BOARD = Sudoku.parse("....\n....\n....\n....\n")
"""Of no matter: the rules are not its own."""

A, B, C, D = CELLS = ((0, 0), (0, 1), (0, 2), (0, 3))

RISING = Regular(CELLS, 0, lambda last, value: value if value > last else None, lambda last: last == 4)


def between(total: int, *ends: int) -> SumBetween:
    """With an automaton that remembers all values."""

    def accepts(values: tuple[int, ...]) -> bool:
        first, last = sorted(values.index(end) for end in ends or (min(values), max(values)))
        return sum(values[first + 1 : last]) == total

    def step(values: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        return None if value in values else (*values, value)

    return SumBetween(Regular(CELLS, (), step, accepts), total, ends or None)  # type: ignore[arg-type]


EXAMPLES: list[tuple[Primitive, str, str]] = [
    (AllDifferent(CELLS), "1234 4321", "1231 1111"),
    (AllDifferent((A, B), total=5), "1411 2322", "1111 1211"),
    (AllDifferent((A, B), sets=((1, 2), (3, 4))), "2100 3400", "2300 1100"),
    (Binary(((A, B), (B, C)), int.__lt__), "1231 2341", "1221 2431"),
    (Binary(((A, Contains((B, C), (3, 4))),), int.__eq__), "1311 0110", "0311 1111"),
    (Binary(((A, Matches((B, C), (3, 4))),), int.__eq__), "1340 0330", "0340 1330"),
    (Sum(tuple((1, Matches((A, one), (1, 2))) for one in (B, C)), (1,)), "1230 1320", "1220 2240"),
    (Sum(tuple((1, Matches((A, one), (1, 2))) for one in (B, C)), (0, 1)), "1230 2240", "1220"),
    (Sum(tuple((1, Matches((A, one), (1, 2))) for one in (B, C)), (2, 1)), "1230 1220", "2240"),
    (Binary(((D, Repeats((A, B, C))),), int.__eq__), "1113 2212 1221", "1112 2211"),
    (Table((A, D), ((1, 2), (2, 1))), "1002 2441", "1001 2112"),
    (RISING, "1234", "1233 1324 0123"),
    (between(2, 1, 3), "1234 4321", "1324 2341"),
    (between(4, 1, 3), "1432 2143", "1234 4132"),
    (between(5), "1324 1234 4231", "2143 1243"),
    (Sum(((2, A), (-1, B)), (0, 3)), "1200 2100", "1100 1300"),
    (Sum(((1, A), (-1, Total((B, C)))), (0,)), "3120 4310", "3220"),
    (Sum(((1, Leading((A, B), 1)), (1, Leading((C, D), 1))), (2,)), "1121 1212 2111", "1211 1111 2121"),
    (Sum(((1, Leading((A, B), 1)), (1, Leading((C,), 1)), (1, Leading((D,), 1))), (3,)), "1112", "1111 2111"),
    (Sum(((2, Leading((A, B, C), 1)), (-1, D)), (1, 3)), "1211 1123 1113", "1213 1111"),
    (Sum(((1, Leading((A, B), 1)), (1, Leading((C, D), 1))), (-2,)), "", "1111 2222"),
    (Sum(((1, Comparison((A, B), (C, D))),), (LOWER, EQUAL)), "1213 1212", "1312"),
    (Count(CELLS, (1, 2), (1, 3)), "1333 1213", "1233 3333 1111"),
    (Or(((equals(A, 1), equals(B, 2)), (equals(C, 3),))), "1200 1130", "1100 0200"),
]


@each(("primitive", "right", "wrong"), EXAMPLES)
def test_meaning(primitive: Primitive, right: str, wrong: str) -> None:
    for expected, texts in ((True, right), (False, wrong)):
        for text in texts.split():
            values = dict(zip(CELLS, map(int, text), strict=True))
            assert holds(primitive, values) is expected, text
            if isinstance(primitive, Table | Sum | Count):
                assert holds(as_regular(primitive, range(8)), values) is expected, text


def test_scope_has_each_cell_once() -> None:
    assert scope(Or(((Sum(((1, B), (2, Total((A, B))))),), (equals(D, 1),)))) == (B, A, D)


def test_rules_have_a_label_and_a_short_name() -> None:
    assert Rule("cage 12 at r1c1", AllDifferent((A, B), 12)).export_name == "cage12@r1c1"
    assert Rule("row 3", AllDifferent(CELLS)).export_name == "row3"
    assert Rule("region A", AllDifferent(CELLS, name="regionA")).export_name == "regionA"


# Every encoding states what the primitive means

DOMAINS = {
    "digits": dict.fromkeys(CELLS, range(1, 5)),
    "from 0": dict.fromkeys(CELLS, range(4)),
    "bits": dict.fromkeys(CELLS, (0, 1)),
}


def solutions(model: GridModel[Board]) -> list[Grid]:
    """By the meaning of the rules, all assignments tried."""
    cells = list(model.domains)
    every = (dict(zip(cells, values, strict=True)) for values in product(*model.domains.values()))
    right = (one for one in every if all(holds(rule.primitive, one) for rule in model.rules))
    return sorted(grid_of(model.rows, model.columns, one.items()) for one in right)


def assert_finds(reduction: Reduction[Board, Any], expected: list[Grid]) -> None:
    target = reduction.target
    found = solve(solvers_of(target.kind)[0], target)
    assert found.exhausted
    assert sorted(map(reduction.decode, found.answers)) == expected
    for answer in expected[:5]:
        assert reduction.decode(reduction.encode(answer)) == answer if target.kind == "cnf" else True


@pytest.mark.parametrize("name", DOMAINS)
@pytest.mark.parametrize("primitive", [one for one, _, _ in EXAMPLES])
def test_encodings_have_the_solutions(primitive: Primitive, name: str) -> None:
    rules = [Rule("the rule at r1c1", primitive), Rule("r1c4 is 1", equals(D, 1), given=0)]
    if isinstance(primitive, SumBetween) or any(isinstance(term, Total) for term in terms_of(primitive)):
        if name != "digits":
            pytest.skip("values that are known to differ")
        rules.insert(0, Rule("values differ", AllDifferent(CELLS)))
    model = GridModel(BOARD, 1, 4, DOMAINS[name], rules)
    expected = solutions(model)
    for encoders in (MIXED, *ENCODERS.values()):
        reduction = to_cnf(model, encoders)
        assert_finds(reduction, expected)
        assert [group.label for group in reduction.groups] == [rule.label for rule in rules]
        given = reduction.groups[-1].parts
        assert reduction.given_clauses == (tuple(given),)
        without = replace(model, rules=rules[:-1])
        kept = [clause for at, clause in enumerate(reduction.target.clauses) if at not in given]
        fewer = reduction._replace(target=replace(reduction.target, clauses=tuple(kept)))
        assert_finds(fewer, solutions(without))
    derived = any(not isinstance(term[0], int) for term in terms_of(primitive))
    if derived or isinstance(primitive, Or):
        with pytest.raises(ReductionError):
            to_cover(model)
    else:
        reduction = to_cover(model)
        assert_finds(reduction, expected)
        assert "the rule at r1c1" in {group.label for group in reduction.groups}


def test_cells_have_different_domains() -> None:
    domains = {A: (1, 2), B: (2, 3, 4), D: (5,)}
    rules = [Rule("all", AllDifferent((A, B, D))), Rule("sum", Sum(((1, A), (1, B), (1, D)), (8, 9)))]
    rules.append(Rule("numbers", Binary(((A, Comparison((B,), (D,))),), int.__gt__)))
    model = GridModel(BOARD, 1, 4, domains, rules)
    expected = solutions(model)
    assert expected == [((1, 2, None, 5),), ((1, 3, None, 5),)]
    for encoders in (MIXED, *ENCODERS.values()):
        assert_finds(to_cnf(model, encoders), expected)
    assert_finds(to_cover(replace(model, rules=rules[:2])), expected)


NUMBERS = [(), (0,), (2,), (6,), (0, 1, 2), (4, 5, 6), (1, 2, 3), (0, 3), (1, 2, 5), (0, 2, 4, 6), range(7)]


@each("numbers", NUMBERS)
def test_counts_of_many_cells_have_the_solutions(numbers: tuple[int, ...]) -> None:
    cells = tuple((0, c) for c in range(6))
    rules = [Rule("the count", Count(cells, (1,), numbers))]
    model = GridModel(BOARD, 1, 6, dict.fromkeys(cells, (0, 1)), rules)
    reduction, expected = to_cnf(model), solutions(model)
    assert_finds(reduction, expected)
    every_variable = replace(reduction.target, projection=None)
    assert solve(solvers_of("cnf")[0], every_variable).at_least == len(expected)  # all others are determined
