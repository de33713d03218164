"""Lines through the middles of cells, as constraints are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from ..problems.grid import Cell
from .board import DARK, SIDE, Board
from .svg import Point, written

_LABEL = 10


def middle(cell: Cell) -> Point:
    """Of a cell."""
    return (cell[1] + 0.5) * SIDE, (cell[0] + 0.5) * SIDE


def stroke(board: Board, cells: Sequence[Cell], colour: str, width: float, **style: str | float) -> None:
    """A line from cell to cell."""
    points = "L".join(f"{written(x)} {written(y)}" for x, y in map(middle, cells))
    look: dict[str, str | float] = {"stroke_linecap": "round", "stroke_linejoin": "round", "fill": "none"}
    board.path(f"M{points}", **{**look, "stroke": colour, "stroke_width": width, **style})


def arrow_head(board: Board, before: Cell, last: Cell, colour: str, width: float) -> None:
    """The two short lines at the end of an arrow, which comes from the cell before."""
    (x0, y0), (x, y) = middle(before), middle(last)
    length = hypot(x - x0, y - y0)
    dx, dy = (x - x0) / length * 9, (y - y0) / length * 9
    left, right = (x - dx - dy, y - dy + dx), (x - dx + dy, y - dy - dx)
    points = "L".join(f"{written(float(a))} {written(float(b))}" for a, b in (left, (x, y), right))
    board.path(f"M{points}", fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def label(board: Board, cell: Cell, text: str) -> None:
    """A small text in the upper left corner of a cell: what a line or a group says of its digits."""
    board.has_labels = True
    board.text(cell[1] * SIDE + 3, cell[0] * SIDE + _LABEL + 1, text, font_size=_LABEL, fill=DARK)
