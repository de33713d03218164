"""Frontier search: published counts, the same answers as by other routes, and its limits."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from board_force import board, difference, force_of, wrong_verdict
from certificate_changes import claim, refused_at, summary_of
from each import each
from kinds import board_of

from coversat.answering import questions as answers
from coversat.answering import turns as answer_turns
from coversat.answering.questions import FEW
from coversat.answering.questions import count_answers as count
from coversat.answering.routes import all_routes as routes
from coversat.answering.routes import find_route
from coversat.answering.turns import turns
from coversat.base.deadline import Deadline
from coversat.base.errors import ReductionError, SolverError
from coversat.certificates import verify_certificate, writing
from coversat.certificates import write_certificate as certify
from coversat.problems import KINDS, Slitherlink, problem_class
from coversat.solvers import Limits, solvers_of
from coversat.solvers import found_by as solve
from coversat.solvers.findings import Verdict
from coversat.solvers.search import frontier
from coversat.solvers.search.area_sweep import AreaSweep
from coversat.solvers.search.frontier import FrontierSearch
from coversat.solvers.search.line_sweep import LineSweep
from coversat.solvers.strategy import LONG, Turn

SWEPT = [kind for kind in KINDS if any(one.name == "search/frontier" for one in solvers_of(kind))]


def blank(kind: str, rows: int, columns: int) -> Any:
    return problem_class(kind)(((None,) * columns,) * rows)


def number(problem: Any) -> int:
    (search,) = solvers_of(problem.kind)
    found = search.count(problem, Limits())
    assert found.exhausted
    return int(found.at_least)


class Tour(LineSweep):
    """One loop through all cells."""

    def noted(self, r: int, c: int, lines: int, notes: Any) -> Any:
        return notes if lines else None


PUBLISHED = [
    # OEIS A140517: simple cycles in a grid of n by n squares; A003763: Hamiltonian cycles of 2n by 2n points;
    # A059525: connected sets of squares, the empty one included.
    (lambda n: LineSweep(n + 1, n + 1), range(1, 8), (1, 13, 213, 9349, 1222363, 487150371, 603841648931)),
    (lambda n: Tour(2 * n, 2 * n), range(1, 5), (1, 6, 1072, 4638576)),
    (lambda n: AreaSweep(n, n), range(1, 7), (2, 14, 219, 11507, 2301878, 1732082742)),
]


@each(("sweep", "sizes", "numbers"), PUBLISHED)
def test_published_numbers(sweep: Any, sizes: range, numbers: tuple[int, ...]) -> None:
    search = FrontierSearch("", sweep)
    assert tuple(search.count(size, Limits()).at_least for size in sizes) == numbers


def test_published_numbers_of_puzzles_without_clues() -> None:
    cycles = [1, 13, 213, 9349, 1222363]
    assert [number(blank("slitherlink", n, n)) for n in range(1, 6)] == cycles
    assert [number(blank("masyu", n + 1, n + 1)) for n in range(1, 6)] == cycles
    assert [number(blank("simpleloop", n, n)) for n in range(2, 9)] == [1, 0, 6, 0, 1072, 0, 4638576]


def links(text: str) -> Any:
    return board_of(problem_class("numberlink"), text.split(" / "))


SIZES = [(2, 3), (3, 3), (3, 4)]


@pytest.mark.thorough
@pytest.mark.parametrize("kind", SWEPT)
def test_random_boards(kind: str) -> None:
    """Answers in increasing order, and their number, as by brute force and by cuts."""
    counts, by_cuts = set(), (find_route(kind, "cnf:cuts"),)
    # Without clues a larger one of these has very many paths or areas; `board_force` has them.
    for rows, columns in SIZES[: 2 if kind == "numberlink" else 3]:
        for seed in range(12):
            problem = board(kind, rows, columns, random.Random(f"frontier {seed}"))
            assert difference(problem, by_cuts[seed % 6 :]) is None, problem.format()
            counts.add(min(2, len(force_of(kind, rows, columns).answers(problem))))
    assert len(counts) > 1


@pytest.mark.thorough
def test_verdicts_from_normal_answers() -> None:
    """No, one or several answers, as by brute force; the rules check judges each in `run`."""
    for seed in range(36):
        problem = board("numberlink", *SIZES[seed % 3], random.Random(f"verdict {seed}"))
        assert not wrong_verdict(problem), problem.format()
    for text in ("1 - / - 1", "1 - 1 / - - -", "1 - - / - - - / - - 1", "1 1 / - -", "1 2 / 2 1", "-"):
        assert not wrong_verdict(links(text)), text


def test_what_a_verdict_does_not_state(tmp_path: Path) -> None:
    """Encodings of class V are for two answers at most; where more are wanted, another one is used."""
    problem = links("1 - 1 / - - - / - - -")
    route = find_route("numberlink", "cnf:verdict")
    everything = sorted(solve(*solvers_of("numberlink"), problem).answers)
    for refused in (
        lambda: answers.count_answers(problem, route),
        lambda: answers.find_answers(problem, route, Limits(answers=3)),
        lambda: certify(problem, tmp_path / "c", route.path, counting=True),
    ):
        with pytest.raises(ReductionError, match="class V"):
            refused()
    assert route.name not in {one.name for one in routes("numberlink")}
    assert count(problem).at_least == len(everything) > 5
    assert list(answers.find_answers(problem, limits=Limits(answers=None)).answers) == everything


def test_verdicts_that_take_long_are_certified(monkeypatch: Any, tmp_path: Path) -> None:
    assert [*turns(links("1 1"))] == [Turn("cnf:cuts/cadical195", LONG), Turn("cnf:verdict")]
    for module in (answer_turns, writing):
        monkeypatch.setattr(module, "LONG", 0)
    one, several = links("1 2 - / - - 3 / 1 2 3"), links("1 - 1 / - - -")
    for problem, verdict in ((one, Verdict.UNIQUE), (several, Verdict.MULTIPLE)):
        found = answers.decide(problem)
        assert (found.verdict, found.route) == (verdict, "cnf:verdict/cadical195")
        everything = tuple(sorted(solve(*solvers_of("numberlink"), problem).answers))
        assert answers.find_answers(problem, limits=Limits(answers=9)).answers == everything
        certify(problem, tmp_path / verdict.name)
        report = verify_certificate(tmp_path / verdict.name, deep=verdict is Verdict.UNIQUE)
        assert report.accepted, report.checks
    assert summary_of(tmp_path / "UNIQUE")["reduction"] == "cnf:verdict"
    claim(1)(tmp_path / "UNIQUE")
    assert refused_at(tmp_path / "UNIQUE") == "the cuts"


@pytest.mark.thorough
def test_many_answers_are_counted_without_visiting_them() -> None:
    problem = blank("slitherlink", 5, 5)
    found = count(problem)
    assert (found.at_least, found.exhausted, found.route) == (1222363, True, "search/frontier")
    found = count(problem, limits=Limits(answers=FEW + 1))
    assert (found.at_least, found.exhausted) == (FEW + 1, False)


def test_limits() -> None:
    problem = blank("slitherlink", 3, 3)
    (search,) = solvers_of(Slitherlink.kind)
    everything = solve(search, problem)
    assert len(everything.answers) == 213
    nodes = int(everything.effort["nodes"])
    assert solve(search, problem, Limits(nodes=nodes)) == everything
    short = solve(search, problem, Limits(nodes=nodes - 1))
    assert (short.exhausted, short.reason) == (False, f"{nodes - 1} nodes")
    assert everything.answers[: len(short.answers)] == short.answers
    for limits, reason in (
        (Limits(nodes=20), "20 nodes"),
        (Limits(deadline=Deadline(0)), "0 seconds"),
    ):
        counted = search.count(problem, limits)
        assert (counted.exhausted, counted.at_least, counted.reason) == (False, 0, reason)
    assert search.count(problem, Limits(memo=0)).at_least == 213
    with pytest.raises(SolverError, match="leave out the memo limit"):
        search.count(problem, Limits(memo=1000))


def test_a_search_ends_at_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it remembers are states without an answer, here nearly all of the board."""
    problem = Slitherlink((*((None,) * 4,) * 12, (3, 0, 3, None)))
    (search,) = solvers_of(Slitherlink.kind)
    found = solve(search, problem)
    assert (found.exhausted, found.answers) == (True, ())
    monkeypatch.setattr(frontier, "MOST_MEMORY", 100_000)
    assert solve(search, problem).reason == "100000 bytes of memory"
    monkeypatch.setattr(frontier, "MOST_MEMORY", 1000)
    assert search.count(problem, Limits()).reason == "1000 bytes of memory"
