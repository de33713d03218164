"""Sum line: it can be cut into pieces whose digits add up to a number each, 10 on a ten line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..iss import iss_cell, item_text
from ..parameters import Cells, Number, Parameters
from ..text import Token

_LOOP = "LOOP"


@dataclass(frozen=True)
class SumLine(Constraint):
    """A closed line, which ends in its first cell, is cut anywhere."""

    cells: tuple[Cell, ...]
    total: int = 10

    word: ClassVar[str] = "sum-line"
    about: ClassVar[str] = "the line can be cut into pieces whose digits add up to the number, usually 10"
    parameters: ClassVar[Parameters] = {
        "total": Number("sum", 1, 300, optional=True, default=10),
        "cells": Cells(2, repeated=True),
    }
    example: ClassVar[str] = "sum-line r2c2 r3c2 r4c3 r4c4"
    iss: ClassVar[str] = "SumLine"

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """LOOP stands behind the cells of a closed line."""
        if len(args) > 2 and args[-1].text == _LOOP:
            args = [*args[:-1], args[1]]
        return super().from_iss(name, args, layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The same."""
        cells = list(map(iss_cell, self.cells))
        closed = [*cells[:-1], _LOOP] if cells[0] == cells[-1] else cells
        yield item_text(self.iss, str(self.total), *closed)

    def unfit(self, layout: Layout) -> str | None:
        """A sum that all digits of the line do not reach, or a cell next to itself."""
        most = len(set(self.cells)) * layout.highest
        if self.total > most:
            return f"pieces of {self.total}; all its digits add up to {most} at most"
        return "a cell next to itself" if any(a == b for a, b in pairwise(self.cells)) else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Nowhere to cut."""
        starts = 1
        if self.cells[0] == self.cells[-1]:
            digits = digits[:-1]
            starts = len(digits)
        if any(self._cut(digits[at:] + digits[:at]) for at in range(starts)):
            return None
        return f"{' '.join(map(str, digits))} cannot be cut into pieces of {self.total}"

    def _cut(self, digits: tuple[int, ...]) -> bool:
        """Whether it can be done with a piece that begins here; no piece is nothing but zeros."""
        piece, pieces = 0, 0
        for digit in digits:
            piece += digit
            if piece == self.total:
                piece, pieces = 0, pieces + 1
        return piece == 0 and pieces > 0


CONSTRAINT = SumLine
