"""A palindrome is a grey line."""

from __future__ import annotations

from ...problems.constraints.palindrome import Palindrome
from ...problems.layout import Layout
from ..board import Board
from ..strokes import stroke


def draw(board: Board, constraint: Palindrome, layout: Layout) -> None:
    """The line."""
    stroke(board, constraint.cells, "#cfcfcf", 9)
