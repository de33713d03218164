"""The clue of a sandwich is a plain number."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.sandwich import Sandwich
from ..board import Board
from ..clues import clue_beside


def draw(board: Board, constraint: Sandwich, layout: Layout) -> None:
    """The sum."""
    clue_beside(board, constraint.side, layout, str(constraint.total))
