"""Anti-consecutive: no two cells beside each other hold consecutive digits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held
from ..grid import cell_name
from ..problem import Violation


@dataclass(frozen=True)
class AntiConsecutive(EverywhereConstraint):
    """Whatever marks there are."""

    word: ClassVar[str] = "anti-consecutive"
    about: ClassVar[str] = "no two cells beside each other hold consecutive digits"
    example: ClassVar[str] = "anti-consecutive"
    iss: ClassVar[str] = "AntiConsecutive"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Digits that follow each other."""
        found = []
        for (r, c), digit in sorted(held.items()):
            for other in ((r, c + 1), (r + 1, c)):
                if other in held and held[other] in (digit - 1, digit + 1):
                    names = f"{cell_name((r, c))} and {cell_name(other)}"
                    found.append(Violation(f"{digit} and {held[other]} stand on {names}", ((r, c), other)))
        return found


CONSTRAINT = AntiConsecutive
