"""What is written in another program's form and read again is the same puzzle, or it is refused by name."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest
from constraint_cases import cases
from test_codecs_nothing_lost import BOARDS, count

from coversat.kinds.sudoku.constraints import all_constraints
from coversat.kinds.sudoku.links.fpuzzles import _START
from coversat.problems import Sudoku, find_form, read
from coversat.problems.forms.lz_string import unpack
from coversat.problems.grid import Grid
from coversat.problems.text import Token

FOUR = "....\n" * 4
PROGRAMS = {
    "iss": "Interactive Sudoku Solver",
    "fpuzzles": "f-puzzles",
    "sudokupad": "SudokuPad",
    "killer": "a killer string",
    "solo": "Solo",
}


def again(problem: Sudoku, form: str) -> Sudoku:
    """The puzzle, written and read."""
    (back,) = read(find_form("sudoku", form).write([problem])).problems
    return back  # type: ignore[return-value]


def fillings(problem: Sudoku) -> Iterator[Grid]:
    """Digits without any sense; and where boards are usual ones of 4, some that are right."""
    rng = random.Random(7)
    places = range(1, problem.size + 1)
    for _ in range(40):
        yield tuple(tuple(rng.choices(places, k=problem.columns)) for _ in range(problem.rows))
    if problem.rows == problem.columns == problem.size == 4:
        yield from BOARDS[::3]


def breaks_more(problem: Sudoku, filling: Grid) -> bool:
    """Whether a filling breaks one of its constraints or givens."""
    held = problem.held(filling)
    kept = problem.held(problem.givens).items() <= held.items()
    return not kept or any(one.violations(held, problem.layout) for one in problem.constraints)


@pytest.mark.parametrize("form", PROGRAMS)
@pytest.mark.parametrize("word", [kind.word for kind in all_constraints()])
def test_a_constraint_says_the_same_there(word: str, form: str) -> None:
    for problem in cases(word):
        try:
            back = again(problem, form)
        except ValueError as error:
            if not str(error).startswith(PROGRAMS[form]):
                raise
            continue
        assert back.layout == problem.layout
        for filling in fillings(problem) if back != problem else ():
            assert breaks_more(back, filling) == breaks_more(problem, filling), filling


@pytest.mark.parametrize(
    ("lines", "lost"),
    [
        ("strict-xv r2c3 r2c4", "strict-xv"),
        ("strict-kropki r2c3 r2c4", "strict-kropki"),
        ("strict-xv r2c3 r2c4\nxv v r1c1 r1c2", "strict-xv"),
        # A sum that no letter stands for is no mark there.
        ("strict-xv\nxv 6 r1c1 r1c2", "strict-xv"),
        ("and\nstrict-xv r2c3 r2c4\nend", "strict-xv"),
    ],
)
def test_borders_that_are_excepted_without_a_mark_are_refused(lines: str, lost: str) -> None:
    reason = f"^Interactive Sudoku Solver cannot state a border that {lost} excepts without a mark$"
    with pytest.raises(ValueError, match=reason):
        find_form("sudoku", "iss").write([Sudoku.parse(f"{FOUR}{lines}\n")])


@pytest.mark.parametrize(
    "lines",
    [
        "strict-xv",
        "strict-xv r1c1 r1c2\nxv v r1c1 r1c2",
        "strict-kropki r1c1 r1c2 / r3c3 r3c4\ndifference r1c1 r1c2\nratio r3c3 r3c4",
        "and\nstrict-xv r1c1 r1c2\nxv v r1c1 r1c2\nend",
    ],
)
def test_borders_with_marks_are_excepted_there_too(lines: str) -> None:
    problem = Sudoku.parse(f"{FOUR}{lines}\n")
    assert again(problem, "iss") == problem


def test_a_clone_of_several_groups_has_an_entry_for_each_copy() -> None:
    problem = Sudoku.parse(f"{FOUR}clone r1c1 r1c2 / r2c3 r2c4 / r4c2 r4c1\n")
    link = find_form("sudoku", "fpuzzles").write([problem])
    entries = json.loads(unpack(Token(link.strip(), 1, 1), _START, "a link"))["clone"]
    assert entries == [
        {"cells": ["R1C1", "R1C2"], "cloneCells": ["R2C3", "R2C4"]},
        {"cells": ["R1C1", "R1C2"], "cloneCells": ["R4C2", "R4C1"]},
    ]
    right = [
        grid for grid in BOARDS if grid[0][:2] == grid[1][2:] and grid[0][:2] == (grid[3][1], grid[3][0])
    ]
    back = again(problem, "fpuzzles")
    assert right
    assert [grid for grid in BOARDS if not back.violations(grid)] == right


def test_a_candidate_beside_another_given_has_no_answer_there() -> None:
    problem = Sudoku.parse("1...\n....\n....\n....\ncandidates 4 r1c1\n")
    assert count(problem) == count(again(problem, "iss")) == 0
    both = Sudoku.parse(f"{FOUR}candidates 4 r1c1\ncandidates 1 r1c1\n")
    assert count(both) == count(again(both, "iss")) == 0


def test_a_cage_of_zero_keeps_its_sum() -> None:
    problem = Sudoku.parse(f"digits 0-3\n{FOUR}cage 0 r1c1\n")
    right = sum(grid[0][0] == 1 for grid in BOARDS)  # the first place, which is the digit 0
    assert count(problem) == count(again(problem, "iss")) == right == 72


def test_a_shaft_through_its_circle_is_refused() -> None:
    """f-puzzles takes the circle for no part of its shaft."""
    problem = Sudoku.parse(f"{FOUR}arrow r1c1 r1c2 r1c1\n")
    with pytest.raises(ValueError, match="f-puzzles cannot state arrow"):
        find_form("sudoku", "fpuzzles").write([problem])
