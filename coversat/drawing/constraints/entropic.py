"""An entropic line is peach-coloured."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.entropic import Entropic
from ..board import Board
from ..strokes import stroke


def draw(board: Board, constraint: Entropic, layout: Layout) -> None:
    """The line."""
    stroke(board, constraint.cells, "#ffc9a8", 9)
