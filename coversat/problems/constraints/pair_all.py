"""Pair of all: a relation holds between any two cells of a line."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint_pair import PairConstraint
from ..grid import Cell
from ..relations import relation_of


@dataclass(frozen=True)
class PairAll(PairConstraint):
    """Of two cells, the earlier is a, the later b."""

    relation: str
    cells: tuple[Cell, ...]

    word: ClassVar[str] = "pair-all"
    about: ClassVar[str] = "the relation holds for any two cells of the line, the earlier a, the later b"
    example: ClassVar[str] = "pair-all |a-b|>1 r2c2 r2c3 r3c4 r4c4"
    iss: ClassVar[str] = "PairX BinaryX"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """The first two that have it not."""
        related = relation_of(self.relation)
        return next((f"{a} before {b}" for a, b in combinations(digits, 2) if not related(a, b)), None)


CONSTRAINT = PairAll
