"""Quadruple: digits in a circle where four cells meet are all among these cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..iss import iss_cell, item_text
from ..parameters import Cells, Digits, Parameters
from ..text import Token


@dataclass(frozen=True)
class Quadruple(Constraint):
    """A digit that is named twice is there twice; the cell is the top left one of the four."""

    digits: tuple[int, ...]
    corner: tuple[Cell, ...]

    word: ClassVar[str] = "quadruple"
    about: ClassVar[str] = "the digits are all among four cells, of which the top left one is named"
    parameters: ClassVar[Parameters] = {"digits": Digits(repeated=True, most=4), "corner": Cells(1, 1)}
    example: ClassVar[str] = "quadruple 1 2 4 r3c6"
    iss: ClassVar[str] = "Quad"
    fpuzzles: ClassVar[str] = "quadruple"

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """The cell is first."""
        return super().from_iss(name, [*args[1:], *args[:1]], layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The same the other way."""
        yield item_text(self.iss, *map(iss_cell, self.corner), *map(str, self.digits))

    def unfit(self, layout: Layout) -> str | None:
        """No four cells there."""
        ((r, c),) = self.corner
        return None if layout.has((r + 1, c + 1)) else "no cells right of it and below"

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """The four cells."""
        ((r, c),) = self.corner
        return (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit that is not there, or not as often."""
        missing = Counter(self.digits) - Counter(digits)
        return f"no {', no '.join(map(str, sorted(missing)))}" if missing else None


CONSTRAINT = Quadruple
