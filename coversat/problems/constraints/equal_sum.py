"""Equal sums: the digits of each group of cells add up to the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import CellGroups, Parameters


@dataclass(frozen=True)
class EqualSum(Constraint):
    """Groups of any sizes."""

    groups: tuple[tuple[Cell, ...], ...]

    word: ClassVar[str] = "equal-sum"
    about: ClassVar[str] = "the digits of each group of cells add up to the same"
    parameters: ClassVar[Parameters] = {"groups": CellGroups(2)}
    example: ClassVar[str] = "equal-sum r2c2 r2c3 / r4c4 r5c4 r6c4 / r8c8 r8c9"
    iss: ClassVar[str] = "EqualSum"

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """Group after group."""
        return tuple(cell for group in self.groups for cell in group)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A group with another sum than the first."""
        left = list(digits)
        sums = [sum(left.pop(0) for _ in group) for group in self.groups]
        return next((f"a sum of {one}, and one of {sums[0]}" for one in sums if one != sums[0]), None)


CONSTRAINT = EqualSum
