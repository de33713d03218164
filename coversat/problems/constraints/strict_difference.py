"""Strict difference: where no dot stands, digits beside each other do not differ by these numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..parameters import Digits, Parameters
from ..strict import CellPairs, Excepted, Strict


@dataclass(frozen=True)
class StrictDifference(Strict):
    """A white dot with another number, and a black one, are marks too."""

    numbers: tuple[int, ...]
    pairs: CellPairs = ()

    word: ClassVar[str] = "strict-difference"
    about: ClassVar[str] = "digits beside each other without a dot between differ by none of the numbers"
    parameters: ClassVar[Parameters] = {"numbers": Digits("numbers"), "pairs": Excepted()}
    example: ClassVar[str] = "strict-difference 1"
    marks: ClassVar[tuple[str, ...]] = ("difference", "ratio")

    def told(self, one: int, two: int) -> str | None:
        """One of the differences."""
        found = abs(one - two)
        return f"differ by {found}" if found in self.numbers else None


CONSTRAINT = StrictDifference
