"""Arrow: the digits on the arrow add up to the digit in its circle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Arrow(Constraint):
    """The circle is the first cell."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "arrow"
    about: ClassVar[str] = "the digits on the arrow add up to the digit in its circle, the first cell"
    parameters: ClassVar[Parameters] = {"cells": Cells(2, repeated=True)}
    example: ClassVar[str] = "arrow r2c2 r2c3 r2c4"
    iss: ClassVar[str] = "Arrow"
    fpuzzles: ClassVar[str] = "arrow"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another sum."""
        circle, total = digits[0], sum(digits[1:])
        return None if circle == total else f"{total} on the arrow, {circle} in the circle"


CONSTRAINT = Arrow
