"""Rows and columns as somebody beside the board sees them."""

from __future__ import annotations

from ..kinds.sudoku.layout import Layout
from ..problems.grid import Cell


def seen_from(side: tuple[str, int], layout: Layout) -> tuple[Cell, ...]:
    """The cells of a line, the nearest first; `side` says where, and which line, from 0."""
    where, at = side
    last_row, last_column = layout.rows - 1, layout.columns - 1
    match where:
        case "left":
            return tuple((at, c) for c in range(layout.columns))
        case "right":
            return tuple((at, last_column - c) for c in range(layout.columns))
        case "top":
            return tuple((r, at) for r in range(layout.rows))
        case _:
            return tuple((last_row - r, at) for r in range(layout.rows))
