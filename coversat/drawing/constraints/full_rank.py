"""The clue of a full rank is a number with its sign."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.full_rank import FullRank
from ..board import Board
from ..clues import clue_beside


def draw(board: Board, constraint: FullRank, layout: Layout) -> None:
    """The rank."""
    clue_beside(board, constraint.side, layout, f"#{constraint.rank}")
