"""Pill arrow: the digits on an arrow add up to the number in the pill that it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..iss import GROUPS, iss_cell, item_text
from ..parameters import CellGroups, Parameters
from ..text import Token

_DECIMAL = 10


@dataclass(frozen=True)
class PillArrow(Constraint):
    """A pill of two or three cells, whose number is read as the board is, and one or more arrows."""

    groups: tuple[tuple[Cell, ...], ...]

    word: ClassVar[str] = "pill-arrow"
    about: ClassVar[str] = "the digits on each arrow add up to the number of two or three digits in the pill"
    parameters: ClassVar[Parameters] = {"groups": CellGroups(2)}
    example: ClassVar[str] = "pill-arrow r2c2 r2c3 / r2c4 r3c4 r4c4"
    iss: ClassVar[str] = "PillArrow"

    def __post_init__(self) -> None:
        pill, *arrows = self.groups
        object.__setattr__(self, "groups", (tuple(sorted(pill)), *arrows))

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """The number of cells in the pill, and all cells."""
        size = args[0].integer(2, 3, "the cells of a pill") if args else 0
        if len(args) < size + 2:
            raise name.error("a pill and its arrow")
        pill, arrow = args[1 : size + 1], args[size + 1 :]
        return super().from_iss(name, [*pill, arrow[0]._replace(text=GROUPS), *arrow], layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """One for each arrow."""
        pill, *arrows = self.groups
        for arrow in arrows:
            yield item_text(self.iss, str(len(pill)), *map(iss_cell, pill + arrow))

    def unfit(self, layout: Layout) -> str | None:
        """No such pill."""
        pill = self.groups[0]
        if not 2 <= len(pill) <= 3:
            return f"a pill of {len(pill)}; it has 2 or 3 cells"
        touch = all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for a, b in pairwise(pill))
        return None if touch else "a pill of cells that do not touch"

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """The pill and its arrows."""
        return tuple(chain.from_iterable(self.groups))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit of two figures that is not the first, or another sum."""
        held = dict(zip(self.scope(layout), digits, strict=True))
        first, *others = (held[cell] for cell in self.groups[0])
        if max(others) >= _DECIMAL:
            return f"{max(others)} stands in the pill behind its first digit"
        number = int("".join(map(str, (first, *others))))
        sums = [sum(held[cell] for cell in arrow) for arrow in self.groups[1:]]
        wrong = (total for total in sums if total != number)
        return next((f"{total} on the arrow, {number} in the pill" for total in wrong), None)


CONSTRAINT = PillArrow
