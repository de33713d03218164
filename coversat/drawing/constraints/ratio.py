"""A ratio is a black dot, with its number where it is not 2."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.ratio import Ratio
from ..board import INK, Board
from ..strokes import dot


def draw(board: Board, constraint: Ratio, layout: Layout) -> None:
    """The dot."""
    dot(board, constraint.cells, INK, str(constraint.number) if constraint.number > 2 else "")
