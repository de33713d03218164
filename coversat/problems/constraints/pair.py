"""Pair: a relation holds between each two neighbours of a line."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint_pair import PairConstraint
from ..grid import Cell
from ..relations import relation_of


@dataclass(frozen=True)
class Pair(PairConstraint):
    """Of two neighbours, the earlier is a, the later b."""

    relation: str
    cells: tuple[Cell, ...]

    word: ClassVar[str] = "pair"
    about: ClassVar[str] = (
        "the relation holds for each two neighbours on the line, a and then b: pair |a-b|>4 ..."
    )
    example: ClassVar[str] = "pair |a-b|>=4;a+b=10 r2c2 r2c3 r3c4 r4c4"
    iss: ClassVar[str] = "Pair Binary"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """The first two that have it not."""
        related = relation_of(self.relation)
        return next((f"{a} before {b}" for a, b in pairwise(digits) if not related(a, b)), None)


CONSTRAINT = Pair
