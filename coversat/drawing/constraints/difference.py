"""A difference is a white dot, with its number where it is not 1."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.difference import Difference
from ..board import Board
from ..strokes import dot


def draw(board: Board, constraint: Difference, layout: Layout) -> None:
    """The dot."""
    dot(board, constraint.cells, "#ffffff", str(constraint.number) if constraint.number > 1 else "")
