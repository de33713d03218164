"""Heyawake: shade cells of a board with rooms; a number says how many cells of its room are shaded.

Shaded cells do not share sides, the others are connected, and no line of cells that are not shaded is in more
than two rooms.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, product
from typing import Self

from ..base.wording import counted
from ..primitives import Count
from ..primitives.models import Stated
from ..problems.board_checks import badly_shaded
from ..problems.board_rules import shading_rules
from ..problems.clue_board import NUMBERS, Where
from ..problems.grid import Cell, Held, Numbers, cell_name
from ..problems.puzzle import GridPuzzle, Wrong


class Heyawake(GridPuzzle):
    """The regions are the rooms."""

    about = "shade numbers of cells in rooms; lines of other cells are in at most two rooms"
    clue_words = "a number"
    symbols = NUMBERS
    has_regions = True
    has_graphs = True
    shows_clues = False
    look = {1: "black"}
    frequent = 1

    def clue_name(self, where: Where) -> str:
        return f"the room with {super().clue_name(where).removeprefix('clue ')}"

    def wrong(self, held: Held) -> Iterator[Wrong]:
        rooms = self.region_cells()
        for cell, clue in self.clue_at.items():
            room = rooms[self.regions[cell[0]][cell[1]]]
            shaded = sum(held[cell] for cell in room)
            if shaded != clue:
                name = self.clue_name(cell)
                yield f"{name} has {counted(shaded, 'shaded cell')}, not {clue}", room, name
        for name, line in self.lines():
            runs: list[tuple[int, list[Cell]]] = []  # cells that are not shaded, by their rooms
            for r, c in line:
                if held[r, c]:
                    runs = []
                elif runs and runs[-1][0] == self.regions[r][c]:
                    runs[-1][1].append((r, c))
                else:
                    runs.append((self.regions[r][c], [(r, c)]))
                    if len(runs) > 2:
                        through = (runs[-3][1][-1], *runs[-2][1], (r, c))
                        label = f"one of {cell_name(through[0])} to {cell_name((r, c))} is shaded"
                        yield f"a line in {name} is in three rooms", through, label
        yield from badly_shaded(self, held)

    @classmethod
    def blank(cls, rows: int, columns: int, rng: random.Random) -> Self:
        """Rectangular rooms."""
        labels: dict[Cell, int] = {}
        for label, room in enumerate(_rooms(tuple(range(rows)), tuple(range(columns)), rng)):
            labels |= dict.fromkeys(product(*room), label)
        return cls.empty(rows, columns, _grid(labels, rows, columns))

    def clued_by(self, held: Held) -> Self:
        rooms = self.region_cells().values()
        return self.with_clues({room[0]: sum(held[cell] for cell in room) for room in rooms})

    def excluding(self, held: Held, other: Held, rng: random.Random) -> Self | None:
        """A room is divided, if that keeps the one answer and not the other."""
        rooms = self.region_cells()
        parts = [
            [cell for cell in room if cell[axis] >= at]
            for room in rooms.values()
            for axis in (0, 1)
            for at in sorted({cell[axis] for cell in room})[1:]
        ]
        labels = {cell: label for label, room in rooms.items() for cell in room}
        for part in rng.sample(parts, len(parts)):
            divided = _grid({**labels, **dict.fromkeys(part, 0)}, self.rows, self.columns)
            puzzle = replace(self, regions=divided).clued_by(held)
            if not list(puzzle.wrong(held)) and list(puzzle.wrong(other)):
                return puzzle
        return None

    def model(self) -> Iterator[Stated]:
        rooms = self.region_cells()
        for cell, clue in self.clue_at.items():
            room = rooms[self.regions[cell[0]][cell[1]]]
            yield self.clue_rule(cell, Count(room, (1,), (clue,)))
        through: list[tuple[Cell, ...]] = []
        for _, line in self.lines():
            runs = [list(run) for _, run in groupby(line, lambda cell: self.regions[cell[0]][cell[1]])]
            for before, between, after in zip(runs, runs[1:], runs[2:], strict=False):
                through.append((before[-1], *between, after[0]))
        yield self.rules_alike(
            "at least one of {a} to {b} is shaded",
            Count((), (1,), range(1, max(self.rows, self.columns) + 1)),
            through,
            a=[cells[0] for cells in through],
            b=[cells[-1] for cells in through],
        )
        yield from shading_rules(self)


Line = tuple[int, ...]
_LARGEST_ROOM = 9


def _rooms(down: Line, across: Line, rng: random.Random) -> Iterator[tuple[Line, Line]]:
    """The rows and columns of rectangular rooms."""
    size = len(down) * len(across)
    if size <= _LARGEST_ROOM and (size < 4 or rng.random() < 0.7):
        yield down, across
    elif len(across) == 1 or (len(down) > 1 and rng.random() * (len(down) + len(across)) < len(down)):
        at = rng.randrange(1, len(down))
        yield from _rooms(down[:at], across, rng)
        yield from _rooms(down[at:], across, rng)
    else:
        at = rng.randrange(1, len(across))
        yield from _rooms(down, across[:at], rng)
        yield from _rooms(down, across[at:], rng)


def _grid(labels: Held, rows: int, columns: int) -> Numbers:
    return tuple(tuple(labels[r, c] for c in range(columns)) for r in range(rows))
