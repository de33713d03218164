"""What the codecs of plain sudoku share: a board from a list of cells, and the answer as rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from ...kinds.sudoku.layout import default_box
from ...kinds.sudoku.rules import Sudoku, one_line
from ..grid import Grid, compact_line, rows_of


def from_cells(cells: Sequence[int]) -> Sudoku:
    """The sudoku with these givens, row by row (0 for a blank), and the usual boxes."""
    size = isqrt(len(cells))
    box = default_box(size)
    assert box is not None, "a codec checks the size before"
    return Sudoku(*box, rows_of(cells, size))


def plain_cells(problem: Sudoku, form: str, sizes: Sequence[int]) -> list[int]:
    """The givens row by row, of a sudoku that a form without constraints can state.

    Raises
    ------
    ValueError
        For another size, other boxes than the usual ones, or a constraint.
    """
    usual = (problem.box_rows, problem.box_columns) == default_box(problem.size)
    if problem.size not in sizes or not (usual and problem.is_usual) or problem.constraints:
        sides = " or ".join(map(str, sizes))
        raise ValueError(f"{form} states sudokus of side {sides} with the usual boxes and no constraint")
    return [digit for row in problem.givens for digit in row]


def show_rows(problem: Sudoku, answer: Grid, case: int) -> str:
    """The answer as a line a row, for forms that have none of their own for it."""
    return "\n".join(map(compact_line, answer))


def show_one_line(problem: Sudoku, answer: Grid, case: int) -> str:
    """The answer in one line, for forms of one puzzle a line."""
    return one_line(answer)
