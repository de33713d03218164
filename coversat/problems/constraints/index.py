"""Index: a digit says where in its row, column or box the number of its cell's own place stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint, Held
from ..grid import Cell, cell_name
from ..iss import iss_cell, item_text
from ..parameters import Cells, Choice, Parameters
from ..problem import Violation
from ..text import Token

WAYS = ("row", "column", "box")


@dataclass(frozen=True)
class Index(Constraint):
    """Of each cell: its column's number stands in the column that its digit names; so for rows and boxes."""

    way: str
    cells: tuple[Cell, ...]

    word: ClassVar[str] = "index"
    about: ClassVar[str] = (
        "a digit names the column of its row where the number of its own column stands; "
        "or so for the rows of its column, or the places of its box"
    )
    parameters: ClassVar[Parameters] = {"way": Choice(WAYS), "cells": Cells()}
    example: ClassVar[str] = "index column r2c1 r2c5 r2c9"
    iss: ClassVar[str] = "Indexing"

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """R or C, and the cells."""
        ways = {"R": "row", "C": "column"}
        first = [arg._replace(text=ways.get(arg.text, arg.text)) for arg in args[:1]]
        return super().from_iss(name, [*first, *args[1:]], layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The same; nothing for boxes."""
        if self.way != "box":
            yield item_text(self.iss, self.way[0].upper(), *map(iss_cell, self.cells))

    def unfit(self, layout: Layout) -> str | None:
        """No boxes, or a place with a number that is no digit."""
        if self.way == "box" and not layout.has_boxes:
            return "the board has no boxes"
        return None

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """The whole line or box of each cell."""
        return tuple(dict.fromkeys(other for cell in self.cells for other in self.line(cell, layout)))

    def line(self, cell: Cell, layout: Layout) -> tuple[Cell, ...]:
        """Where a cell's digit points, from the first place."""
        r, c = cell
        if self.way == "column":
            return tuple((r, other) for other in range(layout.columns))
        if self.way == "row":
            return tuple((other, c) for other in range(layout.rows))
        return tuple(other for other in layout.cells() if layout.box(other) == layout.box(cell))

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Cells whose digit points nowhere, or where something else stands."""
        found = []
        for cell in (one for one in self.cells if one in held):
            line = self.line(cell, layout)
            place, digit = line.index(cell) + 1, held[cell]
            pointed = line[digit - 1] if 1 <= digit <= len(line) else None
            if pointed is None or held.get(pointed, place) != place:
                where = f"{digit} on {cell_name(cell)} does not point to a {place} in its {_LINE[self.way]}"
                found.append(Violation(where, (cell, *([pointed] if pointed else []))))
        return found

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """The first wrong digit."""
        found = self.violations(dict(zip(self.scope(layout), digits, strict=True)), layout)
        return str(found[0]) if found else None


_LINE = {"row": "column", "column": "row", "box": "box"}
CONSTRAINT = Index
