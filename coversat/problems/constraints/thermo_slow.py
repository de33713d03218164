"""Slow thermometer: digits never fall along the line, from the bulb."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class ThermoSlow(Constraint):
    """The bulb is the first cell."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "thermo-slow"
    about: ClassVar[str] = "a slow thermometer: digits grow or stay as they are along the line, from the bulb"
    parameters: ClassVar[Parameters] = {"cells": Cells(2)}
    example: ClassVar[str] = "thermo-slow r2c2 r3c3 r4c4 r5c4"
    fpuzzles: ClassVar[str] = "slowthermometer"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit that is less than the one before it."""
        return next((f"{b} comes after {a}" for a, b in pairwise(digits) if b < a), None)


CONSTRAINT = ThermoSlow
