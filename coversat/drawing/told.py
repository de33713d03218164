"""Lines whose rule is told in words below the board."""

from __future__ import annotations

from collections.abc import Sequence

from ..problems.grid import Cell
from .board import THIN, Board
from .strokes import middle, stroke


def told_line(board: Board, cells: Sequence[Cell], dashes: str) -> None:
    """A thin dashed line with a dot in each cell, a larger one in the first."""
    stroke(board, cells, THIN, 2, stroke_dasharray=dashes)
    for number, cell in enumerate(cells):
        board.circle(*middle(cell), 3 if number else 5, fill=THIN)
