"""Greater: a sign between two cells, of which the first is greater."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..grid import Cell
from ..marks import Mark
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Greater(Mark):
    """The sign opens to the first cell."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "greater"
    about: ClassVar[str] = "the digit in the first of two cells beside each other is greater"
    parameters: ClassVar[Parameters] = {"cells": Cells(2, 2)}
    example: ClassVar[str] = "greater r2c2 r2c3"
    iss: ClassVar[str] = "GreaterThan"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """One that is not."""
        return None if digits[0] > digits[1] else f"{digits[0]} is not greater than {digits[1]}"


CONSTRAINT = Greater
