"""Sandwich: the digits between the lowest and the highest of a row or column add up to a clue beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import LineConstraint
from ..parameters import Number, Parameters, Side


@dataclass(frozen=True)
class Sandwich(LineConstraint):
    """The clue stands left of a row or above a column."""

    total: int
    side: tuple[str, int]

    word: ClassVar[str] = "sandwich"
    about: ClassVar[str] = "the digits between the lowest and the highest digit of a line add up to the clue"
    parameters: ClassVar[Parameters] = {"total": Number("sum", 0, 300), "side": Side(("left", "top"))}
    example: ClassVar[str] = "sandwich 13 left 4"
    iss: ClassVar[str] = "Sandwich"
    fpuzzles: ClassVar[str] = "sandwichsum"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another sum, or no sandwich."""
        if layout.lowest not in digits or layout.highest not in digits:
            return f"no {layout.lowest} or no {layout.highest}"
        ends = sorted((digits.index(layout.lowest), digits.index(layout.highest)))
        total = sum(digits[ends[0] + 1 : ends[1]])
        return None if total == self.total else f"{total} in the sandwich, not {self.total}"


CONSTRAINT = Sandwich
