"""A whisper is a green line, a Dutch one an orange line; any other difference is written at its start."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.whisper import Whisper
from ..board import Board
from ..strokes import label, stroke

_GREEN, _ORANGE = "#9be59b", "#ffc069"
_DUTCH, _GERMAN = 4, 5


def draw(board: Board, constraint: Whisper, layout: Layout) -> None:
    """The line."""
    stroke(board, constraint.cells, _ORANGE if constraint.least == _DUTCH else _GREEN, 9)
    if constraint.least not in (_DUTCH, _GERMAN):
        label(board, constraint.cells[0], str(constraint.least))
