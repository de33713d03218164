"""Lines through the middles of cells, and signs between them, as constraints are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from ..problems.grid import Cell
from .board import DARK, INK, SIDE, Board
from .svg import MIDDLE, Point, written

LABEL = 10
"""The font size of small numbers."""


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


def label(board: Board, cell: Cell, text: str, size: float = LABEL) -> None:
    """A small text in the upper left corner of a cell: what a line or a group says of its digits."""
    board.has_labels = True
    board.text(cell[1] * SIDE + 3, cell[0] * SIDE + size + 1, text, font_size=size, fill=DARK)


def border(cells: Sequence[Cell]) -> Point:
    """The middle of the border of two cells."""
    (x0, y0), (x1, y1) = map(middle, cells)
    return (x0 + x1) / 2, (y0 + y1) / 2


def dot(board: Board, cells: Sequence[Cell], fill: str, text: str) -> None:
    """A dot on the border of two cells, with a number in it."""
    x, y = border(cells)
    with board.above():
        board.circle(x, y, 7 if text else 5.5, fill=fill, stroke=INK, stroke_width=1.2)
        if text:
            colour = "#ffffff" if fill == INK else INK
            board.text(x, y + MIDDLE * LABEL, text, font_size=LABEL, text_anchor="middle", fill=colour)


def chevron(board: Board, higher: Cell, lower: Cell, at: float) -> None:
    """A sign that opens to the higher of two cells, so far on the way from its middle to the other."""
    (x0, y0), (x1, y1) = middle(higher), middle(lower)
    dx, dy = (x1 - x0) / SIDE, (y1 - y0) / SIDE
    x, y = x0 + at * (x1 - x0), y0 + at * (y1 - y0)
    ends = ((x - 3.5 * dx - 8 * dy, y - 3.5 * dy - 8 * dx), (x - 3.5 * dx + 8 * dy, y - 3.5 * dy + 8 * dx))
    points = (ends[0], (x + 3.5 * dx, y + 3.5 * dy), ends[1])
    d = "L".join(f"{written(float(a))} {written(float(b))}" for a, b in points)
    board.path(f"M{d}", fill="none", stroke=INK, stroke_width=2.2, stroke_linecap="round")
