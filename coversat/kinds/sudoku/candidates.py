"""Sudokus that are stated by the candidates of their cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import isqrt
from typing import TYPE_CHECKING

from ...problems.grid import Cell
from .rules import Sudoku, from_cells

if TYPE_CHECKING:
    from .constraints import Constraint


def of_candidates(cells: Sequence[Collection[int]]) -> Sudoku:
    """The sudoku with the usual boxes whose cells, row by row, hold one of these digits each."""
    size = isqrt(len(cells))
    givens: list[int | None] = []
    marks: dict[tuple[int, ...], list[Cell]] = {}
    for at, digits in enumerate(cells):
        givens.append(next(iter(digits)) if len(digits) == 1 else None)
        if 1 < len(digits) < size:
            marks.setdefault(tuple(sorted(digits)), []).append(divmod(at, size))
    constraints = tuple(_one_of(digits, where) for digits, where in marks.items())
    return replace(from_cells(givens), constraints=constraints)


def without(problem: Sudoku, deleted: Collection[tuple[int, Cell]]) -> Sudoku:
    """The sudoku with these candidates deleted: a constraint for each digit."""
    cells: dict[int, list[Cell]] = {}
    for digit, cell in dict.fromkeys(deleted):
        cells.setdefault(digit, []).append(cell)
    digits = problem.layout.digits
    constraints = (
        _one_of(tuple(one for one in digits if one != digit), where) for digit, where in sorted(cells.items())
    )
    return replace(problem, constraints=(*problem.constraints, *constraints))


def _one_of(digits: tuple[int, ...], cells: Sequence[Cell]) -> Constraint:
    from .constraints.marks import Candidates  # with all constraints, which most texts do without

    return Candidates(tuple(cells), digits)
