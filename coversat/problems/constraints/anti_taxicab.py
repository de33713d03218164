"""Anti-taxicab: no two of a digit are as many steps apart as it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held
from ..grid import Cell, cell_name
from ..problem import Violation


@dataclass(frozen=True)
class AntiTaxicab(EverywhereConstraint):
    """A step goes to a neighbouring cell of the row or column."""

    word: ClassVar[str] = "anti-taxicab"
    about: ClassVar[str] = "no two cells that hold a digit N are N steps along rows and columns apart"
    example: ClassVar[str] = "anti-taxicab"
    iss: ClassVar[str] = "AntiTaxicab"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Equal digits so far apart."""
        found = []
        places: dict[int, list[Cell]] = {}
        for (r, c), digit in sorted(held.items()):
            for other in places.get(digit, ()):
                if abs(r - other[0]) + abs(c - other[1]) == digit:
                    text = (
                        f"{digit} stands on {cell_name(other)} and {cell_name((r, c))}, {digit} steps apart"
                    )
                    found.append(Violation(text, (other, (r, c))))
            places.setdefault(digit, []).append((r, c))
        return found


CONSTRAINT = AntiTaxicab
