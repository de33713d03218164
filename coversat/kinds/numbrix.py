"""Numbrix: the numbers from 1 on, each beside the next one, fill the board along a path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from ..primitives import AllDifferent, Binary, Contains
from ..primitives.models import Rule
from ..problems.grid import Cell, Held
from ..problems.puzzle import GridPuzzle, Wrong, numbered


class Numbrix(GridPuzzle):
    """Each number from 1 to that of the cells is in one of them, and beside the next number."""

    symbols = range(1, 401)
    has_givens = True
    has_cover = False
    sides_made = range(1, 7)

    @property
    def values(self) -> Mapping[int, str]:  # type: ignore[override]
        return numbered(self.rows * self.columns)

    def model(self) -> Iterator[Rule]:
        yield self.rule("no number is there twice", AllDifferent(self.cells()))
        for number, following in zip(self.values, [*self.values][1:], strict=False):
            for cell in self.cells():
                beside = Contains(tuple(self.neighbours(cell)), (following,))
                follows = Binary(((cell, beside),), partial(_may, number))
                words = "if {cell} is {number}, {following} is beside it"
                yield self.rule(words, follows, cell=cell, number=number, following=following)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        at: dict[int, Cell] = {}
        for cell, number in held.items():
            if number in at:
                yield f"{number} is there twice", [at[number], cell]
            at[number] = cell
        for number, (r, c) in at.items():
            a, b = at.get(number + 1, (r, c + 1))
            if abs(a - r) + abs(b - c) != 1:
                yield f"{number + 1} is not beside {number}", [(r, c), (a, b)]


def _may(number: int, held: int, is_followed: int) -> bool:
    """Whether a cell may hold what it does, if the next number is beside it, or is not."""
    return held != number or is_followed == 1
