"""Look and say: how often each of some digits stands in cells."""

from __future__ import annotations

from typing import ClassVar

from ...values import value
from ..constraint import GroupConstraint
from ..grid import Cell
from ..layout import Layout
from ..multiples import Tallies
from ..parameters import Cells, Parameters


@value
class LookAndSay(GroupConstraint):
    """``2x3`` says two threes, ``0x3`` none; of digits that are not named nothing is said."""

    tallies: tuple[tuple[int, int], ...]
    cells: tuple[Cell, ...]

    word: ClassVar[str] = "look-and-say"
    about: ClassVar[str] = "the cells hold as many of these digits as is said: 2x3 is two threes"
    parameters: ClassVar[Parameters] = {"tallies": Tallies(), "cells": Cells()}
    example: ClassVar[str] = "look-and-say 2x3 0x5 r2c2 r3c3 r4c4 r5c5"
    iss: ClassVar[str] = "LookAndSay"

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
