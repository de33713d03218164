"""Region sum line: box borders cut it into pieces whose digits add up to the same."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class RegionSum(Constraint):
    """On a jigsaw the borders of regions cut it; where it comes back to a box, that is another piece."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "region-sum"
    about: ClassVar[str] = "the pieces into which borders of boxes or regions cut the line add up to the same"
    parameters: ClassVar[Parameters] = {"cells": Cells(2)}
    example: ClassVar[str] = "region-sum r2c2 r2c3 r2c4 r3c4"
    iss: ClassVar[str] = "RegionSumLine"
    fpuzzles: ClassVar[str] = "regionsumline"

    def unfit(self, layout: Layout) -> str | None:
        """Nothing to cut it."""
        return "no boxes and no regions" if layout.part(self.cells[0]) is None else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Two pieces with different sums."""
        told = zip(self.cells, digits, strict=True)
        pieces = groupby(told, key=lambda one: layout.part(one[0]))
        sums = [sum(digit for _, digit in piece) for _, piece in pieces]
        return f"pieces of {', '.join(map(str, sums))}" if len(set(sums)) > 1 else None


CONSTRAINT = RegionSum
