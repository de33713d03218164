"""Disjoint groups: the cells in the same place of the boxes hold different digits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held, repeated
from ..problem import Violation


@dataclass(frozen=True)
class DisjointGroups(EverywhereConstraint):
    """As many groups as a box has cells."""

    word: ClassVar[str] = "disjoint-groups"
    about: ClassVar[str] = "no digit stands in the same place of two boxes"
    example: ClassVar[str] = "disjoint-groups"
    iss: ClassVar[str] = "DisjointSets"
    fpuzzles: ClassVar[str] = "disjointgroups"

    def unfit(self, layout: Layout) -> str | None:
        """No boxes, or more than there are digits."""
        if not layout.has_boxes:
            return "the board has no boxes"
        boxes = layout.rows * layout.columns // (layout.box_rows * layout.box_columns)
        size = len(layout.digits)
        return None if boxes <= size else f"{boxes} boxes for {size} digits"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Digits that stand twice in a place."""
        found = []
        boxes = [cells for name, cells in layout.units() if name.startswith("box")]
        for place, group in enumerate(zip(*boxes, strict=True), 1):
            found += repeated(held, group, f"place {place} of the boxes")
        return found


CONSTRAINT = DisjointGroups
