"""Full rank: of all rows and columns, read as numbers both ways, a clue says which place one has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import LineConstraint
from ..grid import Cell
from ..iss import clue_args, item_text
from ..parameters import Flag, Number, Parameters, Side, line_from


@dataclass(frozen=True)
class FullRank(LineConstraint):
    """The lowest number has rank 1; no other line may read the same, unless the rank may be shared."""

    rank: int
    side: tuple[str, int]
    shared: bool = False

    word: ClassVar[str] = "full-rank"
    about: ClassVar[str] = (
        "the line, read from the clue, is the Nth lowest number of all rows and columns, both ways; "
        "shared: its rank is 1 more than there are lower ones, and others may read the same"
    )
    parameters: ClassVar[Parameters] = {
        "rank": Number("rank", 1, 100),
        "side": Side(),
        "shared": Flag("shared"),
    }
    example: ClassVar[str] = "full-rank 20 left 4"
    iss: ClassVar[str] = "FullRank"

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """Every cell."""
        return tuple(layout.cells())

    def unfit(self, layout: Layout) -> str | None:
        """A board on which not every digit begins four lines, or more than there are."""
        size = len(layout.digits)
        if (layout.rows, layout.columns) != (size, size):
            return "rows and columns do not hold every digit"
        return f"rank {self.rank} of {4 * size}" if self.rank > 4 * size else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another rank, or one that is shared."""
        held = dict(zip(layout.cells(), digits, strict=True))
        sides = (
            ("left", layout.rows),
            ("right", layout.rows),
            ("top", layout.columns),
            ("bottom", layout.columns),
        )
        numbers = [
            tuple(held[cell] for cell in line_from((side, at), layout))
            for side, most in sides
            for at in range(most)
        ]
        mine = tuple(held[cell] for cell in line_from(self.side, layout))
        rank = 1 + sum(number < mine for number in numbers)
        if rank != self.rank:
            return f"has rank {rank}, not {self.rank}"
        return "another line reads the same" if not self.shared and numbers.count(mine) > 1 else None

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """Whether ranks may be shared is said there of all together; alone it says nothing of this one."""
        if not self.shared:
            yield item_text(self.iss, *clue_args(self.side, str(self.rank), both_ends=True))


CONSTRAINT = FullRank
