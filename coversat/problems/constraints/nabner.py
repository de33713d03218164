"""Nabner: no two digits on the line are equal or follow each other, wherever on it they stand."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Nabner(Constraint):
    """The opposite of a renban line."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "nabner"
    about: ClassVar[str] = "no two digits on the line are equal or follow each other, in any order"
    parameters: ClassVar[Parameters] = {"cells": Cells(2)}
    example: ClassVar[str] = "nabner r2c2 r3c2 r4c3 r4c4"
    fpuzzles: ClassVar[str] = "nabner"

    def unfit(self, layout: Layout) -> str | None:
        """More cells than such digits."""
        most = (len(layout.digits) + 1) // 2
        return f"{len(self.cells)} cells; {most} digits are apart at most" if len(self.cells) > most else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Two that are equal or follow each other."""
        near = ((a, b) for a, b in pairwise(sorted(digits)) if b - a < 2)
        return next((f"{a} and {b} are on one line" for a, b in near), None)


CONSTRAINT = Nabner
