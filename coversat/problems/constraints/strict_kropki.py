"""Strict kropki: where no dot stands, digits beside each other could have neither dot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..parameters import Parameters
from ..strict import CellPairs, Excepted, Strict


@dataclass(frozen=True)
class StrictKropki(Strict):
    """All dots are given."""

    pairs: CellPairs = ()

    word: ClassVar[str] = "strict-kropki"
    about: ClassVar[str] = "digits beside each other without a dot are not consecutive, nor 1 to 2"
    parameters: ClassVar[Parameters] = {"pairs": Excepted()}
    example: ClassVar[str] = "strict-kropki"
    iss: ClassVar[str] = "StrictKropki"
    marks: ClassVar[tuple[str, ...]] = ("difference", "ratio")

    def told(self, one: int, two: int) -> str | None:
        """A white or a black dot."""
        if abs(one - two) == 1:
            return "are consecutive"
        return "are 2 to 1" if max(one, two) == 2 * min(one, two) else None


CONSTRAINT = StrictKropki
