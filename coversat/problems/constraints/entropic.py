"""Entropic line: any three cells in sequence hold a low, a middle and a high digit."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import Cells, Parameters

_NAMES = ("low", "middle", "high")


@dataclass(frozen=True)
class Entropic(Constraint):
    """Of nine digits 1 2 3 are low, 4 5 6 middle and 7 8 9 high; of others each is a third of them too."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "entropic"
    about: ClassVar[str] = "any three cells in sequence on the line hold a low, a middle and a high digit"
    parameters: ClassVar[Parameters] = {"cells": Cells(2)}
    example: ClassVar[str] = "entropic r2c2 r3c2 r4c3 r4c4"
    iss: ClassVar[str] = "Entropic"
    fpuzzles: ClassVar[str] = "entropicline"

    def unfit(self, layout: Layout) -> str | None:
        """Digits of which there are no three equal parts."""
        number = len(layout.digits)
        return f"{number} digits are not three equal parts" if number % 3 else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Two of one sort among three cells in sequence."""
        third = len(layout.digits) // 3
        sorts = [(digit - layout.lowest) // third for digit in digits]
        for at in range(max(len(digits) - 2, 1)):
            for (a, one), (b, two) in combinations(list(zip(digits, sorts, strict=True))[at : at + 3], 2):
                if one == two:
                    return f"{a} and {b} are both {_NAMES[one]}"
        return None


CONSTRAINT = Entropic
