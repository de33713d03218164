"""Same digits: all rows, columns, boxes and regions of the largest size hold the same set of digits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held
from ..grid import Cell
from ..problem import Violation


@dataclass(frozen=True)
class SameDigits(EverywhereConstraint):
    """It says something where there are more digits than a row, column or region has cells."""

    word: ClassVar[str] = "same-digits"
    about: ClassVar[str] = "of rows, columns, boxes and regions, all of the largest size hold the same digits"
    example: ClassVar[str] = "same-digits"
    iss: ClassVar[str] = "RegionSameValues"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """A group that holds a digit that another does not."""
        groups: list[tuple[str, tuple[Cell, ...]]] = list(layout.units())
        labels = sorted({label for row in layout.labels for label in row})
        for label in labels:
            groups.append(
                (f"region {label + 1}", tuple(at for at in layout.cells() if layout.part(at) == label))
            )
        most = max(len(cells) for _, cells in groups)
        full = [(name, cells) for name, cells in groups if len(cells) == most and held.keys() >= set(cells)]
        for name, cells in full[1:]:
            first, those = full[0]
            extra = {held[cell] for cell in cells} - {held[cell] for cell in those}
            if extra:
                return [Violation(f"{name} holds {min(extra)}, {first} does not", cells)]
        return []


CONSTRAINT = SameDigits
