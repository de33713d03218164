"""Parity line: odd and even digits take turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..iss import iss_cell, item_text
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Parity(Constraint):
    """The first digit is odd or even."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "parity"
    about: ClassVar[str] = "odd and even digits take turns along the line"
    parameters: ClassVar[Parameters] = {"cells": Cells(2)}
    example: ClassVar[str] = "parity r2c2 r3c2 r4c3 r4c4"

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """As remainders by two that take turns."""
        yield item_text("Modular", "2", *map(iss_cell, self.cells))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Two odd or two even digits next to each other."""
        for a, b in pairwise(digits):
            if a % 2 == b % 2:
                return f"{a} and {b} are both {'odd' if a % 2 else 'even'}"
        return None


CONSTRAINT = Parity
