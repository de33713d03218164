"""A zipper line is lavender, with a dot where its two halves meet."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.zipper import Zipper
from ..board import Board
from ..strokes import middle, stroke


def draw(board: Board, constraint: Zipper, layout: Layout) -> None:
    """The line, and the dot in the middle cell, or between the two that are nearest."""
    cells = constraint.cells
    stroke(board, cells, "#c6bbf5", 9)
    half = len(cells) // 2
    (x0, y0), (x1, y1) = middle(cells[half]), middle(cells[-1 - half])
    board.circle((x0 + x1) / 2, (y0 + y1) / 2, 8, fill="#a294e8")
