"""Counts beyond what can be visited, and the same counts as visiting gives."""

from __future__ import annotations

import pytest

from coversat.problems.sudoku import Sudoku
from coversat.problems.sudominoku import Sudominoku
from coversat.routes import find_route, run
from coversat.solvers import Limits
from coversat.solvers.bitset_cover import engine_in_use
from coversat.uniqueness import FEW, count

BLANK_4 = Sudoku(2, 2, ((0,) * 4,) * 4)
BLANK_6 = Sudoku(2, 3, ((0,) * 6,) * 6)


def test_published_numbers_of_grids() -> None:
    assert (count(BLANK_4).count, count(BLANK_4).exact) == (288, True)
    if engine_in_use() == "python":
        pytest.skip("the larger number takes the reference engine minutes")
    found = count(BLANK_6)
    assert (found.count, found.exact, found.route) == (28_200_960, True, "cover/bitset")


def test_a_projected_count_counts_what_is_shown() -> None:
    puzzle = Sudominoku(2, 2, (), ((0, 0), (0, 1), (0, 2), (0, 3)))
    visited = run(puzzle, find_route("sudominoku", "search/dominoes")).outcome.answers
    assert visited
    assert count(puzzle, find_route("sudominoku", "cover/bitset")).count == len(visited)


def test_limits_are_kept_by_either_way_of_counting() -> None:
    for limit in (1, FEW, FEW + 500):
        found = count(BLANK_6, limits=Limits(answers=limit))
        assert (found.count, found.exact) == (limit, False)
    stopped = count(BLANK_6, limits=Limits(nodes=5))
    assert not stopped.exact
    assert stopped.reason is not None
