"""Simple loop: draw one loop through the centres of all cells that are not blocked."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import Self

from ..primitives.models import Rule
from ..problems.clue_board import Clue
from ..problems.grid import Cell, Held, cell_name
from ..problems.lines import ONE_LOOP, LinePuzzle, detours
from ..problems.puzzle import Wrong

BLOCKED = "x"
_ATTEMPTS = 200


class SimpleLoop(LinePuzzle):
    """A clue is a cell that the loop does not pass; an answer has the sum of the lines of each cell."""

    about = "one loop through all cells that are not blocked"
    clue_words = "'x' for a blocked cell"
    fixed_clues = "the blocked cells"
    symbols = (BLOCKED,)
    clue_look = {BLOCKED: "black"}
    has_faces = True

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return super().read_clue(BLOCKED if text == "#" else text.lower())

    def wrong(self, held: Held) -> Iterator[Wrong]:
        yield from self.not_one_loop(held)
        for cell in self.cells():
            if bool(held[cell]) == (cell in self.clue_at):
                what = "passes the blocked" if held[cell] else "does not pass"
                yield f"the loop {what} {cell_name(cell)}", (cell,), ONE_LOOP

    @classmethod
    def blank(cls, rows: int, columns: int, rng: random.Random) -> Self | None:
        """Random cells are blocked, so that a loop through all others is not obviously impossible."""
        empty = cls.empty(rows, columns)
        most = min(max(rows * columns // 8, 2), rows * columns)
        for _ in range(_ATTEMPTS):
            blocked = set(rng.sample(empty.cells(), rng.randint(0, most)))
            free = [cell for cell in empty.cells() if cell not in blocked]
            balanced = 2 * sum((r + c) % 2 for r, c in free) == len(free)
            ways = (len(set(empty.neighbours(cell)) - blocked) for cell in free)
            if balanced and min(ways, default=0) > 1:
                return empty.with_clues(dict.fromkeys(blocked, BLOCKED))
        return None

    def clued_by(self, held: Held) -> Self:
        return self

    def excluding(self, held: Held, other: Held, rng: random.Random) -> Self | None:
        """Where the loop makes a detour of two cells, and the other one does not, these are blocked."""
        found = detours(held, other)
        return self.with_clues(dict.fromkeys(rng.choice(found), BLOCKED)) if found else None

    def blocked(self) -> Collection[Cell]:
        return self.clue_at.keys()

    def model(self) -> Iterator[Rule]:
        yield self.one_loop(cell for cell in self.cells() if cell not in self.clue_at)
