"""Unique, multiple, none, unknown; and counting."""

from __future__ import annotations

import pytest
from instances import named
from test_sat import pigeons

from coversat.answers import check, count
from coversat.deadline import Deadline
from coversat.findings import Verdict
from coversat.problems import Cnf, Sudoku
from coversat.routing import find_route
from coversat.solvers import Limits

EMPTY = Sudoku(2, 2, ((0,) * 4,) * 4)
VERDICTS = {0: Verdict.NONE, 1: Verdict.UNIQUE, 2: Verdict.MULTIPLE}


def test_one_grid_with_two_tilings_is_unique() -> None:
    instance = named("sudominoku", "6x6, one grid, two tilings")
    for name in ("cnf:factored/cadical195", "cover/dancing-links", "cover/bitset", "search/digits"):
        route = find_route("sudominoku", name)
        assert check(instance.problem, route).verdict is Verdict.UNIQUE
        assert count(instance.problem, route).at_least == 1


@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(deadline=Deadline(0))])
@pytest.mark.parametrize(
    "name", ["search/blanks", "cover/dancing-links", "cover/bitset", "cnf:minimal/cadical195"]
)
def test_limits_make_unknown(name: str, limits: Limits) -> None:
    found = check(EMPTY, find_route("sudoku", name), limits)
    assert found.verdict is Verdict.UNKNOWN
    assert found.reason
    counted = count(EMPTY, find_route("sudoku", name), limits)
    assert not counted.exhausted
    assert str(counted) == f"at least {counted.at_least}"


def test_one_answer_and_a_limit_is_not_unique() -> None:
    """A first model is easy, that there is no second is hard."""
    hard = pigeons(9)
    free = hard.variable_count + 1
    clauses = (*((*clause, free) for clause in hard.clauses), *((-free, v) for v in range(1, free)))
    problem = Cnf(free, clauses)
    found = check(problem, find_route("cnf", "cadical195"), Limits(nodes=50))
    assert found.verdict is Verdict.SATISFIABLE
    assert len(found.answers) == found.at_least == 1
    assert found.reason == "50 conflicts"


def test_two_answers_and_a_limit_are_multiple() -> None:
    """Two answers are two answers, however much is left."""
    found = check(EMPTY, find_route("sudoku", "search/blanks"), Limits(nodes=50))
    assert found.verdict is Verdict.MULTIPLE
    assert len(found.answers) == 2


@pytest.mark.parametrize("answers", [1, 10, 287, 288, 289])
@pytest.mark.parametrize("name", ["search/blanks", "cnf:minimal/cadical195", "cover/bitset"])
def test_counting_to_a_limit(name: str, answers: int) -> None:
    """Exact only when the end was seen; the limit of answers of a check is not looked at."""
    counted = count(EMPTY, find_route("sudoku", name), Limits(answers=answers))
    assert counted.at_least == min(answers, 288)
    assert counted.exhausted == (answers > 288)
    assert check(EMPTY, None, Limits(answers=1)).verdict is Verdict.MULTIPLE
