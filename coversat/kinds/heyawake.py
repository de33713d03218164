"""Heyawake: shade cells of a board with rooms; a number says how many cells of its room are shaded.

Shaded cells do not share sides, the others are connected, and no line of cells that are not shaded is in more
than two rooms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import ClassVar

from ..language import CONNECTED, Count, GridEncodings, GridModel, Primitive, Rule
from ..problems.board import rows_and_columns
from ..problems.board_rules import connected, none_beside
from ..problems.clue_board import (
    Clue,
    ClueBoard,
    ClueError,
    clue_board_form,
    not_connected,
    pieces_of,
    read_number,
    shaded_beside,
)
from ..problems.grid import Cell, Numbers, cell_name
from ..problems.problem import Violation


class Heyawake(ClueBoard):
    """The regions are the rooms."""

    kind: ClassVar[str] = "heyawake"
    about: ClassVar[str] = "shade numbers of cells in rooms; lines of other cells are in at most two rooms"
    clue_words: ClassVar[str] = "a number"
    has_regions: ClassVar[bool] = True

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return read_number(text, 0)

    def __post_init__(self) -> None:
        super().__post_init__()
        for room in self.region_cells().values():
            pieces = pieces_of(room, self._beside)
            if len(pieces) > 1:
                raise ClueError("this room is not connected", pieces[1][0], in_regions=True)

    def _beside(self, cell: Cell) -> list[Cell]:
        """The neighbours of a cell in its room."""
        room = self.regions[cell[0]][cell[1]]
        return [(r, c) for r, c in self.neighbours(cell) if self.regions[r][c] == room]

    def clue_name(self, cell: Cell) -> str:
        return f"the room with {self.clue_at[cell]} at {cell_name(cell)}"

    def broken(self, answer: Numbers) -> Iterable[Violation]:
        rooms = self.region_cells()
        for cell, clue in self.clue_at.items():
            room = rooms[self.regions[cell[0]][cell[1]]]
            shaded = sum(answer[r][c] for r, c in room)
            if shaded != clue:
                name = self.clue_name(cell)
                yield Violation(f"{name} has {shaded} shaded cells, not {clue}", room, name)
        for name, line in rows_and_columns(self.rows, self.columns):
            runs: list[tuple[int, list[Cell]]] = []  # cells that are not shaded, by their rooms
            for r, c in line:
                if answer[r][c]:
                    runs = []
                elif runs and runs[-1][0] == self.regions[r][c]:
                    runs[-1][1].append((r, c))
                else:
                    runs.append((self.regions[r][c], [(r, c)]))
                    if len(runs) > 2:
                        through = (runs[-3][1][-1], *runs[-2][1], (r, c))
                        label = f"one of {cell_name(through[0])} to {cell_name((r, c))} is shaded"
                        yield Violation(f"a line in {name} is in three rooms", through, label)
        yield from shaded_beside(self, answer)
        white = [cell for cell in self.cells() if not answer[cell[0]][cell[1]]]
        yield from not_connected(self, white, "cells that are not shaded")

    def model(self) -> GridModel[Heyawake]:
        rooms = self.region_cells()

        def in_room(cell: Cell, clue: int) -> Iterator[Primitive]:
            yield Count(rooms[self.regions[cell[0]][cell[1]]], (1,), (clue,))

        rules = [*none_beside(self.rows, self.columns), *self.clue_rules(in_room)]
        for _, line in rows_and_columns(self.rows, self.columns):
            runs = [list(run) for _, run in groupby(line, lambda cell: self.regions[cell[0]][cell[1]])]
            for before, between, after in zip(runs, runs[1:], runs[2:], strict=False):
                through = (before[-1], *between, after[0])
                label = f"one of {cell_name(before[-1])} to {cell_name(after[0])} is shaded"
                rules.append(Rule(label, Count(through, (1,), range(1, len(through) + 1))))
        rules.append(connected("cells that are not shaded are connected", self.cells(), 0))
        return GridModel(self, self.rows, self.columns, dict.fromkeys(self.cells(), (0, 1)), rules)


Heyawake.forms = (clue_board_form(Heyawake),)

ENCODINGS = (GridEncodings(Heyawake.model, CONNECTED, "cuts"),)
