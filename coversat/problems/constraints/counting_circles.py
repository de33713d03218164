"""Counting circles: a digit in a circle says how many circles hold it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class CountingCircles(Constraint):
    """The circles in reading order; circles of another such constraint do not count."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "counting-circles"
    about: ClassVar[str] = "each digit in a circle says how many of these circles hold it"
    parameters: ClassVar[Parameters] = {"cells": Cells()}
    example: ClassVar[str] = "counting-circles r1c2 r2c5 r3c8 r5c3 r5c7 r8c4"
    iss: ClassVar[str] = "CountingCircles"

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit that stands in more or fewer circles."""
        often = sorted(Counter(digits).items())
        return next(
            (f"{digit} stands in {number} circles" for digit, number in often if digit != number), None
        )


CONSTRAINT = CountingCircles
