"""Double arrow: the digits on the line add up to the two in the circles at its ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class DoubleArrow(Constraint):
    """The circles are the first and the last cell."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "double-arrow"
    about: ClassVar[str] = "the digits on the line add up to the sum of the circles, its first and last cell"
    parameters: ClassVar[Parameters] = {"cells": Cells(3)}
    example: ClassVar[str] = "double-arrow r2c2 r3c2 r4c3 r4c4"
    iss: ClassVar[str] = "DoubleArrow"
    fpuzzles: ClassVar[str] = "doublearrow"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another sum."""
        circles, total = digits[0] + digits[-1], sum(digits[1:-1])
        return None if circles == total else f"{total} on the line, {circles} in the circles"


CONSTRAINT = DoubleArrow
