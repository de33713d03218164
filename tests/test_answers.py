"""Unique, multiple, none, unknown; and counting."""

from __future__ import annotations

from typing import Any

import pytest
from instances import instances, named, seen
from test_sat import pigeons

from coversat import answers
from coversat.answers import check, count
from coversat.deadline import Deadline
from coversat.errors import ReductionError
from coversat.findings import Findings, Verdict
from coversat.problems import KINDS, AnyProblem, Cnf, Sudoku
from coversat.routing import Outcome, Route, cover_route, find_route, run, sat_route
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


@pytest.mark.parametrize("kind", [kind for kind in KINDS if cover_route(kind) is not None])
def test_turns_say_what_is_true(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With turns so short that both solvers have several; the answers are those that brute force found."""
    monkeypatch.setattr(answers, "FIRST_TURN", 1)
    monkeypatch.setattr(answers, "GROWTH", 2)
    for instance in instances(kind):
        if any(instance.refuses(route.name) for route in (cover_route(kind), sat_route(kind)) if route):
            continue
        found = check(instance.problem)
        assert (found.at_least, found.exhausted) == (min(len(instance.answers), 2), len(instance.answers) < 2)
        assert {seen(instance.problem, answer) for answer in found.answers} <= instance.answers


@pytest.mark.parametrize("limit", [None, 30_000])
def test_both_solvers_have_turns(limit: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that never decides leaves it to the other one, and both have the limit that was asked for."""
    puzzle = Sudoku(2, 2, ((1, 0, 0, 0), (0, 0, 0, 2), (0, 0, 4, 0), (0, 3, 0, 0)))
    asked: list[tuple[str, int | None]] = []
    undecided = Findings((), 0, False, reason="a turn")

    def cover(_: object, route: Route, limits: Limits) -> Findings[Any]:
        asked.append((route.name, limits.nodes))
        return undecided

    def sat(problem: AnyProblem, route: Route, limits: Limits) -> Outcome:
        asked.append((route.name, limits.nodes))
        outcome = run(problem, route)
        return outcome if len(asked) == 6 else outcome._replace(findings=undecided)

    monkeypatch.setattr(answers, "two_by", cover)
    monkeypatch.setattr(answers, "run", sat)
    engine, formula = "cover/bitset", "cover/cnf:remaining/cadical195"
    found = check(puzzle, None, Limits(nodes=limit))
    if limit is None:
        nodes = [20_000, 160_000, 1_280_000]
        assert found.verdict is Verdict.UNIQUE
        assert asked == [turn for n in nodes for turn in ((engine, n), (formula, n // 3))]
    else:
        assert found.reason == "a turn"
        assert asked == [(engine, 20_000), (formula, 6_666), (engine, limit), (formula, limit)]


def test_small_formulas_are_tried_with_another_solver_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which has one turn; what it does not decide in that, and what is not small, has CaDiCaL."""
    assert check(pigeons(4)).route == "minisat22"
    assert check(Cnf(1001, tuple((v,) for v in range(1, 1002)))).route == "cadical195"
    monkeypatch.setattr(answers, "FIRST_TURN", 5)
    found = check(pigeons(5))
    assert (found.route, found.verdict) == ("cadical195", Verdict.NONE)
    assert check(pigeons(5), None, Limits(nodes=3)).reason == "3 conflicts"


def test_a_cover_that_is_too_large_is_left_to_the_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the encoding as a cover refuses is no fault of the puzzle."""

    def refuse(*_: object) -> Findings[Any]:
        raise ReductionError("too large")

    monkeypatch.setattr(answers, "two_by", refuse)
    found = check(next(i.problem for i in instances("kakuro") if len(i.answers) == 1))
    assert (found.verdict, found.route) == (Verdict.UNIQUE, "cnf:combinations/cadical195")
