"""Same values: groups of cells hold the same digits, each as often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..iss import GROUPS, iss_cell, item_text
from ..parameters import CellGroups, Parameters
from ..text import Token


@dataclass(frozen=True)
class SameValues(Constraint):
    """Groups of the same size; the order of their cells is all one."""

    groups: tuple[tuple[Cell, ...], ...]

    word: ClassVar[str] = "same-values"
    about: ClassVar[str] = "groups of cells hold the same digits, each as often, in any order"
    parameters: ClassVar[Parameters] = {"groups": CellGroups(2, equal=True)}
    example: ClassVar[str] = "same-values r2c2 r2c3 r3c3 / r5c7 r6c7 r7c7"
    iss: ClassVar[str] = "SameValues"

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", tuple(tuple(sorted(group)) for group in self.groups))

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """The number of groups, and their cells."""
        if not args:
            raise name.error("a number of groups behind it")
        count, rest = divmod(len(args) - 1, args[0].integer(2, 99, "a number of groups"))
        if rest or not count:
            raise args[0].error("groups of the same size")
        told: list[Token] = []
        for at, cell in enumerate(args[1:]):
            told += [cell] if not at or at % count else [cell._replace(text=GROUPS), cell]
        return super().from_iss(name, told, layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The same."""
        yield item_text(self.iss, str(len(self.groups)), *map(iss_cell, self.scope(layout)))

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """Group after group."""
        return tuple(cell for group in self.groups for cell in group)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit that one group has more often than another."""
        size = len(self.groups[0])
        held = [Counter(digits[at : at + size]) for at in range(0, len(digits), size)]
        more = next((held[0] - other for other in held[1:] if held[0] != other), None)
        return f"a group lacks {', '.join(map(str, sorted(more.elements())))}" if more else None


CONSTRAINT = SameValues
