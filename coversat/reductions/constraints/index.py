"""Index: each digit of a cell with what it leaves of the cell it points to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...kinds.sudoku.layout import Layout
from ...language import Binary, Count
from ...problems.constraints.index import Index
from ...problems.grid import Cell


def state(constraint: Index, layout: Layout) -> Iterator[Count | Binary]:
    """The digit is a place of the line, and where it points its own place stands.

    That no other digit points there follows, since the digits of a line differ.
    """
    for r, c in constraint.cells:
        at, line = _line(constraint.way, r, c, layout)
        yield Count(((r, c),), range(1, len(line) + 1), (1,))
        for number, other in enumerate(line, 1):
            if other != (r, c):
                yield Binary((((r, c), other),), partial(_points, number, at))


def _points(number: int, at: int, digit: int, other: int) -> bool:
    return digit != number or other == at


def _line(way: str, r: int, c: int, layout: Layout) -> tuple[int, list[Cell]]:
    """The number of a cell's place in its line, and the line."""
    if way == "column":
        return c + 1, [(r, at) for at in range(layout.columns)]
    if way == "row":
        return r + 1, [(at, c) for at in range(layout.rows)]
    height, width = layout.box_rows, layout.box_columns
    top, left = r - r % height, c - c % width
    box = [(top + down, left + right) for down in range(height) for right in range(width)]
    return (r - top) * width + c - left + 1, box
