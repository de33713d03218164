"""Flatmates: the middle digit has the lowest above it or the highest below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held
from ..grid import cell_name
from ..problem import Violation


@dataclass(frozen=True)
class Flatmates(EverywhereConstraint):
    """Of nine digits: every 5 lives below a 1 or above a 9."""

    word: ClassVar[str] = "flatmates"
    about: ClassVar[str] = (
        "Dutch flatmates: above each middle digit (5) is the lowest (1), or below it the highest (9)"
    )
    example: ClassVar[str] = "flatmates"
    iss: ClassVar[str] = "DutchFlatmates"

    def unfit(self, layout: Layout) -> str | None:
        """An even number of digits."""
        size = len(layout.digits)
        return None if size % 2 else f"{size} digits have no middle one"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Middle digits that have neither."""
        middle = (layout.lowest + layout.highest) // 2
        found = []
        for (r, c), digit in sorted(held.items()):
            above, below = ((r - 1, c), layout.lowest), ((r + 1, c), layout.highest)
            # A neighbour that is still blank may become the flatmate.
            if digit == middle and not any(
                layout.has(a) and held.get(a, mate) == mate for a, mate in (above, below)
            ):
                mates = f"no {layout.lowest} above it and no {layout.highest} below"
                text = f"the {digit} on {cell_name((r, c))} has {mates}"
                found.append(Violation(text, ((r, c),)))
        return found


CONSTRAINT = Flatmates
