"""Small sudokus for each constraint: a module for each, with `CASES`; `test_constraints` runs over them."""

from __future__ import annotations

from importlib import import_module

from coversat.problems import Sudoku
from coversat.problems.constraints import module_name

FOUR = "....\n" * 4
ZERO = "digits 0-3\n" + FOUR
FIVE = "boxes none\n" + ".....\n" * 5
"""No boxes, five digits."""
WIDE = "grid 2x4\nboxes none\n" + "....\n" * 2


def case(lines: str, board: str = FOUR) -> Sudoku:
    """A board with a constraint and nothing else."""
    return Sudoku.parse(f"{board}{lines}\n")


def cases(word: str) -> tuple[Sudoku, ...]:
    """Those of a constraint."""
    found: tuple[Sudoku, ...] = import_module(f"constraint_cases.{module_name(word)}").CASES
    return found
