"""Minesweeper: find all mines; a number counts the mines around its cell, which has none."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from ..base.wording import counted
from ..primitives import Count
from ..primitives.models import Rule
from ..problems.grid import Held, cell_name
from ..problems.puzzle import GridPuzzle, Wrong

MINE = 1


class Minesweeper(GridPuzzle):
    """Numbers count the mines around a cell; ``#`` has no mine; the first line may have their total."""

    symbols = (*range(9), "#")
    header = ("mines",)
    header_optional = True
    value_words = {0: "not a mine", MINE: "a mine"}
    look = {MINE: "mine"}
    clue_look = {"#": "black"}
    mines: int | None

    def reject(self) -> str | None:
        return f"there are {self.mines} mines" if (self.mines or 0) > self.rows * self.columns else None

    def model(self) -> Iterator[Rule]:
        for cell, number in self.clued():
            yield self.rule("{cell} is open", Count((cell,), (MINE,), (0,)), cell, cell=cell)
            if number != "#":
                around = Count(self.around(cell), (MINE,), (int(number),))
                yield self.rule(
                    "{mines} around {cell}", around, cell, mines=counted(int(number), "mine"), cell=cell
                )
        if self.mines is not None:
            every = Count(self.cells(), (MINE,), (self.mines,))
            yield self.rule("{mines} in all", every, mines=counted(self.mines, "mine"))

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for cell, number in self.clued():
            around = [other for other in self.around(cell) if held[other]]
            if held[cell]:
                yield f"there is a mine at {cell_name(cell)}, where a clue is", [cell]
            if number not in ("#", len(around)):
                yield f"there are {len(around)} mines around {cell_name(cell)}, not {number}", [cell, *around]
        if (total := sum(held.values())) != self.mines and self.mines is not None:
            yield f"there are {total} mines, not {self.mines}"

    @classmethod
    def blank(cls, rows: int, columns: int, rng: random.Random) -> Self:
        return cls.empty(rows, columns, numbers=(rows * columns // 5,))

    def clued_by(self, held: Held) -> Minesweeper:
        free = [cell for cell in self.cells() if not held[cell]]
        clues = {cell: sum(held[other] for other in self.around(cell)) for cell in free}
        return replace(self, numbers=(sum(held.values()),)).with_clues(clues)
