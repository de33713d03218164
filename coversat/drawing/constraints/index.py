"""Indexing cells are tinted: red for columns, green for rows, blue for boxes."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.index import Index
from ..board import DARK, SIDE, Board

_TINTS = {"column": "#f6d5d5", "row": "#d6eed6", "box": "#d9d9f5"}
_SIGNS = {"column": "\u2194", "row": "\u2195", "box": "\u25a1"}


def draw(board: Board, constraint: Index, layout: Layout) -> None:
    """The cells, and a small sign of which way they point."""
    board.shade(constraint.cells, _TINTS[constraint.way])
    for r, c in constraint.cells:
        board.text(c * SIDE + 3, r * SIDE + 11, _SIGNS[constraint.way], font_size=10, fill=DARK)
