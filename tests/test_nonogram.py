"""Nonograms: a published one, brute force over all boards, texts."""

from __future__ import annotations

import random
import re
from itertools import product
from math import comb

import pytest
from family import EXAMPLES, assert_error, assert_examples, assert_routes_find, assert_texts_come_back, right

from coversat.answers import check, count, solve
from coversat.errors import ReductionError
from coversat.findings import Verdict
from coversat.kinds.nonogram.rules import Clue, arrangements
from coversat.problems import Nonogram, read
from coversat.problems.grid import Grid
from coversat.routing import find_route, run
from coversat.solvers import NO_LIMITS


def clue(line: tuple[int, ...]) -> Clue:
    return tuple(map(len, re.findall("1+", "".join(map(str, line)))))


def of(grid: Grid) -> Nonogram:
    return Nonogram(tuple(map(clue, grid)), tuple(map(clue, zip(*grid, strict=True))))


def boards(rows: int, columns: int) -> list[Grid]:
    lines = list(product((0, 1), repeat=columns))
    return list(product(lines, repeat=rows))


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 3)])
def test_every_small_board(rows: int, columns: int) -> None:
    """Every puzzle that has an answer: together the answers are all boards."""
    everything = boards(rows, columns)
    puzzles: dict[Nonogram, set[Grid]] = {}
    for grid in everything:
        puzzles.setdefault(of(grid), set()).add(grid)
    for problem, answers in list(puzzles.items())[:: 5 if rows == 3 == columns else 1]:
        assert right(problem, everything) == answers
        assert_routes_find(problem, frozenset(answers))
        assert_texts_come_back(problem, answers)


@pytest.mark.slow
def test_random_boards() -> None:
    """4x4, from boards and from clues that do not belong together."""
    everything = boards(4, 4)
    puzzles: dict[Nonogram, set[Grid]] = {}
    for grid in everything:
        puzzles.setdefault(of(grid), set()).add(grid)
    counts = set()
    for seed in range(16):
        rng = random.Random(seed)
        problem = of(rng.choice(everything))
        if seed % 3 == 0:
            problem = Nonogram(problem.row_clues, of(rng.choice(everything)).column_clues)
        answers = puzzles.get(problem, set())
        assert right(problem, [*rng.sample(everything, 500), *answers]) == answers
        assert_routes_find(problem, frozenset(answers))
        counts.add(min(len(answers), 2))
    assert counts == {0, 1, 2}


@pytest.mark.slow
def test_rows_of_one_colour_and_permutations() -> None:
    """A run of one in each line: the permutations."""
    problem = Nonogram(((1,),) * 4, ((1,),) * 4)
    answers = right(problem, boards(4, 4))
    assert len(answers) == 24
    assert_routes_find(problem, answers)
    assert_routes_find(Nonogram(((5,), ()), ((1,), (1,))), frozenset())


def test_arrangements() -> None:
    for length in range(7):
        lines = list(product((0, 1), repeat=length))
        for wanted in {clue(line) for line in lines} | {(length + 1,), (1,) * (length + 1)}:
            found = list(arrangements(wanted, length))
            assert found == [line for line in lines if clue(line) == wanted]


def test_published() -> None:
    """Problem 98 of the ninety-nine Prolog problems, with its solution."""
    (problem,) = read((EXAMPLES / "nonogram" / "hen.txt").read_text()).problems
    picture = ".###.... ##.#.... .###..## ..##..## ..###### #.#####. ######.. ....#... ...##..."
    found = check(problem)
    assert found.verdict is Verdict.UNIQUE
    assert [problem.render(answer).split() for answer in found.answers] == [picture.split()]
    assert_routes_find(problem, frozenset(found.answers), lambda route: route != "search/backtracking")


def test_wrong_answers() -> None:
    problem = Nonogram(((1,), (2,)), ((2,), (1,)))
    assert not problem.violations(((1, 0), (1, 1)))
    for wrong in [(), ((1, 0),), ((0, 1), (1, 1)), ((1, 0), (1, 0)), ((1, 0), (1, 2)), ((1,), (1, 1))]:
        assert problem.violations(wrong)


WIDE = Nonogram(((1,) * 10,) * 2, ((1,),) * 20 + ((),) * 20)
"""Of the first 20 columns ten are black above, so that no two touch, and the others below: in two ways."""


def test_boards_with_too_many_ways_are_no_cover() -> None:
    assert comb(31, 10) > 200_000
    with pytest.raises(ReductionError, match="ways"):
        run(WIDE, find_route("nonogram", "cover"))


def test_boards_with_too_many_ways_are_solved_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What no cover counts is visited to the end."""
    found = solve(WIDE, limits=NO_LIMITS)
    above, below = (1, 0) * 10 + (0,) * 20, (0, 1) * 10 + (0,) * 20
    assert found.answers == ((below, above), (above, below))
    assert found.exhausted
    monkeypatch.setattr("coversat.answers.FEW", 1)
    counted = count(WIDE)
    assert (counted.at_least, counted.exhausted) == (2, True)


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("nonogram 5", 1, 10, "the end of the line"),
        ("nonogram", 1, 9, "'rows'"),
        ("nonogram\ncolumns\n1", 2, 1, "'rows'"),
        ("nonogram\nrows\ncolumns\n1", 3, 1, "the clue of a row"),
        ("nonogram\nrows\n1\n", 3, 2, "'columns'"),
        ("nonogram\nrows\n1\ncolumns\n", 4, 8, "the clue of a column"),
        ("nonogram\nrows\n1 0\ncolumns\n1", 3, 3, "a run"),
        ("nonogram\nrows\n1\ncolumns\nx", 5, 1, "a run"),
    ],
)
def test_errors(text: str, line: int, column: int, expected: str) -> None:
    assert_error("nonogram", text, line, column, expected)


def test_impossible_values() -> None:
    for rows, columns in [((), ((1,),)), (((1,),), ()), (((0,),), ((1,),))]:
        with pytest.raises(ValueError, match=r"board|run"):
            Nonogram(rows, columns)


def test_examples() -> None:
    assert_examples("nonogram", {"hen.txt": [Verdict.UNIQUE]})
