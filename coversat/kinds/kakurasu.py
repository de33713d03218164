"""Kakurasu: a shaded cell counts as much as its place in the line; the numbers are the sums of the lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from ..primitives import Sum
from ..primitives.models import Rule
from ..problems.board import LEFT, TOP
from ..problems.grid import Held
from ..problems.puzzle import GridPuzzle, Wrong


class Kakurasu(GridPuzzle):
    """The shaded cells of a line, each as many as its place in it, add up to the number at the side."""

    symbols = ()
    sides = (TOP, LEFT)
    value_words = {0: "not shaded", 1: "shaded"}
    look = {1: "black"}

    def model(self) -> Iterator[Rule]:
        for where, name, line, number in self.clued_sides():
            total = Sum(tuple(enumerate(line, 1)), (number,))
            yield self.rule("{line} adds up to {number}", total, where, line=name, number=number)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for side, clues in zip(self.sides, self.side_clues, strict=True):
            for at, number in enumerate(clues):
                cells = [cell for cell in self.cells() if cell[side == TOP] == at]
                found = sum(1 + cell[side == LEFT] for cell in cells if held[cell])
                if number not in (None, found):
                    yield (
                        f"{'column' if side == TOP else 'row'} {at + 1} adds up to {found}, not {number}",
                        cells,
                    )

    def clued_by(self, held: Held) -> Self:
        above = (sum((r + 1) * held[r, c] for r in range(self.rows)) for c in range(self.columns))
        left = (sum((c + 1) * held[r, c] for c in range(self.columns)) for r in range(self.rows))
        return replace(self, side_clues=(tuple(above), tuple(left)))
