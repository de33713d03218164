"""Lockout line: no digit on the line is from one end to the other, which are some way apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Number, Parameters


@dataclass(frozen=True)
class Lockout(Constraint):
    """The diamonds are the first and the last cell."""

    cells: tuple[Cell, ...]
    least: int = 4

    word: ClassVar[str] = "lockout"
    about: ClassVar[str] = (
        "the ends differ by the number, usually 4, or more; no digit on the line is one of them or between"
    )
    parameters: ClassVar[Parameters] = {
        "least": Number("difference", 1, 24, optional=True, default=4),
        "cells": Cells(2),
    }
    example: ClassVar[str] = "lockout r2c2 r3c2 r4c3 r4c4"
    iss: ClassVar[str] = "Lockout"
    fpuzzles: ClassVar[str] = "lockout"

    def unfit(self, layout: Layout) -> str | None:
        """Digits that never differ so much."""
        span = layout.highest - layout.lowest
        return f"a difference of {self.least}; digits differ by {span} at most" if self.least > span else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Ends that are too close, or a digit that is locked out."""
        low, high = sorted((digits[0], digits[-1]))
        if high - low < self.least:
            return f"{low} and {high} differ by less than {self.least}"
        inside = (digit for digit in digits[1:-1] if low <= digit <= high)
        return next((f"{digit} is locked out by {low} and {high}" for digit in inside), None)


CONSTRAINT = Lockout
