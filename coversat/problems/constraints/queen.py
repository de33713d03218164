"""Queens: no digit of these stands twice on a diagonal, however short."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held, equal_pairs
from ..parameters import Digits, Parameters
from ..problem import Violation


@dataclass(frozen=True)
class Queen(EverywhereConstraint):
    """With the rules of rows and columns, all cells with such a digit are queens that attack no other."""

    digits: tuple[int, ...]

    word: ClassVar[str] = "queen"
    about: ClassVar[str] = (
        "two cells with the same one of these digits are never on a diagonal, as chess queens"
    )
    parameters: ClassVar[Parameters] = {"digits": Digits()}
    example: ClassVar[str] = "queen 9"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Two that attack each other."""
        queens = {cell: digit for cell, digit in held.items() if digit in self.digits}
        return equal_pairs(queens, "a queen's move", lambda down, right: down == right)


CONSTRAINT = Queen
