"""The direct searches on the samples that the contests print, and on boards that need depth."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from coversat.problems.grid import Grid
from coversat.problems.kakuro import Kakuro
from coversat.problems.sudoku import Sudoku
from coversat.problems.sudominoku import Sudominoku
from coversat.solvers.search.kakuro import MASKS
from coversat.solvers.search.sudoku import BLANKS, SCAN
from coversat.solvers.search.sudominoku import DIGITS, DOMINOES
from coversat.solvers.solver import Limits, solve

SUDOKU_SEARCHES = pytest.mark.parametrize("search", [SCAN, BLANKS], ids=lambda search: search.name)
SUDOMINOKU_SEARCHES = pytest.mark.parametrize("search", [DIGITS, DOMINOES], ids=lambda search: search.name)

BOJ_2239 = """\
103000509
002109400
000704000
300502006
060000050
700803004
000401000
009205800
804000107
"""
BOJ_2239_ANSWER = "143628579572139468986754231391542786468917352725863914237481695619275843854396127"

BOJ_2580 = """\
0 3 5 4 6 9 2 7 8
7 8 2 1 0 5 6 0 9
0 6 0 2 7 8 1 3 5
3 2 1 0 4 6 8 9 7
8 0 4 9 1 3 5 0 6
5 9 6 8 2 0 4 1 3
9 1 7 6 5 2 0 8 0
6 0 3 7 0 1 9 5 2
2 5 8 3 9 4 7 6 0
"""
BOJ_2580_ANSWER = "135469278782135649469278135321546897874913526596827413917652384643781952258394761"

BOJ_4574 = """\
10
6 B2 1 B3
2 C4 9 C3
6 D3 8 E3
7 E1 4 F1
8 B7 4 B8
3 F5 2 F6
7 F7 6 F8
5 G4 9 G5
7 I8 8 I9
7 C9 2 B9
C5 A3 D9 I4 A9 E5 A2 C6 I1
0
"""
BOJ_4574_ANSWER = "872643195361975842549218637126754983738169254495832761284597316657381429913426578"

BOJ_4574_SECOND = """\
11
5 I9 2 H9
6 A5 7 A6
4 B8 6 C8
3 B5 8 B4
3 C3 2 D3
9 D2 8 E2
3 G2 5 H2
1 A2 8 A1
1 H8 3 I8
8 I3 7 I4
4 I6 9 I7
I5 E6 D1 F2 B3 G9 H7 C9 E5
0
"""
BOJ_4574_SECOND_ANSWER = "814267593965831247273945168392176854586492371741358629137529486459683712628714935"

KAKURO2 = """\
1
8
0 0 0 0 0 0 0 0
0 1 1 0 0 1 1 1
0 1 1 0 1 1 1 1
0 1 1 1 1 1 0 0
0 0 1 1 0 1 1 0
0 0 0 1 1 1 1 1
0 1 1 1 1 0 1 1
0 1 1 1 0 0 1 1
24
2 1 0 16
2 5 0 24
3 1 0 17
3 4 0 29
4 1 0 35
5 2 0 7
5 5 0 8
6 3 0 16
7 1 0 21
7 6 0 5
8 1 0 6
8 6 0 3
1 2 1 23
1 3 1 30
1 6 1 27
1 7 1 12
1 8 1 16
2 5 1 17
3 4 1 15
4 7 1 12
5 5 1 7
5 8 1 7
6 2 1 11
6 3 1 10
"""
KAKURO2_ANSWER = "0000000009700879089089570685970000610260000461320893101403120021"


def grid(digits: str) -> Grid:
    """A square grid of one-digit numbers."""
    size = int(len(digits) ** 0.5)
    return tuple(tuple(map(int, digits[at : at + size])) for at in range(0, len(digits), size))


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
