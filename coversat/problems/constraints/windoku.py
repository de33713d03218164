"""Windoku: the digits of each window differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import isqrt
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held, repeated
from ..grid import Cell
from ..problem import Violation


def windows(layout: Layout) -> Iterator[tuple[Cell, ...]]:
    """Squares, one cell in from the corners and one cell apart: four on 9x9."""
    side = isqrt(layout.rows)
    corners = range(1, layout.rows - 1, side + 1)
    for top, left in product(corners, corners):
        yield tuple(product(range(top, top + side), range(left, left + side)))


@dataclass(frozen=True)
class Windoku(EverywhereConstraint):
    """Windows hold as many cells as a row."""

    word: ClassVar[str] = "windoku"
    about: ClassVar[str] = (
        "the digits of each window differ, squares that lie one cell in from the border and apart"
    )
    example: ClassVar[str] = "windoku"
    iss: ClassVar[str] = "Windoku"

    def unfit(self, layout: Layout) -> str | None:
        """Windows are squares, as many in a row as leave a line of cells around each."""
        size = layout.rows
        return None if size == layout.columns and isqrt(size) ** 2 == size else f"{size} is no square number"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Digits that stand twice in a window."""
        found = []
        for number, cells in enumerate(windows(layout), 1):
            found += repeated(held, cells, f"window {number}")
        return found


CONSTRAINT = Windoku
