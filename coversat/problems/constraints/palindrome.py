"""Palindrome: the digits on the line are the same from either end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Palindrome(Constraint):
    """The line may cross itself."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "palindrome"
    about: ClassVar[str] = "the digits on the line are the same from either end"
    parameters: ClassVar[Parameters] = {"cells": Cells(2, repeated=True)}
    example: ClassVar[str] = "palindrome r2c2 r3c3 r4c4 r5c4"
    iss: ClassVar[str] = "Palindrome"
    fpuzzles: ClassVar[str] = "palindrome"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Digits that are not so."""
        there, back = " ".join(map(str, digits)), " ".join(map(str, reversed(digits)))
        return None if there == back else f"{there} is no palindrome"


CONSTRAINT = Palindrome
