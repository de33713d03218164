"""The constraints of f-puzzles' links; all constraints written in the forms of other programs."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from constraint_cases import cases
from each import each
from test_codecs_iss import BLANK, example
from test_codecs_nothing_lost import BOARDS, BOARDS_FROM_0, count
from test_codecs_setters import board, link

from coversat.base.errors import ParseError
from coversat.kinds.sudoku.constraints import Constraint, all_constraints
from coversat.kinds.sudoku.constraints.marks import Odd
from coversat.problems import Sudoku, find_form, read
from coversat.problems.grid import Grid, filled
from coversat.problems.text import Token
from coversat.setters.links.lz_string import unpack
from coversat.setters.links.sudoku.fpuzzles import _START
from coversat.setters.links.sudoku.fpuzzles_members import MEMBERS


def lines_of(top: dict[str, Any]) -> list[str]:
    (problem,) = read(link(top)).problems
    return [line for one in problem.constraints for line in one.lines()]


LINE = ["R1C1", "R1C2", "R2C3"]


@each(
    ("member", "entry", "lines"),
    [
        ("thermometer", {"lines": [LINE]}, ["thermo r1c1 r1c2 r2c3"]),
        ("thermometer", {"lines": [LINE, ["R1C1", "R2C1"]], "isNewConstraint": True},
            ["thermo r1c1 r1c2 r2c3", "thermo r1c1 r2c1"]),
        ("slowthermometer", {"lines": [LINE]}, ["thermo-slow r1c1 r1c2 r2c3"]),
        ("palindrome", {"lines": [LINE]}, ["palindrome r1c1 r1c2 r2c3"]),
        ("renban", {"lines": [LINE]}, ["renban r1c1 r1c2 r2c3"]),
        ("nabner", {"lines": [LINE]}, ["nabner r1c1 r1c2 r2c3"]),
        ("entropicline", {"lines": [LINE]}, ["entropic r1c1 r1c2 r2c3"]),
        ("modularline", {"lines": [LINE], "value": ""}, ["modular r1c1 r1c2 r2c3"]),
        ("modularline", {"lines": [LINE], "value": "4"}, ["modular 4 r1c1 r1c2 r2c3"]),
        # Without a number, half the digits and a half more.
        ("whispers", {"lines": [LINE]}, ["whisper r1c1 r1c2 r2c3"]),
        ("whispers", {"lines": [LINE], "value": "4"}, ["whisper 4 r1c1 r1c2 r2c3"]),
        ("arrow", {"lines": [LINE], "cells": ["R1C1"]}, ["arrow r1c1 r1c2 r2c3"]),
        ("arrow", {"lines": [LINE, ["R1C1", "R2C1"]], "cells": ["R1C1"]}, ["arrow r1c1 r1c2 r2c3",
            "arrow r1c1 r2c1"]),
        ("killercage", {"cells": LINE, "value": "20", "unique": False}, ["sum 20 r1c1 r1c2 r2c3"]),
        ("killercage", {"cells": LINE, "unique": False}, []),
        ("killercage", {"cells": LINE, "unique": True}, ["cage r1c1 r1c2 r2c3"]),
        ("extraregion", {"cells": LINE}, ["all-different r1c1 r1c2 r2c3"]),
        ("littlekillersum", {"cell": "R0C3", "direction": "DR", "cells": [], "value": "30"},
            ["little-killer 30 down-right r1c4"]),
        ("littlekillersum", {"cell": "R10C3", "direction": "UL", "value": 8},
            ["little-killer 8 up-left r9c2"]),
        ("littlekillersum", {"cell": "R3C10", "direction": "DL", "value": ""}, []),
        ("sandwichsum", {"cell": "R0C3", "value": "0"}, ["sandwich 0 top 3"]),
        ("sandwichsum", {"cell": "R9C0", "value": 35}, ["sandwich 35 left 9"]),
        ("sandwichsum", {"cell": "R9C0"}, []),
        ("xsum", {"cell": "R10C2", "value": "20"}, ["x-sum 20 bottom 2"]),
        ("skyscraper", {"cell": "R2C10", "value": "3"}, ["skyscraper 3 right 2"]),
        ("quadruple", {"cells": ["R3C6", "R3C7", "R4C6", "R4C7"], "values": [4, 1, 2]},
            ["quadruple 1 2 4 r3c6"]),
        ("clone", {"cells": LINE, "cloneCells": ["R5C1", "R5C2", "R6C3"]},
            ["clone r1c1 r1c2 r2c3 / r5c1 r5c2 r6c3"]),
        ("rowindexer", {"cells": LINE}, ["index row r1c1 r1c2 r2c3"]),
        ("columnindexer", {"cells": LINE}, ["index column r1c1 r1c2 r2c3"]),
        ("boxindexer", {"cells": LINE}, ["index box r1c1 r1c2 r2c3"]),
    ],
)  # fmt: skip
def test_members(member: str, entry: dict[str, Any], lines: list[str]) -> None:
    assert lines_of(board(**{member: [entry]})) == lines


def test_whispers_of_smaller_boards() -> None:
    assert lines_of(board(6, whispers=[{"lines": [LINE]}])) == ["whisper 3 r1c1 r1c2 r2c3"]


def test_disjoint_groups_are_a_flag() -> None:
    assert lines_of(board(disjointgroups=True)) == ["disjoint-groups"]


@each(
    ("member", "entry", "reason"),
    [
        ("thermometer", {"lines": [["R1C1", "R10C2"]]}, "a cell, from r1c1 to r9c9, found 'R10C2'"),
        ("thermometer", {"lines": [["R1C1"]]}, "at least 2 cells"),
        ("thermometer", {"lines": [["R1C1", 5]]}, r"a cell such as R1C1 as thermometer\[0\].lines\[0\]\[1\]"),
        ("thermometer", {"lines": [LINE], "loop": True}, "no members of a line .* found loop"),
        ("thermometer", {}, "an object with 'lines'"),
        ("modularline", {"lines": [LINE], "value": "x"}, "found 'x'"),
        ("sandwichsum", {"cell": "R0C0", "value": "5"}, "a cell beside the board as sandwichsum"),
        ("sandwichsum", {"cell": "R1C1", "value": "5"}, "a cell beside the board"),
        ("sandwichsum", {"cell": "R10C1", "value": "5"}, "found 'bottom'"),
        ("sandwichsum", {"cell": "top", "value": "5"}, "a cell such as R0C1"),
        ("littlekillersum", {"cell": "R0C1", "direction": "D", "value": 5}, "one of DR, DL, UR, UL"),
        ("quadruple", {"cells": ["R1C1", "R1C2"], "values": [1]}, "four cells that meet"),
        ("quadruple", {"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [10]}, "a number from 1 to 9"),
        ("clone", {"cells": LINE, "cloneCells": ["R5C1"]}, "as many cells"),
    ],
)
def test_mistakes_in_members_are_named(member: str, entry: dict[str, Any], reason: str) -> None:
    with pytest.raises(ParseError, match=reason) as caught:
        read(link(board(**{member: [entry]})))
    assert (caught.value.line, caught.value.column) == (1, 1)


@each("kind", [one for one in all_constraints() if one.word in MEMBERS], ids=lambda one: one.word)
def test_every_constraint_that_has_a_member_comes_back(kind: type[Constraint]) -> None:
    problem = replace(BLANK, constraints=(example(kind),))
    assert read(find_form("sudoku", "fpuzzles").write([problem])).problems == (problem,)


def test_every_cell_has_its_own_entry() -> None:
    cells = ((0, 0), (1, 3))
    problem = replace(BLANK, constraints=(Odd(cells),))
    text = find_form("sudoku", "fpuzzles").write([problem])
    assert read(text).problems == (problem,)


def test_two_minima_beside_each_other_are_not_compared() -> None:
    top = board(minimum=[{"cell": "R1C1"}, {"cell": "R1C2"}, {"cell": "R9C9"}])
    signs = ["greater r1c3 r1c2", "greater r2c1 r1c1", "greater r2c2 r1c2"]
    assert lines_of(top) == [*signs, "minimum r9c9"]
    top = board(maximum=[{"cell": "R1C1"}, {"cell": "R2C1"}, {"cell": "R5C5"}])
    signs = ["greater r1c1 r1c2", "greater r2c1 r2c2", "greater r2c1 r3c1"]
    assert lines_of(top) == [*signs, "maximum r5c5"]


DOTS = {
    "difference": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R3C1", "R3C2"], "value": "4"}],
    "ratio": [{"cells": ["R5C1", "R5C2"], "value": "3"}],
}
BORDERS = "r1c1 r1c2 / r3c1 r3c2 / r5c1 r5c2"


@each(
    ("top", "lines"),
    [
        ({"nonconsecutive": True}, ["anti-consecutive"]),
        ({"nonconsecutive": True, **DOTS}, [f"strict-difference 1 {BORDERS}"]),
        ({"negative": ["ratio"]}, ["strict-ratio 2"]),
        ({"negative": ["ratio"], **DOTS}, [f"strict-ratio 3 {BORDERS}"]),
        ({"negative": ["difference"], **DOTS}, [f"strict-difference 1 4 {BORDERS}"]),
        ({"negative": ["xv"], "xv": [{"cells": ["R1C1", "R1C2"], "value": "X"}]}, ["strict-xv r1c1 r1c2"]),
        ({"negative": ["xv", "ratio"]}, ["strict-ratio 2", "strict-xv"]),
    ],
)
def test_rules_for_unmarked_borders(top: dict[str, Any], lines: list[str]) -> None:
    (problem,) = read(link(board(**top))).problems
    lines_read = [line for one in problem.constraints for line in one.lines()]
    assert [line for line in lines_read if line.startswith(("anti", "strict"))] == lines
    assert read(find_form("sudoku", "fpuzzles").write([problem])).problems == (problem,)


def test_given_marks_are_candidates() -> None:
    top = board()
    top["grid"][1][2]["givenPencilMarks"] = [7, 1]
    assert lines_of(top) == ["candidates 1 7 r2c3"]
    (problem,) = read(link(top)).problems
    assert read(find_form("sudoku", "fpuzzles").write([problem])).problems == (problem,)


def test_what_f_puzzles_cannot_state() -> None:
    for line in ("strict-kropki", "queen 9"):
        (problem,) = read("." * 9 + ("\n" + "." * 9) * 8 + f"\n{line}\n").problems
        with pytest.raises(ValueError, match="f-puzzles cannot state"):
            find_form("sudoku", "fpuzzles").write([problem])


# Constraints in the forms of other programs


FOUR = "....\n" * 4
PROGRAMS = {
    "iss": "Interactive Sudoku Solver",
    "fpuzzles": "f-puzzles",
    "sudokupad": "SudokuPad",
    "killer": "a killer string",
}


def again(problem: Sudoku, form: str) -> Sudoku:
    """The puzzle, written and read."""
    (back,) = read(find_form("sudoku", form).write([problem])).problems
    return back  # type: ignore[return-value]


def fillings(problem: Sudoku) -> Iterator[Grid]:
    """Random digits; for usual boards of 4 also some finished ones."""
    rng = random.Random(7)
    for _ in range(40):
        yield tuple(tuple(rng.choices(problem.layout.digits, k=problem.columns)) for _ in range(problem.rows))
    if problem.rows == problem.columns == problem.size == 4:
        yield from (BOARDS if problem.lowest else BOARDS_FROM_0)[::3]


def breaks_more(problem: Sudoku, filling: Grid) -> bool:
    """Whether a filling breaks one of its constraints or givens."""
    held = dict(filled(filling))
    fits = dict(filled(problem.givens)).items() <= held.items()
    return not fits or any(one.violations(held, problem.layout) for one in problem.constraints)


@pytest.mark.thorough
@each("form", PROGRAMS)
@each("word", [kind.word for kind in all_constraints()])
def test_constraints_mean_the_same_there(word: str, form: str) -> None:
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


@each(
    ("lines", "lost"),
    [
        ("strict-xv r2c3 r2c4", "strict-xv"),
        ("strict-kropki r2c3 r2c4", "strict-kropki"),
        ("strict-xv r2c3 r2c4\nxv v r1c1 r1c2", "strict-xv"),
        # A sum without a letter is not a mark there.
        ("strict-xv\nxv 6 r1c1 r1c2", "strict-xv"),
        ("and\nstrict-xv r2c3 r2c4\nend", "strict-xv"),
    ],
)
def test_borders_that_are_excepted_without_a_mark_are_refused(lines: str, lost: str) -> None:
    reason = f"^Interactive Sudoku Solver cannot state a border that {lost} excepts without a mark$"
    with pytest.raises(ValueError, match=reason):
        find_form("sudoku", "iss").write([Sudoku.parse(f"{FOUR}{lines}\n")])


@each(
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
    right = sum(grid[0][0] == 0 for grid in BOARDS_FROM_0)
    counts = [count(one, BOARDS_FROM_0) for one in (problem, again(problem, "iss"))]
    assert counts == [right, right] == [72, 72]


def test_a_shaft_through_its_circle_is_refused() -> None:
    """f-puzzles takes the circle for no part of its shaft."""
    problem = Sudoku.parse(f"{FOUR}arrow r1c1 r1c2 r1c1\n")
    with pytest.raises(ValueError, match="f-puzzles cannot state arrow"):
        find_form("sudoku", "fpuzzles").write([problem])
