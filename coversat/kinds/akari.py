"""Akari: bulbs light every white cell and no other bulb; a number counts the bulbs beside it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Self

from ..base.wording import counted
from ..primitives import Count
from ..primitives.models import Rule
from ..problems.grid import Cell, Held, cell_name
from ..problems.puzzle import GridPuzzle, Wrong

BULB = 1


class Akari(GridPuzzle):
    """Bulbs light their row and column up to black cells: all white cells, and no other bulb."""

    symbols = (*range(5), "x")
    fixed = ("x",)
    removed_clue = "x"
    values = {0: "-", BULB: "o"}
    value_words = {0: "not a bulb", BULB: "a bulb"}
    look = {BULB: "bulb"}
    clue_look = dict.fromkeys(symbols, "black")

    def domain(self, cell: Cell) -> Sequence[int]:
        return (0,) if cell in self.clue_at else (0, BULB)

    def model(self) -> Iterator[Rule]:
        lit_from: dict[Cell, list[Cell]] = {cell: [] for cell in self.cells() if cell not in self.clue_at}
        for stretch in self._stretches():
            for cell in stretch:
                lit_from[cell] += stretch
            if len(stretch) > 1:
                one = Count(tuple(stretch), (BULB,), (0, 1))
                yield self.rule("at most one bulb from {a} to {b}", one, a=stretch[0], b=stretch[-1])
        for cell, sources in lit_from.items():
            lit = tuple(dict.fromkeys(sources))
            yield self.rule("a bulb lights {cell}", Count(lit, (BULB,), range(1, len(lit) + 1)), cell=cell)
        for cell, number in self.clued():
            if number != "x":
                beside = Count(tuple(self.neighbours(cell)), (BULB,), (int(number),))
                yield self.rule(
                    "{bulbs} beside {cell}", beside, cell, bulbs=counted(int(number), "bulb"), cell=cell
                )

    def _stretches(self) -> Iterator[list[Cell]]:
        """The white cells of a line between black ones."""
        for _, line in self.lines():
            stretch: list[Cell] = []
            for cell in line:
                if cell not in self.clue_at:
                    stretch.append(cell)
                elif stretch:
                    yield stretch
                    stretch = []
            if stretch:
                yield stretch

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for cell in self.cells():
            bulbs = [other for other in self._seen(cell) if held[other]]
            if cell in self.clue_at:
                beside = sum(held[other] for other in self.neighbours(cell))
                if held[cell]:
                    yield f"a bulb stands on the black cell {cell_name(cell)}", [cell]
                if self.clue_at[cell] not in ("x", beside):
                    yield f"{cell_name(cell)} has {counted(beside, 'bulb')} beside it", [cell]
            elif held[cell] and bulbs:
                yield f"the bulbs at {cell_name(cell)} and {cell_name(bulbs[0])} light each other", [cell]
            elif not held[cell] and not bulbs:
                yield f"{cell_name(cell)} is dark", [cell]

    def _seen(self, cell: Cell) -> Iterator[Cell]:
        """What somebody on a cell sees in four directions."""
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            yield from takewhile(lambda at: at not in self.clue_at, self.ahead(cell, step))

    @classmethod
    def blank(cls, rows: int, columns: int, rng: random.Random) -> Self:
        empty = cls.empty(rows, columns)
        return empty.with_clues({cell: "x" for cell in empty.cells() if rng.random() < 0.2})

    def clued_by(self, held: Held) -> Akari:
        beside = {cell: sum(held[other] for other in self.neighbours(cell)) for cell in self.clue_at}
        return self.with_clues(beside)
