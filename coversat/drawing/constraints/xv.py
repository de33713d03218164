"""A sum of two is its letter on their border, or its number."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.xv import LETTERS, Xv
from ..board import INK, Board
from ..strokes import border
from ..svg import MIDDLE

_SIZE = 12


def draw(board: Board, constraint: Xv, layout: Layout) -> None:
    """The letter on white."""
    letters = [letter.upper() for letter, total in LETTERS.items() if total == constraint.total]
    x, y = border(constraint.cells)
    text = letters[0] if letters else str(constraint.total)
    with board.above():
        board.circle(x, y, 7.5, fill="#ffffff")
        with board.group(text_anchor="middle", font_weight="bold", fill=INK):
            board.text(x, y + MIDDLE * _SIZE, text, font_size=_SIZE)
