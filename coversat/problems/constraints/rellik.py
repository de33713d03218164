"""Rellik cage: digits differ, and no one or more of them add up to its number."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, combinations
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import GroupConstraint
from ..grid import Cell
from ..parameters import Cells, Number, Parameters


@dataclass(frozen=True)
class Rellik(GroupConstraint):
    """A killer cage read backwards."""

    total: int
    cells: tuple[Cell, ...]

    word: ClassVar[str] = "rellik"
    about: ClassVar[str] = "the digits of the cells differ, and no one or more of them add up to the sum"
    parameters: ClassVar[Parameters] = {"total": Number("sum", 0, 400), "cells": Cells()}
    example: ClassVar[str] = "rellik 9 r2c2 r2c3 r3c3"
    iss: ClassVar[str] = "RellikCage"

    def unfit(self, layout: Layout) -> str | None:
        """More cells than digits."""
        return layout.too_many(self.cells)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit twice, or the sum."""
        if len(set(digits)) < len(digits):
            return "a digit stands in it twice"
        some = chain.from_iterable(combinations(sorted(digits), size + 1) for size in range(len(digits)))
        found = next((those for those in some if sum(those) == self.total), None)
        return f"{' + '.join(map(str, found))} is {self.total}" if found else None


CONSTRAINT = Rellik
