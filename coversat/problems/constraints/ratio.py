"""Ratio: a black dot between two cells, one of which is twice the other, or as many times as it says."""

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
class Ratio(EvenMark):
    """A black dot of kropki."""

    cells: tuple[Cell, ...]
    number: int = 2

    word: ClassVar[str] = "ratio"
    about: ClassVar[str] = "a black dot: one digit beside it is the other times the number, usually 2"
    parameters: ClassVar[Parameters] = {
        "number": Number("ratio", 2, 25, optional=True, default=2),
        "cells": Cells(2, 2),
    }
    example: ClassVar[str] = "ratio r2c2 r2c3"
    iss: ClassVar[str] = "BlackDot"
    fpuzzles: ClassVar[str] = "ratio"

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """Only of doubles."""
        if self.number == 2:
            yield item_text(self.iss, *map(iss_cell, self.cells))

    def unfit(self, layout: Layout) -> str | None:
        """Cells apart, or digits of which none is so many times another."""
        none = f"no digit is {self.number} times another"
        return super().unfit(layout) or (none if self.number > layout.highest else None)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another ratio."""
        low, high = sorted(digits)
        return None if high == low * self.number else f"{high} is not {self.number} times {low}"


CONSTRAINT = Ratio
