"""Thermometer: digits grow along the line, from the bulb."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Thermo(Constraint):
    """The bulb is the first cell."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "thermo"
    about: ClassVar[str] = "a thermometer: digits grow along the line, from the bulb"
    parameters: ClassVar[Parameters] = {"cells": Cells(2)}
    example: ClassVar[str] = "thermo r2c2 r3c3 r4c3 r5c3"
    iss: ClassVar[str] = "Thermo"
    fpuzzles: ClassVar[str] = "thermometer"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit that is not more than the one before it."""
        return next((f"{b} comes after {a}" for a, b in pairwise(digits) if b <= a), None)


CONSTRAINT = Thermo
