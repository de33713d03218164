"""Sudokus that are stated by the candidates of their cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import isqrt

from ...problems.grid import Cell, rows_of
from ...problems.layout import default_box
from .constraints.marks import Candidates
from .rules import Sudoku


def of_candidates(cells: Sequence[Collection[int]]) -> Sudoku:
    """The sudoku with the usual boxes whose cells, row by row, hold one of these digits each."""
    size = isqrt(len(cells))
    box = default_box(size)
    assert box is not None, "a form checks the size before"
    givens: list[int | None] = []
    marks: dict[tuple[int, ...], list[Cell]] = {}
    for at, digits in enumerate(cells):
        givens.append(next(iter(digits)) if len(digits) == 1 else None)
        if 1 < len(digits) < size:
            marks.setdefault(tuple(sorted(digits)), []).append(divmod(at, size))
    constraints = tuple(Candidates(tuple(where), digits) for digits, where in marks.items())
    return Sudoku(*box, rows_of(givens, size), constraints)


def without(problem: Sudoku, deleted: Collection[tuple[int, Cell]]) -> Sudoku:
    """The sudoku with these candidates deleted: a constraint for each digit."""
    cells: dict[int, list[Cell]] = {}
    for digit, cell in dict.fromkeys(deleted):
        cells.setdefault(digit, []).append(cell)
    digits = problem.layout.digits
    constraints = (
        Candidates(tuple(where), tuple(one for one in digits if one != digit))
        for digit, where in sorted(cells.items())
    )
    return replace(problem, constraints=(*problem.constraints, *constraints))
