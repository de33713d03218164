"""Count of different digits: one cell says how many different digits other cells hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class CountDistinct(Constraint):
    """The first cell counts the others."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "count-distinct"
    about: ClassVar[str] = "the first cell's digit is the number of different digits in the others"
    parameters: ClassVar[Parameters] = {"cells": Cells(2)}
    example: ClassVar[str] = "count-distinct r3c3 r2c2 r2c3 r2c4 r3c4 r4c4"
    iss: ClassVar[str] = "CountDistinct"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another number."""
        count, *others = digits
        different = len(set(others))
        return None if different == count else f"{different} different digits, not {count}"


CONSTRAINT = CountDistinct
