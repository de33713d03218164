"""The direct searches on the samples that the contests print, and on boards that need depth."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from published import (
    BOJ_2239,
    BOJ_2239_ANSWER,
    BOJ_2580,
    BOJ_2580_ANSWER,
    BOJ_4574,
    BOJ_4574_ANSWER,
    BOJ_4574_SECOND,
    BOJ_4574_SECOND_ANSWER,
    KAKURO2,
    KAKURO2_ANSWER,
)

from coversat.kinds.kakuro.rules import Kakuro
from coversat.kinds.kakuro.search import MASKS
from coversat.kinds.sudoku.rules import Sudoku
from coversat.kinds.sudoku.search import BLANKS, SCAN
from coversat.kinds.sudominoku.rules import Sudominoku
from coversat.kinds.sudominoku.search import DIGITS, DOMINOES
from coversat.problems.grid import Grid
from coversat.solvers.solver import Limits, solve

SUDOKU_SEARCHES = pytest.mark.parametrize("search", [SCAN, BLANKS], ids=lambda search: search.name)
SUDOMINOKU_SEARCHES = pytest.mark.parametrize("search", [DIGITS, DOMINOES], ids=lambda search: search.name)


def grid(lines: str) -> Grid:
    """A grid of one-digit numbers, with or without spaces between them."""
    return tuple(tuple(map(int, line.replace(" ", ""))) for line in lines.splitlines())


def answers(search: Any, problem: Any) -> list[Grid]:
    outcome = solve(search, problem)
    assert outcome.exhausted
    return list(outcome.answers)


@SUDOKU_SEARCHES
@pytest.mark.parametrize(("text", "answer"), [(BOJ_2239, BOJ_2239_ANSWER), (BOJ_2580, BOJ_2580_ANSWER)])
def test_published_sudokus(search: Any, text: str, answer: str) -> None:
    assert answers(search, Sudoku.parse(text)) == [grid(answer)]


@SUDOMINOKU_SEARCHES
@pytest.mark.parametrize(
    ("text", "answer"), [(BOJ_4574, BOJ_4574_ANSWER), (BOJ_4574_SECOND, BOJ_4574_SECOND_ANSWER)]
)
def test_published_sudominokus(search: Any, text: str, answer: str) -> None:
    """The second has two tilings of one digit grid, which is one answer."""
    assert answers(search, Sudominoku.parse(text)) == [grid(answer)]


def test_published_kakuro() -> None:
    assert answers(MASKS, Kakuro.parse(KAKURO2)) == [grid(KAKURO2_ANSWER)]


def test_both_sudoku_searches_visit_the_same_nodes() -> None:
    scan, blanks = (solve(search, Sudoku.parse(BOJ_2239)) for search in (SCAN, BLANKS))
    assert scan == blanks


BLOCKS = tuple(tuple(r % 5 > 0 and c % 5 > 0 for c in range(41)) for r in range(41))
DEEP = [
    (SCAN, Sudoku(3, 3, ((0,) * 9,) * 9)),
    (BLANKS, Sudoku(3, 3, ((0,) * 9,) * 9)),
    (DIGITS, Sudominoku.parse(BOJ_4574)),
    (DOMINOES, Sudominoku.parse(BOJ_4574)),
    (MASKS, Kakuro(BLOCKS, ())),
]


@pytest.mark.parametrize(("search", "puzzle"), DEEP, ids=lambda value: getattr(value, "name", ""))
def test_depth_is_no_limit(search: Any, puzzle: Any) -> None:
    """The stack grows by less than a frame a level, so that 25x25 boards are safe."""
    frame, depth = sys._getframe(), 0
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + 20)
    try:
        outcome = solve(search, puzzle, Limits(answers=1))
    finally:
        sys.setrecursionlimit(usual)
    assert not puzzle.violations(outcome.answers[0])
