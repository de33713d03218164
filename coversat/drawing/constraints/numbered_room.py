"""The clue of a numbered room stands between colons."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.numbered_room import NumberedRoom
from ..board import Board
from ..clues import clue_beside


def draw(board: Board, constraint: NumberedRoom, layout: Layout) -> None:
    """The digit."""
    clue_beside(board, constraint.side, layout, f":{constraint.digit}:")
