"""Cells that belong together: an outline, and what is said of them in their first cell."""

from __future__ import annotations

from collections.abc import Sequence

from ..problems.grid import Cell
from .board import DARK, SIDE, THIN, Board
from .strokes import label

_SIZE = 10


def cage(board: Board, cells: Sequence[Cell], text: str) -> None:
    """A dashed outline."""
    board.around(cells, 3.5, stroke=DARK, stroke_width=1.2, stroke_dasharray="3 2.5")
    _corner(board, cells[0], text)


def dotted_group(board: Board, cells: Sequence[Cell], text: str) -> None:
    """A dotted outline, the cells a little darker."""
    board.around(
        cells,
        3.5,
        fill="#f3f3f3",
        stroke=THIN,
        stroke_width=1.8,
        stroke_dasharray="0 3.6",
        stroke_linecap="round",
    )
    _corner(board, cells[0], text)


def note(board: Board, cell: Cell, text: str) -> None:
    """A small text in the upper right corner of a cell."""
    r, c = cell
    board.text((c + 1) * SIDE - 5, r * SIDE + _SIZE + 4, text, font_size=_SIZE, fill=DARK, text_anchor="end")


def _corner(board: Board, cell: Cell, text: str) -> None:
    """A small text in the upper left corner, over the outline."""
    if not text:
        return
    board.rect(
        cell[1] * SIDE + 2, cell[0] * SIDE + 2, 0.68 * _SIZE * len(text) + 2, _SIZE + 2, fill="#ffffff"
    )
    label(board, cell, text)
