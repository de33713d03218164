"""A pill is the outline of a line through its cells; arrows begin below it."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.pill_arrow import PillArrow
from ..board import THIN, Board
from ..strokes import arrow_head, stroke

_WIDE, _EDGE = 28, 2.5


def draw(board: Board, constraint: PillArrow, layout: Layout) -> None:
    """The arrows, each from the nearest cell of the pill, and the pill over them."""
    pill, *arrows = constraint.groups
    for arrow in arrows:
        r, c = arrow[0]
        line = (min(pill, key=lambda cell: (cell[0] - r) ** 2 + (cell[1] - c) ** 2), *arrow)
        stroke(board, line, THIN, _EDGE)
        arrow_head(board, line[-2], line[-1], THIN, _EDGE)
    stroke(board, pill, THIN, _WIDE + 2 * _EDGE)
    stroke(board, pill, "#ffffff", _WIDE)
