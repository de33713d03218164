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
from coversat.problems import KINDS, Cnf, Sudoku
from coversat.routing import begin, cover_route, find_route, run, sat_route
from coversat.solvers import NO_LIMITS, Limits

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


class Endless:
    """A search that finds nothing, and tells of each turn how far it went."""

    def __init__(self, limits: Limits, at_least: int, decides_at: int | None, told: list[int]) -> None:
        self.ended, self._told, self._decides_at = False, told, decides_at
        self._most, self._at_least = limits.nodes, at_least

    def turn(self, nodes: int) -> bool:
        if not self.ended:
            self._told.append(nodes)
        self.ended = self.ended or nodes >= (self._decides_at or self._most or nodes + 1)
        return self.ended

    def findings(self) -> Findings[Any]:
        exhausted = self.ended and self._decides_at is not None
        return Findings((), self._at_least, exhausted, reason=f"{self._most} nodes")

    def close(self) -> None:
        self._told.append(-1)


@pytest.mark.parametrize(("limit", "end"), [(None, 25_000), (60_000, None)])
def test_both_solvers_have_turns(limit: int | None, end: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that never decides leaves it to the other one, and both have the limit that was asked for."""
    puzzle = Sudoku(2, 2, ((1, 0, 0, 0), (0, 0, 0, 2), (0, 0, 4, 0), (0, 3, 0, 0)))
    cover: list[int] = []
    sat: list[int] = []
    monkeypatch.setattr(answers, "two_by", lambda _, route, limits: Endless(limits, 1, None, cover))
    monkeypatch.setattr(answers, "begin", lambda _, route, limits: Endless(limits, 0, end, sat))
    found = check(puzzle, None, Limits(nodes=limit))
    assert found.verdict is (Verdict.NONE if end else Verdict.SATISFIABLE)
    if end:
        assert cover == [20_000, 40_000, 80_000, -1]
        assert sat == [6_666, 13_333, 26_666, -1]
    else:
        assert found.reason == "60000 nodes"
        assert cover == [20_000, 40_000, 80_000, -1]
        assert sat == [6_666, 13_333, 26_666, 53_333, 106_666, -1]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if cover_route(kind) is not None])
def test_taken_in_turns_the_answers_are_the_same(kind: str) -> None:
    """In the same order, with the same end, however short the turns are."""
    for instance in instances(kind):
        for route in (cover_route(kind), sat_route(kind)):
            assert route is not None
            if instance.refuses(route.name):
                continue
            taking, turns = begin(instance.problem, route, NO_LIMITS), 0
            while not taking.turn(turns):
                turns += 1
            found, at_once = taking.findings(), run(instance.problem, route).findings
            assert found.answers == at_once.answers
            assert found.exhausted
            assert found.effort["nodes"] == at_once.effort["nodes"] >= turns - 1


def test_small_formulas_are_tried_with_another_solver_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which has one turn; what it does not decide in that, and what is not small, has CaDiCaL."""
    assert check(pigeons(4)).route == "minisat22"
    assert check(Cnf(1001, tuple((v,) for v in range(1, 1002)))).route == "cadical195"
    monkeypatch.setattr(answers, "FIRST_TURN", 5)
    found = check(pigeons(8))
    assert (found.route, found.verdict) == ("cadical195", Verdict.NONE)
    assert check(pigeons(5), None, Limits(nodes=3)).reason == "3 conflicts"


def test_a_cover_that_is_too_large_is_left_to_the_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the encoding as a cover refuses is no fault of the puzzle."""

    def refuse(*_: object) -> Findings[Any]:
        raise ReductionError("too large")

    monkeypatch.setattr(answers, "two_by", refuse)
    found = check(next(i.problem for i in instances("kakuro") if len(i.answers) == 1))
    assert (found.verdict, found.route) == (Verdict.UNIQUE, "cnf:combinations/cadical195")
