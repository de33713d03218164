"""A lockout line is light blue, with a diamond at either end; another difference than 4 is written there."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.lockout import Lockout
from ..board import Board
from ..strokes import label, middle, stroke
from ..svg import polygon

_LINE, _EDGE, _FILL = "#b7d3f5", "#6c8fc4", "#e6effb"
_USUAL = 4
_HALF = 18


def draw(board: Board, constraint: Lockout, layout: Layout) -> None:
    """The line, and the diamonds over it."""
    stroke(board, constraint.cells, _LINE, 5)
    for end in (constraint.cells[0], constraint.cells[-1]):
        x, y = middle(end)
        corners = ((x - _HALF, y), (x, y - _HALF), (x + _HALF, y), (x, y + _HALF))
        board.path(polygon(corners), fill=_FILL, stroke=_EDGE, stroke_width=2)
    if constraint.least != _USUAL:
        label(board, constraint.cells[0], str(constraint.least))
