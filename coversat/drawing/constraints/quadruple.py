"""A quadruple is a circle where four cells meet, with its digits in one or two rows."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.quadruple import Quadruple
from ..board import INK, SIDE, Board
from ..strokes import LABEL
from ..svg import MIDDLE

_PER_ROW = 2


def draw(board: Board, constraint: Quadruple, layout: Layout) -> None:
    """Above the lines."""
    ((r, c),) = constraint.corner
    x, y = (c + 1) * SIDE, (r + 1) * SIDE
    told = list(map(str, constraint.digits))
    rows = [" ".join(told[at : at + _PER_ROW]) for at in range(0, len(told), _PER_ROW)]
    with board.above():
        board.circle(x, y, 12, fill="#ffffff", stroke=INK, stroke_width=1.2)
        with board.group(text_anchor="middle", fill=INK, font_size=LABEL):
            for at, row in enumerate(rows):
                down = (at - (len(rows) - 1) / 2) * LABEL
                board.text(x, y + down + MIDDLE * LABEL, row)
