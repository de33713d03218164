"""Models in lexicographic order: BOJ 2239 wants the smallest sudoku."""

from __future__ import annotations

from itertools import product

import pytest
from formulas import pigeonhole
from hypothesis import given, settings
from kinds.cnf import models
from kinds.sudoku import grids_of_4
from strategies import cnfs

from coversat.deadline import Deadline
from coversat.findings import Verdict
from coversat.problems import Cnf, Sudoku
from coversat.routing import default_route, run
from coversat.solvers import Limits, solve
from coversat.solvers.sat import LexicographicSolver

ORDERED = LexicographicSolver()


def in_order(formula: Cnf) -> list[tuple[int, ...]]:
    """What is seen of the models, the first shown variable first, true before false; by brute force."""
    values = models(formula)
    shown = formula.shown_variables
    choices = product(*((v, -v) for v in shown))
    return [choice for choice in choices if tuple(sorted(choice, key=abs)) in values]


def shown(formula: Cnf, model: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(model[variable - 1] for variable in formula.shown_variables)


@settings(deadline=None)
@given(cnfs(most=6))
def test_every_model_in_order(formula: Cnf) -> None:
    outcome = solve(ORDERED, formula)
    assert outcome.exhausted
    assert [shown(formula, model) for model in outcome.answers] == in_order(formula)
    assert not any(formula.violations(model) for model in outcome.answers)


def test_the_projection_gives_the_order() -> None:
    """Not the numbers of the variables."""
    formula = Cnf(3, ((1, 2, 3), (-1, -2)), projection=(3, 1))
    found = [shown(formula, model) for model in solve(ORDERED, formula).answers]
    assert found == in_order(formula) == [(3, 1), (3, -1), (-3, 1), (-3, -1)]


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_all_4x4_sudokus_in_order(limit: int) -> None:
    problem = Sudoku(2, 2, ((0,) * 4,) * 4)
    route = default_route("sudoku", ordered=True)
    assert run(problem, route, Limits(answers=limit)).findings.answers == grids_of_4()[:limit]


def test_limits_end_as_unknown() -> None:
    for limits in (Limits(nodes=50), Limits(deadline=Deadline(0.05))):
        outcome = solve(ORDERED, pigeonhole(10), limits)
        assert outcome.verdict is Verdict.UNKNOWN
        assert outcome.reason


def test_a_limit_of_answers() -> None:
    outcome = solve(ORDERED, Cnf(3, ()), Limits(answers=2))
    assert outcome.answers == ((1, 2, 3), (1, 2, -3))
    assert not outcome.exhausted
