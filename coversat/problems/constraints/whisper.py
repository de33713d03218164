"""Whisper: digits next to each other on the line differ by at least a number, 5 on a German whisper."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Number, Parameters


@dataclass(frozen=True)
class Whisper(Constraint):
    """On a Dutch whisper the number is 4; a line that is closed ends in its first cell."""

    cells: tuple[Cell, ...]
    least: int = 5

    word: ClassVar[str] = "whisper"
    about: ClassVar[str] = "digits next to each other on the line differ by at least the number, usually 5"
    parameters: ClassVar[Parameters] = {
        "least": Number("difference", 1, 24, optional=True, default=5),
        "cells": Cells(2, repeated=True),
    }
    example: ClassVar[str] = "whisper r2c2 r2c3 r3c4 r4c4"
    iss: ClassVar[str] = "Whisper"
    fpuzzles: ClassVar[str] = "whispers"

    def unfit(self, layout: Layout) -> str | None:
        """Digits that never differ so much, or a cell next to itself."""
        span = layout.highest - layout.lowest
        if self.least > span:
            return f"a difference of {self.least}; digits differ by {span} at most"
        return "a cell next to itself" if any(a == b for a, b in pairwise(self.cells)) else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Two that are too close."""
        close = ((a, b) for a, b in pairwise(digits) if abs(a - b) < self.least)
        return next((f"{a} and {b} differ by less than {self.least}" for a, b in close), None)


CONSTRAINT = Whisper
