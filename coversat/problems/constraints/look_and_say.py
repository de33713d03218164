"""Look and say: how often each of some digits stands in cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint, GroupConstraint
from ..grid import Cell
from ..iss import iss_cell, item_text
from ..multiples import Tallies
from ..parameters import Cells, Parameters
from ..text import Token


@dataclass(frozen=True)
class LookAndSay(GroupConstraint):
    """``2x3`` says two threes, ``0x3`` none; of digits that are not named nothing is said."""

    tallies: tuple[tuple[int, int], ...]
    cells: tuple[Cell, ...]

    word: ClassVar[str] = "look-and-say"
    about: ClassVar[str] = "the cells hold as many of these digits as is said: 2x3 is two threes"
    parameters: ClassVar[Parameters] = {"tallies": Tallies(), "cells": Cells()}
    example: ClassVar[str] = "look-and-say 2x3 0x5 r2c2 r3c3 r4c4 r5c5"
    iss: ClassVar[str] = "LookAndSay"

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """Two digits for each, ``23``, one behind the other."""
        if not args or len(args[0].text) % 2:
            raise (args[0] if args else name).error("pairs of digits")
        pairs = (args[0].part(at, at + 2) for at in range(0, len(args[0].text), 2))
        tallies = (pair._replace(text="x".join(pair.text)) for pair in pairs)
        return super().from_iss(name, [*tallies, *args[1:]], layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The same."""
        pairs = [f"{number}{digit}" for number, digit in self.tallies]
        if all(len(pair) == 2 for pair in pairs):
            yield item_text(self.iss, "".join(pairs), *map(iss_cell, self.cells))

    def unfit(self, layout: Layout) -> str | None:
        """More digits than cells."""
        digits, cells = sum(number for number, _ in self.tallies), len(self.cells)
        return f"{digits} digits in {cells} cells" if digits > cells else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit that is there more or less often."""
        for number, digit in self.tallies:
            if (found := digits.count(digit)) != number:
                return f"{digit} is there {found} times, not {number}"
        return None


CONSTRAINT = LookAndSay
