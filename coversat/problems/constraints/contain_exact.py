"""Contain exactly: cells hold these digits, each as often as it is named, and any others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import GroupConstraint
from ..grid import Cell
from ..parameters import Cells, Digits, Parameters


@dataclass(frozen=True)
class ContainExact(GroupConstraint):
    """A digit that is named twice is there twice."""

    digits: tuple[int, ...]
    cells: tuple[Cell, ...]

    word: ClassVar[str] = "contain-exact"
    about: ClassVar[str] = "the cells hold these digits, each exactly as often as it is named, and any others"
    parameters: ClassVar[Parameters] = {"digits": Digits(repeated=True), "cells": Cells()}
    example: ClassVar[str] = "contain-exact 1 1 7 r2c2 r3c3 r4c4 r5c5"
    iss: ClassVar[str] = "ContainExact"

    def unfit(self, layout: Layout) -> str | None:
        """More digits than cells."""
        digits, cells = len(self.digits), len(self.cells)
        return f"{digits} digits in {cells} cells" if digits > cells else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit that is there more or less often."""
        counts = Counter(digits)
        wrong = [digit for digit, number in sorted(Counter(self.digits).items()) if counts[digit] != number]
        return (
            f"{wrong[0]} is there {counts[wrong[0]]} times, not {self.digits.count(wrong[0])}"
            if wrong
            else None
        )


CONSTRAINT = ContainExact
