"""Regions: a jigsaw, whose pieces hold each digit once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Self

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held, repeated
from ..grid import Grid, board_row
from ..problem import Violation
from ..text import LineReader, Token

REGION_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CHARACTERS = REGION_NAMES + REGION_NAMES.lower() + "0123456789"


@dataclass(frozen=True)
class Regions(EverywhereConstraint):
    """The labels say which region a cell is in."""

    labels: Grid

    word: ClassVar[str] = "regions"
    about: ClassVar[str] = "a jigsaw: the digits of each region differ; below, a line of letters for each row"
    example: ClassVar[str] = "regions\n" + "\n".join(name * 9 for name in REGION_NAMES[:9])
    iss: ClassVar[str] = "Jigsaw"

    def __post_init__(self) -> None:
        # Numbered from 0 as they come, so that equal regions are equal values.
        numbers: dict[int, int] = {}
        rows = (tuple(numbers.setdefault(label, len(numbers)) for label in row) for row in self.labels)
        object.__setattr__(self, "labels", tuple(rows))

    @classmethod
    def read(cls, tokens: list[Token], reader: LineReader, layout: Layout) -> Self:
        """The word, and below it a line for each row."""
        for token in tokens[1:]:
            raise token.error("the end of the line after 'regions'")
        rows = []
        for r in range(layout.rows):
            line = reader.line(f"row {r + 1} of the regions")
            rows.append(board_row(line, layout.columns, _CHARACTERS, "a region's letter"))
        found = cls(tuple(tuple(map(ord, row)) for row in rows))
        if fault := found.unfit(layout):
            size = len(layout.digits)
            raise tokens[0].error(f"regions of one size, up to {size} cells", fault)
        return found

    def lines(self) -> tuple[str, ...]:
        """``regions``, and a line of letters for each row."""
        return (self.word, *("".join(REGION_NAMES[label] for label in row) for row in self.labels))

    def fault(self, layout: Layout) -> str | None:
        """Why a board cannot have them."""
        return self.unfit(layout)

    def unfit(self, layout: Layout) -> str | None:
        """Each region has as many cells, and no more than there are digits."""
        if len(self.labels) != layout.rows or any(len(row) != layout.columns for row in self.labels):
            return f"the regions are not {layout.rows} rows of {layout.columns}"
        sizes = sorted(Counter(label for row in self.labels for label in row).values())
        if sizes[0] != sizes[-1]:
            return f"regions of {sizes[0]} to {sizes[-1]} cells"
        if len(sizes) > len(REGION_NAMES):
            return f"{len(sizes)} regions; there are names for {len(REGION_NAMES)}"
        most = len(layout.digits)
        return f"regions of {sizes[-1]} cells for {most} digits" if sizes[-1] > most else None

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Digits that stand twice in a region."""
        found = []
        for number in sorted({label for row in self.labels for label in row}):
            inside = tuple(cell for cell in layout.cells() if self.labels[cell[0]][cell[1]] == number)
            found += repeated(held, inside, f"region {REGION_NAMES[number]}")
        return found


CONSTRAINT = Regions
