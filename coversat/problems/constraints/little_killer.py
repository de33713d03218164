"""Little killer: the digits of a diagonal add up to the clue where it begins."""

from __future__ import annotations

from typing import ClassVar

from ...values import value
from ..constraint import Constraint
from ..grid import Cell
from ..layout import Layout
from ..parameters import Cells, Choice, Number, Parameters

_STEPS = {"down-right": (1, 1), "down-left": (1, -1), "up-right": (-1, 1), "up-left": (-1, -1)}


@value
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


CONSTRAINT = LittleKiller
