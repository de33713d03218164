"""Hitori: shade cells so that no number is twice in a row or column.

Shaded cells do not share sides, and the others are connected.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Self

from ..primitives import Count
from ..primitives.models import AlikeRules, Stated
from ..problems.board_checks import badly_shaded
from ..problems.board_rules import shading_rules
from ..problems.clue_board import NUMBERS, Clue
from ..problems.grid import Cell, Held, cell_name
from ..problems.puzzle import GridPuzzle, Wrong


class Hitori(GridPuzzle):
    """A cell without a number is never in the way of others."""

    about = "shade cells: no number twice in a line, no shaded neighbours, the rest connected"
    clue_words = "a number"
    symbols = NUMBERS
    has_graphs = True
    givens_apart = False
    shows_clues = False
    look = {1: "black"}
    frequent = 1
    drops_clues = False

    def wrong(self, held: Held) -> Iterator[Wrong]:
        shown = {cell: number for cell, number in self.clue_at.items() if not held[cell]}
        for name, line in self.lines():
            numbers = [shown[cell] for cell in line if cell in shown]
            if len(set(numbers)) == len(numbers):
                continue
            for a, b in combinations([cell for cell in line if cell in shown], 2):
                if shown[a] == shown[b]:
                    places = f"{shown[a]} in {name}: {cell_name(a)} or {cell_name(b)} is shaded"
                    yield f"{shown[a]} stands twice in {name}", (a, b), places
        yield from badly_shaded(self, held)

    @classmethod
    def blank(cls, rows: int, columns: int, rng: random.Random) -> Self:
        """A Latin square, or a part of one."""
        numbers = range(1, max(rows, columns) + 1)
        down, across, shown = (rng.sample(numbers, len(numbers)) for _ in range(3))
        return cls(tuple(tuple(shown[(a + b) % len(numbers)] for b in across[:columns]) for a in down[:rows]))

    def _repeated(self, held: Held, cell: Cell) -> tuple[set[Clue], set[Clue]]:
        """The numbers of a cell's row and column that are not shaded."""
        near = [one for one in self.clue_at if one != cell and not held[one]]
        in_row = {self.clue_at[one] for one in near if one[0] == cell[0]}
        return in_row, {self.clue_at[one] for one in near if one[1] == cell[1]}

    def clued_by(self, held: Held) -> Self:
        """The numbers of shaded cells are repeated, if possible in the row and in the column."""
        clues: dict[Cell, Clue] = {}
        for cell, number in self.clue_at.items():
            in_row, in_column = self._repeated(held, cell)
            if held[cell] and (usable := sorted(in_row & in_column or in_row | in_column)):
                clues[cell] = usable[number % len(usable)]
        return self.with_clues(clues)

    def excluding(self, held: Held, other: Held, rng: random.Random) -> Self | None:
        """A shaded cell has another number, which is repeated where the other answer does not shade it."""
        changes = [
            (cell, number)
            for cell in self.clue_at
            if held[cell] and not other[cell]
            for number in sorted(
                set().union(*self._repeated(held, cell)) & set().union(*self._repeated(other, cell))
            )
        ]
        return self.with_clues(dict([rng.choice(changes)])) if changes else None

    def _equal_pairs(self) -> Iterator[tuple[Cell, Cell]]:
        """The pairs of cells with the same number, in order, of each line."""
        numbers_of = *self.clues, *zip(*self.clues, strict=True)
        for numbers, (_, line) in zip(numbers_of, self.lines(), strict=True):
            with_number: dict[Clue | None, list[Cell]] = defaultdict(list)
            for number, cell in zip(numbers, line, strict=True):
                with_number[number].append(cell)
            with_number.pop(None, None)
            several = [cells for cells in with_number.values() if len(cells) > 1]
            yield from sorted(chain.from_iterable([combinations(cells, 2) for cells in several]))

    def model(self) -> Iterator[Stated]:
        yield from shading_rules(self)
        equal = list(self._equal_pairs())

        def label(at: int) -> str:
            a, b = equal[at]
            line = f"row {a[0] + 1}" if a[0] == b[0] else f"column {a[1] + 1}"
            return f"{self.clue_at[a]} in {line}: {cell_name(a)} or {cell_name(b)} is shaded"

        either = Count((), (1,), (1, 2))
        yield AlikeRules(either, equal, label, "{number} in {line}: {a} or {b} is shaded")
