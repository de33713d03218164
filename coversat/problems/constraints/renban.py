"""Renban: the digits on the line follow each other without a gap, in any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Renban(Constraint):
    """No digit stands on it twice."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "renban"
    about: ClassVar[str] = "the digits on the line are different ones that follow each other, in any order"
    parameters: ClassVar[Parameters] = {"cells": Cells(2)}
    example: ClassVar[str] = "renban r2c2 r3c2 r4c3 r4c4"
    iss: ClassVar[str] = "Renban"
    fpuzzles: ClassVar[str] = "renban"

    def unfit(self, layout: Layout) -> str | None:
        """More cells than digits."""
        cells, digits = len(self.cells), len(layout.digits)
        return f"{cells} cells; there are {digits} digits" if cells > digits else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit twice, or a gap."""
        if len(set(digits)) < len(digits):
            return "a digit stands on it twice"
        missing = set(range(min(digits), max(digits))) - set(digits)
        return f"no {min(missing)} between {min(digits)} and {max(digits)}" if missing else None


CONSTRAINT = Renban
