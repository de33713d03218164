"""Anti-king: cells that touch, at a corner too, hold different digits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held, equal_pairs
from ..problem import Violation


@dataclass(frozen=True)
class AntiKing(EverywhereConstraint):
    """A king moves one cell any way."""

    word: ClassVar[str] = "anti-king"
    about: ClassVar[str] = "cells that touch, at a corner too, hold different digits"
    example: ClassVar[str] = "anti-king"
    iss: ClassVar[str] = "AntiKing"
    fpuzzles: ClassVar[str] = "antiking"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Equal digits a king's move apart."""
        return equal_pairs(held, "a king's move", lambda down, right: max(down, right) == 1)


CONSTRAINT = AntiKing
