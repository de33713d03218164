"""Difference: a white dot between two cells whose digits differ by 1, or by the number in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..grid import Cell
from ..iss import iss_cell, item_text
from ..marks import EvenMark
from ..parameters import Cells, Number, Parameters


@dataclass(frozen=True)
class Difference(EvenMark):
    """A white dot of kropki."""

    cells: tuple[Cell, ...]
    number: int = 1

    word: ClassVar[str] = "difference"
    about: ClassVar[str] = "a white dot: the two digits beside it differ by the number, usually 1"
    parameters: ClassVar[Parameters] = {
        "number": Number("difference", 1, 24, optional=True, default=1),
        "cells": Cells(2, 2),
    }
    example: ClassVar[str] = "difference r2c2 r2c3"
    iss: ClassVar[str] = "WhiteDot"
    fpuzzles: ClassVar[str] = "difference"

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """Only of consecutive digits."""
        if self.number == 1:
            yield item_text(self.iss, *map(iss_cell, self.cells))

    def unfit(self, layout: Layout) -> str | None:
        """Cells apart, or digits that never differ so much."""
        span = layout.highest - layout.lowest
        far = f"a difference of {self.number}; digits differ by {span} at most"
        return super().unfit(layout) or (far if self.number > span else None)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another difference."""
        found = max(digits) - min(digits)
        return None if found == self.number else f"{digits[0]} and {digits[1]} differ by {found}"


CONSTRAINT = Difference
