"""Skyscraper: digits are heights; a clue says how many buildings are seen from its side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import LineConstraint
from ..parameters import Number, Parameters, Side


@dataclass(frozen=True)
class Skyscraper(LineConstraint):
    """Higher buildings hide lower ones behind them; a height of 0 is no building."""

    seen: int
    side: tuple[str, int]

    word: ClassVar[str] = "skyscraper"
    about: ClassVar[str] = (
        "digits are heights of buildings, of which the clue says how many are seen; a height of 0 is not seen"
    )
    parameters: ClassVar[Parameters] = {"seen": Number("number", 1, 25), "side": Side()}
    example: ClassVar[str] = "skyscraper 3 left 4"
    iss: ClassVar[str] = "Skyscraper"
    fpuzzles: ClassVar[str] = "skyscraper"

    def unfit(self, layout: Layout) -> str | None:
        """More than there are cells."""
        cells = len(self.scope(layout))
        return f"{self.seen} seen of {cells}" if self.seen > cells else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another number of buildings higher than all before them."""
        seen = sum(digit > max(digits[:at], default=0) for at, digit in enumerate(digits))
        return None if seen == self.seen else f"{seen} are seen, not {self.seen}"


CONSTRAINT = Skyscraper
