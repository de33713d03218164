"""Candidates are small digits at the top of the cell."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.candidates import Candidates
from ..board import SIDE, Board
from ..strokes import LABEL, label

_WIDTH = 0.66
"""Of a digit, in font sizes."""


def draw(board: Board, constraint: Candidates, layout: Layout) -> None:
    """As large as the cell has room for."""
    text = ("" if layout.highest < 10 else " ").join(map(str, constraint.digits))
    size = min(LABEL, (SIDE - 4) / (_WIDTH * len(text)))
    for cell in constraint.cells:
        label(board, cell, text, size)
