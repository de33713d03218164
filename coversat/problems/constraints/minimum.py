"""Minimum: the digit of a cell is less than those around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..extreme import Extreme
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Minimum(Extreme):
    """Above, below and to either side."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "minimum"
    about: ClassVar[str] = "the digit of the cell is less than those above, below and to either side"
    parameters: ClassVar[Parameters] = {"cells": Cells(1, 1)}
    example: ClassVar[str] = "minimum r2c2"
    fpuzzles: ClassVar[str] = "minimum"

    def in_order(self, own: Cell, other: Cell) -> tuple[Cell, Cell]:
        """The other is higher."""
        return other, own


CONSTRAINT = Minimum
