"""Kurodoko: shade cells so that a number says how many cells are visible from its cell.

These are the cell itself and the cells in its row and column up to the next shaded cell or the edge of the
board. Shaded cells do not share sides, the others are connected, and cells with numbers are not shaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Self

from ..base.wording import counted
from ..primitives import Leading, Sum, equals
from ..primitives.models import Stated
from ..problems.board_checks import badly_shaded
from ..problems.board_rules import shading_rules
from ..problems.clue_board import NUMBERS, UNKNOWN, Clue
from ..problems.grid import Cell, Held
from ..problems.puzzle import GridPuzzle, Wrong

_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Kurodoko(GridPuzzle):
    """An answer has 1 for shaded cells."""

    about = "shade cells; a number says how many cells are visible from its cell"
    clue_words = "a number from 1 on, or '?' for a cell that is not shaded"
    symbols = NUMBERS[1:]
    has_graphs = True
    shows_clues = False
    look = {1: "black"}
    frequent = 1

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return UNKNOWN if text == UNKNOWN else super().read_clue(text)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for cell, clue in self.clue_at.items():
            if held[cell]:
                yield f"{self.clue_name(cell)} is shaded", (cell,), self.clue_name(cell)
            elif clue != UNKNOWN and (seen := self._seen(held, cell)) != clue:
                name = self.clue_name(cell)
                yield f"{counted(seen, 'cell')} can be seen from {name}", (cell,), name
        yield from badly_shaded(self, held)

    def _seen(self, held: Held, cell: Cell) -> int:
        """The number of cells that are visible from a cell."""
        lines = (takewhile(lambda at: not held[at], self.ahead(cell, step)) for step in _STEPS)
        return 1 + sum(1 for line in lines for _ in line)

    def clued_by(self, held: Held) -> Self:
        return self.with_clues({cell: self._seen(held, cell) for cell in self.cells() if not held[cell]})

    def model(self) -> Iterator[Stated]:
        for cell, clue in self.clue_at.items():
            yield self.clue_rule(cell, equals(cell, 0))
            if clue == UNKNOWN:
                continue
            arms = (Leading(tuple(self.ahead(cell, step))[:clue], 0) for step in _STEPS)
            yield self.clue_rule(cell, Sum(tuple((1, arm) for arm in arms), (clue - 1,)))
        yield from shading_rules(self)
