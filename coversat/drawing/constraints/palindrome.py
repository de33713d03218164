"""A palindrome is a grey line."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.palindrome import Palindrome
from ..board import Board
from ..strokes import stroke


def draw(board: Board, constraint: Palindrome, layout: Layout) -> None:
    """The line."""
    stroke(board, constraint.cells, "#cfcfcf", 9)
