"""Fillomino: number all cells so that each area of equal numbers has as many cells as its number.

An area is a largest connected set of cells with one number. It may have several clues, or none.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Self

from ..base.wording import counted
from ..primitives import AreasBySize, Variable
from ..primitives.models import Rule
from ..problems.board import pieces_of, random_regions
from ..problems.board_rules import parts, reached
from ..problems.grid import Cell, Held, Numbers, cell_name
from ..problems.puzzle import GridPuzzle, Wrong, numbered

LARGEST = 40_000
"""The largest clue: as many cells as the largest board has."""


class Fillomino(GridPuzzle):
    """Each area of equal numbers has as many cells as its number."""

    symbols = range(1, LARGEST + 1)
    has_givens = True
    has_graphs = True
    givens_apart = False
    has_walls = True
    marks = ("values", "walls")

    @cached_property
    def values(self) -> Mapping[int, str]:  # type: ignore[override]
        return numbered(max(self.rows * self.columns, *self.clue_at.values(), 1))

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for area in self._areas(held):
            if len(area) != (number := held[area[0]]):
                yield f"the area of {number} at {cell_name(area[0])} has {counted(len(area), 'cell')}", area

    def _areas(self, held: Held) -> list[list[Cell]]:
        def beside(cell: Cell) -> Iterator[Cell]:
            return (other for other in self.neighbours(cell) if held[other] == held[cell])

        return pieces_of(self.cells(), beside)

    def _most_without_clue(self) -> int:
        """The most cells of an area without a clue: areas of clues far apart need the others."""
        blank = set(self.cells()) - self.clue_at.keys()
        room = len(blank)
        for clue, cells in self._cells_of.items():
            apart: set[Cell] = set()
            for cell in cells:
                near = reached(self, [cell], blank.union(cells), clue - 1).intersection(cells)
                if apart.isdisjoint(near):  # otherwise they may be in one area
                    apart.add(cell)
                    room -= max(clue - len(near), 0)
        return room

    @cached_property
    def _cells_of(self) -> Mapping[int, Sequence[Cell]]:
        """The cells of each clue."""
        found: dict[int, list[Cell]] = defaultdict(list)
        for cell, clue in self.clue_at.items():
            found[clue].append(cell)
        return dict(found)

    def domains(self) -> Mapping[Variable, Sequence[int]]:
        """The numbers of each cell for which there is room, in an area with a clue or without."""
        blank = set(self.cells()) - self.clue_at.keys()
        found: dict[Variable, list[int]] = {cell: [] for cell in self.cells()}
        for value in sorted({*range(1, self._most_without_clue() + 1), *self._cells_of}):
            clues = self._cells_of.get(value, ())
            free = blank.difference(*map(self.neighbours, clues))
            within = reached(self, clues, blank, value - 1)
            within.update(*(area for area in parts(self, free) if len(area) >= value))
            for area in parts(self, within):
                for cell in area if len(area) >= value else ():
                    found[cell].append(value)
        return found | {cell: [clue] for cell, clue in self.clue_at.items()}

    def model(self) -> Iterator[Rule]:
        links = tuple(self.adjacent())
        yield self.rule("areas have as many cells as their numbers", AreasBySize(self.cells(), links))

    @classmethod
    def blank_with_answer(
        cls, rows: int, columns: int, rng: random.Random, largest: int = 4
    ) -> tuple[Self, Numbers]:
        """Random areas of at most `largest` cells; those side by side with one number are joined."""
        puzzle = cls.empty(rows, columns)
        held = dict(puzzle.held(random_regions(rows, columns, rng, largest)))
        while wrong := [area for area in puzzle._areas(held) if len(area) != held[area[0]]]:
            for area in wrong:
                held |= dict.fromkeys(area, len(area))
        return puzzle, tuple(tuple(held[r, c] for c in range(columns)) for r in range(rows))
