"""Little killer: the digits of a diagonal add up to the clue where it begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..iss import cell_at, iss_cell, item_text
from ..parameters import Cells, Choice, Number, Parameters
from ..text import Token

_STEPS = {"down-right": (1, 1), "down-left": (1, -1), "up-right": (-1, 1), "up-left": (-1, -1)}


@dataclass(frozen=True)
class LittleKiller(Constraint):
    """The cell is the first of the diagonal; digits may repeat."""

    total: int
    way: str
    start: tuple[Cell, ...]

    word: ClassVar[str] = "little-killer"
    about: ClassVar[str] = "the digits of a diagonal add up to the clue; its first cell is named"
    parameters: ClassVar[Parameters] = {
        "total": Number("sum", 0, 700),
        "way": Choice(tuple(_STEPS)),
        "start": Cells(1, 1),
    }
    example: ClassVar[str] = "little-killer 25 down-right r1c4"
    iss: ClassVar[str] = "LittleKiller"
    fpuzzles: ClassVar[str] = "littlekillersum"

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """The sum and the first cell, of which there is one diagonal."""
        if len(args) != 2:
            raise name.error("a sum and a cell behind it")
        way = _iss_way(cell_at(args[1], layout), layout)
        return super().from_iss(name, [args[0], args[1]._replace(text=way), args[1]], layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The same, from the end of the diagonal that it is named by."""
        cells = self.scope(layout)
        for start in (cells[0], cells[-1]):
            same = LittleKiller(self.total, _iss_way(start, layout), (start,))
            if set(same.scope(layout)) == set(cells):
                yield item_text(self.iss, str(self.total), iss_cell(start))
                return

    @property
    def step(self) -> Cell:
        """From one cell to the next: rows and columns."""
        return _STEPS[self.way]

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """The cells up to the border."""
        ((r, c),), (down, right) = self.start, self.step
        line = ((r + number * down, c + number * right) for number in range(layout.rows))
        return tuple(filter(layout.has, line))

    def unfit(self, layout: Layout) -> str | None:
        """A diagonal that begins inside the board, or a sum that no digits have."""
        ((r, c),), (down, right) = self.start, self.step
        if layout.has((r - down, c - right)):
            return "its first cell is not at the border that it comes from"
        length = len(self.scope(layout))
        if not length * layout.lowest <= self.total <= length * layout.highest:
            return f"{length} digits do not add up to {self.total}"
        return None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another sum."""
        return f"adds up to {sum(digits)}, not {self.total}" if sum(digits) != self.total else None


def _iss_way(start: Cell, layout: Layout) -> str:
    """Where the diagonal leads that Interactive Sudoku Solver names by this cell at the border."""
    r, c = start
    if c == 0:
        return "down-right"
    if r == 0:
        return "down-left"
    return "up-left" if c == layout.columns - 1 else "up-right"


CONSTRAINT = LittleKiller
