"""The clue of a little killer stands at the corner of its first cell, with an arrow."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.little_killer import LittleKiller
from ..board import Board


def draw(board: Board, constraint: LittleKiller, layout: Layout) -> None:
    """The sum."""
    board.clue(constraint.start[0], constraint.step, str(constraint.total))
