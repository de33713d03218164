"""A sum line is a dashed orange line; a sum other than 10 is written at its start."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.sum_line import SumLine
from ..board import Board
from ..strokes import label, stroke

_USUAL = 10


def draw(board: Board, constraint: SumLine, layout: Layout) -> None:
    """The line."""
    stroke(board, constraint.cells, "#f7b977", 8, stroke_dasharray="6 12")
    if constraint.total != _USUAL:
        label(board, constraint.cells[0], str(constraint.total))
