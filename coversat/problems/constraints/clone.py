"""Clone: groups of cells that hold the same digits, each cell as the one in its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import CellGroups, Parameters


@dataclass(frozen=True)
class Clone(Constraint):
    """The cells of all groups are told in the same order."""

    groups: tuple[tuple[Cell, ...], ...]

    word: ClassVar[str] = "clone"
    about: ClassVar[str] = "groups of cells are copies of each other, cell by cell in the order they are told"
    parameters: ClassVar[Parameters] = {"groups": CellGroups(2, equal=True)}
    example: ClassVar[str] = "clone r2c2 r2c3 r3c3 / r5c5 r5c6 r6c6"
    fpuzzles: ClassVar[str] = "clone"

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """Group after group."""
        return tuple(cell for group in self.groups for cell in group)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A copy that differs."""
        size = len(self.groups[0])
        first = digits[:size]
        copies = (digits[at : at + size] for at in range(size, len(digits), size))
        return next((f"{copy} is no copy of {first}" for copy in copies if copy != first), None)


CONSTRAINT = Clone
