"""Strict XV: where no letter stands, digits beside each other add up to neither 5 nor 10."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..parameters import Parameters
from ..strict import CellPairs, Excepted, Strict


@dataclass(frozen=True)
class StrictXv(Strict):
    """All letters are given."""

    pairs: CellPairs = ()

    word: ClassVar[str] = "strict-xv"
    about: ClassVar[str] = "digits beside each other without an x or v between do not add up to 10 or 5"
    parameters: ClassVar[Parameters] = {"pairs": Excepted()}
    example: ClassVar[str] = "strict-xv"
    iss: ClassVar[str] = "StrictXV"
    marks: ClassVar[tuple[str, ...]] = ("xv",)

    def told(self, one: int, two: int) -> str | None:
        """An X or a V."""
        return f"add up to {one + two}" if one + two in (5, 10) else None


CONSTRAINT = StrictXv
