"""Between line: every digit on the line is above that of one end and below that of the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Between(Constraint):
    """The circles are the first and the last cell."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "between"
    about: ClassVar[str] = "the digits on the line are between those in the circles at its ends, and neither"
    parameters: ClassVar[Parameters] = {"cells": Cells(3)}
    example: ClassVar[str] = "between r2c2 r3c2 r4c3 r4c4"
    iss: ClassVar[str] = "Between"
    fpuzzles: ClassVar[str] = "betweenline"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit that is not."""
        low, high = sorted((digits[0], digits[-1]))
        outside = (digit for digit in digits[1:-1] if not low < digit < high)
        return next((f"{digit} is not between {low} and {high}" for digit in outside), None)


CONSTRAINT = Between
