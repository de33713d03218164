"""Contain: cells hold at least these digits."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import GroupConstraint
from ..grid import Cell
from ..parameters import Cells, Digits, Parameters


@dataclass(frozen=True)
class Contain(GroupConstraint):
    """A digit that is named twice is there twice."""

    digits: tuple[int, ...]
    cells: tuple[Cell, ...]

    word: ClassVar[str] = "contain"
    about: ClassVar[str] = "the cells hold at least these digits, each at least as often as it is named"
    parameters: ClassVar[Parameters] = {"digits": Digits(repeated=True), "cells": Cells()}
    example: ClassVar[str] = "contain 1 1 7 r2c2 r3c3 r4c4 r5c5"
    iss: ClassVar[str] = "ContainAtLeast"

    def unfit(self, layout: Layout) -> str | None:
        """More digits than cells."""
        digits, cells = len(self.digits), len(self.cells)
        return f"{digits} digits in {cells} cells" if digits > cells else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit that is not there, or not as often."""
        missing = Counter(self.digits) - Counter(digits)
        return f"no {', no '.join(map(str, sorted(missing)))}" if missing else None


CONSTRAINT = Contain
