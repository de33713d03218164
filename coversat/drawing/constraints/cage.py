"""A cage is dashed, its sum in its first cell."""

from __future__ import annotations

from ...problems.constraints.cage import Cage
from ...problems.layout import Layout
from ..board import DARK, SIDE, Board

_SUM = 10


def draw(board: Board, constraint: Cage, layout: Layout) -> None:
    """The outline, and the sum where there is one."""
    board.around(constraint.cells, 3.5, stroke=DARK, stroke_width=1.2, stroke_dasharray="3 2.5")
    if constraint.total is None:
        return
    r, c = constraint.cells[0]
    x, y, total = c * SIDE + 2, r * SIDE + 2, str(constraint.total)
    board.rect(x, y, 0.68 * _SUM * len(total) + 2, _SUM + 2, fill="#ffffff")
    board.text(x + 1, y + _SUM, total, font_size=_SUM, fill=DARK)
