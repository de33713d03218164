"""Maximum: the digit of a cell is greater than those around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..extreme import Extreme
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Maximum(Extreme):
    """Above, below and to either side."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "maximum"
    about: ClassVar[str] = "the digit of the cell is greater than those above, below and to either side"
    parameters: ClassVar[Parameters] = {"cells": Cells(1, 1)}
    example: ClassVar[str] = "maximum r2c2"
    fpuzzles: ClassVar[str] = "maximum"

    def in_order(self, own: Cell, other: Cell) -> tuple[Cell, Cell]:
        """The own is higher."""
        return own, other


CONSTRAINT = Maximum
