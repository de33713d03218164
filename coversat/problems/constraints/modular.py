"""Modular line: any so many cells in sequence leave different remainders, when divided by that number."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Number, Parameters


@dataclass(frozen=True)
class Modular(Constraint):
    """For 3, which is meant where no number is named, the sorts of digits are 1 4 7, 2 5 8 and 3 6 9."""

    cells: tuple[Cell, ...]
    number: int = 3

    word: ClassVar[str] = "modular"
    about: ClassVar[str] = "any N cells in sequence on the line leave different remainders by N, usually 3"
    parameters: ClassVar[Parameters] = {
        "number": Number("number", 2, 25, optional=True, default=3),
        "cells": Cells(2),
    }
    example: ClassVar[str] = "modular r2c2 r3c2 r4c3 r4c4"
    iss: ClassVar[str] = "Modular"
    fpuzzles: ClassVar[str] = "modularline"

    def unfit(self, layout: Layout) -> str | None:
        """More remainders than digits."""
        digits = len(layout.digits)
        return f"remainders by {self.number} of {digits} digits" if self.number > digits else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Two of one remainder among so many cells in sequence."""
        for (i, a), (j, b) in combinations(enumerate(digits), 2):
            if j - i < self.number and a % self.number == b % self.number:
                return f"{a} and {b} leave {a % self.number} when divided by {self.number}"
        return None


CONSTRAINT = Modular
