"""A nabner line is yellow."""

from __future__ import annotations

from ...problems.constraints.nabner import Nabner
from ...problems.layout import Layout
from ..board import Board
from ..strokes import stroke


def draw(board: Board, constraint: Nabner, layout: Layout) -> None:
    """The line."""
    stroke(board, constraint.cells, "#f2dc6b", 9)
