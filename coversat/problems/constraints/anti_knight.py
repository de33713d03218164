"""Anti-knight: cells a knight's move apart hold different digits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held, equal_pairs
from ..problem import Violation


@dataclass(frozen=True)
class AntiKnight(EverywhereConstraint):
    """A knight moves two cells one way and one the other."""

    word: ClassVar[str] = "anti-knight"
    about: ClassVar[str] = "cells a knight's move apart hold different digits"
    example: ClassVar[str] = "anti-knight"
    iss: ClassVar[str] = "AntiKnight"
    fpuzzles: ClassVar[str] = "antiknight"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Equal digits a knight's move apart."""
        return equal_pairs(held, "a knight's move", lambda down, right: {down, right} == {1, 2})


CONSTRAINT = AntiKnight
