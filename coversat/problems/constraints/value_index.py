"""Value index: an arrow's second digit says after how many cells the first digit stands on it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class ValueIndex(Constraint):
    """The digit that is sought, the cell that counts, and the cells that it counts."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "value-index"
    about: ClassVar[str] = (
        "the second cell's digit N says that the first cell's digit stands in the N-th cell after these two"
    )
    parameters: ClassVar[Parameters] = {"cells": Cells(3, repeated=True)}
    example: ClassVar[str] = "value-index r2c2 r2c3 r3c3 r4c3 r5c3"
    iss: ClassVar[str] = "ValueIndexing"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """It points behind the end, or to another digit."""
        sought, number, *line = digits
        if not 1 <= number <= len(line):
            return f"{number} points to none of {len(line)} cells"
        found = line[number - 1]
        return None if found == sought else f"{number} cells on there is {found}, not {sought}"


CONSTRAINT = ValueIndex
