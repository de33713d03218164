"""Frontier search: published counts, the same answers as by other routes, and its limits."""

from __future__ import annotations

import random
from typing import Any

import pytest
from board_force import board, difference

from coversat.answers import FEW, count
from coversat.deadline import Deadline
from coversat.errors import SolverError
from coversat.problems import KINDS, Slitherlink, problem_class
from coversat.solvers import Limits, solve, solvers_of
from coversat.solvers.frontier import AreaSweep, FrontierSearch, LineSweep

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


@pytest.mark.parametrize(("sweep", "sizes", "numbers"), PUBLISHED, ids=["cycles", "tours", "areas"])
def test_published_numbers(sweep: Any, sizes: range, numbers: tuple[int, ...]) -> None:
    search = FrontierSearch("", sweep)
    assert tuple(search.count(size, Limits()).at_least for size in sizes) == numbers


def test_published_numbers_of_puzzles_without_clues() -> None:
    cycles = [1, 13, 213, 9349, 1222363]
    assert [number(blank("slitherlink", n, n)) for n in range(1, 6)] == cycles
    assert [number(blank("masyu", n + 1, n + 1)) for n in range(1, 6)] == cycles
    assert [number(blank("simpleloop", n, n)) for n in range(2, 9)] == [1, 0, 6, 0, 1072, 0, 4638576]


SIZES = [(2, 3), (3, 3), (3, 4)]


@pytest.mark.parametrize("kind", SWEPT)
def test_random_boards(kind: str) -> None:
    """Answers in increasing order, and their number, as by brute force and by cuts."""
    counts = set()
    for rows, columns in SIZES[: 2 if kind == "numberlink" else 3]:  # it has very many paths without clues
        for seed in range(20):
            problem = board(kind, rows, columns, random.Random(f"frontier {seed}"))
            assert difference(problem, cuts=seed % 6 == 0) is None, problem.format()
            counts.add(min(2, number(problem)))
    assert len(counts) > 1


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
        (Limits(memory=1000), "1000 bytes of memory"),
        (Limits(deadline=Deadline(0)), "0 seconds"),
    ):
        counted = search.count(problem, limits)
        assert (counted.exhausted, counted.at_least, counted.reason) == (False, 0, reason)
    assert search.count(problem, Limits(memo=0)).at_least == 213
    with pytest.raises(SolverError, match="leave out the memo limit"):
        search.count(problem, Limits(memo=1000))


def test_a_search_without_an_answer_ends_at_its_memory() -> None:
    """What it remembers are states without an answer, here nearly all of the board."""
    problem = Slitherlink((*((None,) * 4,) * 12, (3, 0, 3, None)))
    (search,) = solvers_of(Slitherlink.kind)
    found = solve(search, problem)
    assert (found.exhausted, found.answers) == (True, ())
    assert solve(search, problem, Limits(memory=100_000)).reason == "100000 bytes of memory"
