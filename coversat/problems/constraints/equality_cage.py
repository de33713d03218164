"""Equality cage: digits differ, as many of them even as odd, as many low as high."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import GroupConstraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class EqualityCage(GroupConstraint):
    """The digit in the middle, where there is one, is neither low nor high and not in the cage."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "equality-cage"
    about: ClassVar[str] = (
        "the digits of the cells differ; as many are even as odd, as many low as high, none is the middle one"
    )
    parameters: ClassVar[Parameters] = {"cells": Cells(2)}
    example: ClassVar[str] = "equality-cage r2c2 r2c3 r3c3 r3c4"
    iss: ClassVar[str] = "EqualityCage"

    def unfit(self, layout: Layout) -> str | None:
        """More cells than digits, or a number of cells that cannot be halved."""
        return (
            f"{len(self.cells)} cells have no halves" if len(self.cells) % 2 else layout.too_many(self.cells)
        )

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit twice, the middle digit, or more of one sort."""
        middle = (layout.lowest + layout.highest) / 2
        if len(set(digits)) < len(digits):
            return "a digit stands in it twice"
        if middle in digits:
            return f"{int(middle)} is neither low nor high"
        odd, low = sum(digit % 2 for digit in digits), sum(digit < middle for digit in digits)
        if 2 * odd != len(digits):
            return f"{odd} odd digits of {len(digits)}"
        return f"{low} low digits of {len(digits)}" if 2 * low != len(digits) else None


CONSTRAINT = EqualityCage
