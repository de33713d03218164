"""Anti-leap: cells that are so many rows and columns apart hold different digits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held, equal_pairs
from ..parameters import Number, Parameters
from ..problem import Violation


@dataclass(frozen=True)
class AntiLeap(EverywhereConstraint):
    """A leap of 1 and 3 goes one cell one way and three the other, in any direction: a camel's move."""

    least: int
    most: int

    word: ClassVar[str] = "anti-leap"
    about: ClassVar[str] = "cells that a leap of so many cells one way and so many the other joins differ"
    parameters: ClassVar[Parameters] = {"least": Number("cells", 0, 24), "most": Number("cells", 1, 24)}
    example: ClassVar[str] = "anti-leap 1 3"

    def __post_init__(self) -> None:
        least, most = sorted((self.least, self.most))
        object.__setattr__(self, "least", least)
        object.__setattr__(self, "most", most)

    def unfit(self, layout: Layout) -> str | None:
        """A leap off the board from anywhere."""
        long, wide = sorted((layout.rows, layout.columns))
        return None if self.least < long and self.most < wide else "no leap stays on the board"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Equal digits such a leap apart."""
        name = f"a leap of {self.least} and {self.most}"
        return equal_pairs(held, name, lambda down, right: sorted((down, right)) == [self.least, self.most])


CONSTRAINT = AntiLeap
