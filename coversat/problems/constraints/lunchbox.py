"""Lunchbox: the digits between the lowest and the highest of a line of cells add up to its number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Number, Parameters


@dataclass(frozen=True)
class Lunchbox(Constraint):
    """A sandwich of any cells in order, whose digits differ."""

    total: int
    cells: tuple[Cell, ...]

    word: ClassVar[str] = "lunchbox"
    about: ClassVar[str] = (
        "digits differ; those between the lowest and the highest of the line add up to the sum"
    )
    parameters: ClassVar[Parameters] = {"total": Number("sum", 0, 300), "cells": Cells(2)}
    example: ClassVar[str] = "lunchbox 12 r2c2 r2c3 r3c4 r4c4 r5c5"
    iss: ClassVar[str] = "Lunchbox"

    def unfit(self, layout: Layout) -> str | None:
        """More cells than digits."""
        return layout.too_many(self.cells)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit twice, or another sum."""
        if len(set(digits)) < len(digits):
            return "a digit stands in it twice"
        left, right = sorted((digits.index(min(digits)), digits.index(max(digits))))
        total = sum(digits[left + 1 : right])
        return (
            None
            if total == self.total
            else f"{total} between {digits[left]} and {digits[right]}, not {self.total}"
        )


CONSTRAINT = Lunchbox
