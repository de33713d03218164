"""Kurodoko: shade cells so that a number says how many cells are visible from its cell.

These are the cell itself and the cells in its row and column up to the next shaded cell or the edge of the
board. Shaded cells do not share sides, the others are connected, and cells with numbers are not shaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import Self

from ..language import Binary, Sum, Variable, equals
from ..language.models import Stated
from ..problems.board_checks import badly_shaded
from ..problems.board_rules import shading_rules
from ..problems.clue_board import NUMBERS
from ..problems.grid import Cell
from ..problems.puzzle import GridPuzzle, Wrong


class Kurodoko(GridPuzzle):
    """An answer has 1 for shaded cells."""

    about = "shade cells; a number says how many cells are visible from its cell"
    clue_words = "a number from 1 on"
    symbols = NUMBERS[1:]
    has_graphs = True
    shows_clues = False
    frequent = 1

    def wrong(self, held: Mapping[Cell, int]) -> Iterator[Wrong]:
        for cell, clue in self.clue_at.items():
            name = self.clue_name(cell)
            if held[cell]:
                yield f"{name} is shaded", (cell,), name
            elif (seen := self._seen(held, cell)) != clue:
                yield f"{seen} cells are visible from {name}", (cell,), name
        yield from badly_shaded(self, held)

    def _seen(self, held: Mapping[Cell, int], cell: Cell) -> int:
        """The number of cells that are visible from a cell."""
        seen = 1
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            r, c = cell[0] + down, cell[1] + right
            while 0 <= r < self.rows and 0 <= c < self.columns and not held[r, c]:
                seen, r, c = seen + 1, r + down, c + right
        return seen

    def clued_by(self, held: Mapping[Cell, int]) -> Self:
        return self.with_clues({cell: self._seen(held, cell) for cell in self.cells() if not held[cell]})

    @cached_property
    def _reach(self) -> dict[Cell, list[tuple[Cell, tuple[Cell, ...]]]]:
        """For each clue and direction, a hidden cell that holds how far one sees, and the cells there."""
        return {
            cell: [((row, at), arm[:clue]) for at, arm in enumerate(_arms(*cell, self.rows, self.columns))]
            for row, (cell, clue) in enumerate(self.clue_at.items(), self.rows)
        }

    def hidden_domains(self) -> Mapping[Variable, Sequence[int]]:
        found = {}
        for cell, arms in self._reach.items():
            seen = self.clue_at[cell] - 1
            most = [min(len(arm), seen) for _, arm in arms]
            spare = max(0, sum(most) - seen)  # that many cells are not visible
            for (hidden, _), length in zip(arms, most, strict=True):
                found[hidden] = range(max(0, length - spare), length + 1)
        return found

    def model(self) -> Iterator[Stated]:
        for cell, arms in self._reach.items():
            yield self.clue_rule(cell, equals(cell, 0))
            seen = Sum(tuple((1, hidden) for hidden, _ in arms), (self.clue_at[cell] - 1,))
            yield self.clue_rule(cell, seen)
            for hidden, arm in arms:
                for at, other in enumerate(arm):
                    yield self.clue_rule(cell, Binary(((other, hidden),), _agreement(at)))
        yield from shading_rules(self)


def _arms(r: int, c: int, rows: int, columns: int) -> tuple[tuple[Cell, ...], ...]:
    """The cells above, below, to the left and to the right, each outwards."""
    return (
        tuple((above, c) for above in range(r - 1, -1, -1)),
        tuple((below, c) for below in range(r + 1, rows)),
        tuple((r, left) for left in range(c - 1, -1, -1)),
        tuple((r, right) for right in range(c + 1, columns)),
    )


@cache
def _agreement(before: int) -> Callable[[int, int], bool]:
    """The relation between a cell behind `before` others and its arm, always the same object."""
    return partial(_agree, before)


def _agree(before: int, shaded: int, seen: int) -> bool:
    """Whether a cell behind `before` others may be shaded if `seen` cells of its arm are visible."""
    return seen <= before if shaded else seen != before
