"""Marks on the border of two cells: dots, signs and letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..kinds.sudoku.layout import Layout
from .constraint import Constraint
from .grid import Cell
from .iss import neighbours
from .text import Token


class Mark(Constraint):
    """What a mark says of the two cells beside it."""

    cells: tuple[Cell, ...]

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """One for each two of the cells that are beside each other."""
        for pair in neighbours(args, layout):
            yield from super().from_iss(name, pair, layout)

    def unfit(self, layout: Layout) -> str | None:
        """Two cells without a common border."""
        (r, c), (down, right) = self.cells
        return None if abs(r - down) + abs(c - right) == 1 else "two cells that are not beside each other"


class EvenMark(Mark):
    """One that says the same of either cell; its field `cells` has them in reading order."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))
