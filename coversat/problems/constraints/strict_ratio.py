"""Strict ratio: where no dot stands, no digit is one of these numbers times one beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..parameters import Digits, Parameters
from ..strict import CellPairs, Excepted, Strict


@dataclass(frozen=True)
class StrictRatio(Strict):
    """A black dot with another number, and a white one, are marks too."""

    numbers: tuple[int, ...]
    pairs: CellPairs = ()

    word: ClassVar[str] = "strict-ratio"
    about: ClassVar[str] = "no digit is one of the numbers times one beside it without a dot on their border"
    parameters: ClassVar[Parameters] = {"numbers": Digits("numbers"), "pairs": Excepted()}
    example: ClassVar[str] = "strict-ratio 2"
    marks: ClassVar[tuple[str, ...]] = ("difference", "ratio")

    def told(self, one: int, two: int) -> str | None:
        """One of the ratios."""
        low, high = sorted((one, two))
        found = next((number for number in self.numbers if low * number == high), None)
        return None if found is None else f"are {found} to 1"


CONSTRAINT = StrictRatio
