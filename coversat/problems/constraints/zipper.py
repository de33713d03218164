"""Zipper line: cells as far from the middle add up to the same, which is the digit in the middle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Zipper(Constraint):
    """A line of an even number of cells has no digit in the middle."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "zipper"
    about: ClassVar[str] = (
        "digits as far from the middle add up to the digit there, or all to the same where there is none"
    )
    parameters: ClassVar[Parameters] = {"cells": Cells(3)}
    example: ClassVar[str] = "zipper r2c2 r3c2 r4c3 r4c4 r5c5"
    iss: ClassVar[str] = "Zipper"
    fpuzzles: ClassVar[str] = "zipperline"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Two with another sum."""
        half, odd = divmod(len(digits), 2)
        total = digits[half] if odd else digits[half - 1] + digits[half]
        for a, b in zip(digits[:half], reversed(digits[half + odd :]), strict=True):
            if a + b != total:
                return f"{a} and {b} add up to {a + b}, not {total}"
        return None


CONSTRAINT = Zipper
