"""All different: the digits of an extra region differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import GroupConstraint, Held, repeated
from ..grid import Cell, cell_name
from ..parameters import Cells, Parameters
from ..problem import Violation


@dataclass(frozen=True)
class AllDifferent(GroupConstraint):
    """Of as many cells as there are digits, each holds another."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "all-different"
    about: ClassVar[str] = "an extra region, whose digits differ"
    parameters: ClassVar[Parameters] = {"cells": Cells(2)}
    example: ClassVar[str] = "all-different r2c2 r3c3 r4c4 r4c5 r4c6 r5c6 r6c6 r7c7 r8c8"
    iss: ClassVar[str] = "AllDifferent"
    fpuzzles: ClassVar[str] = "extraregion"

    def unfit(self, layout: Layout) -> str | None:
        """More cells than digits."""
        return layout.too_many(self.cells)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit twice."""
        return None if len(set(digits)) == len(digits) else "a digit stands in it twice"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Digits that stand twice, whatever is blank."""
        return repeated(held, self.cells, f"the region on {cell_name(self.cells[0])}")


CONSTRAINT = AllDifferent
