"""Frontier search for puzzles of loops and paths, from their clues alone; see `solvers.frontier`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..language import EAST, SOUTH
from ..problems.grid import Cell, Grid
from ..solvers.frontier import NONE, FrontierSearch, LineSweep
from .slitherlink import Slitherlink


class SlitherlinkSweep(LineSweep):
    """The corners are swept; the choice at one is whether the cell to its lower right is inside.

    The notes have for each column the number of sides that the last cell there still needs, plus 1; 0 for
    a cell without a clue.
    """

    def __init__(self, puzzle: Slitherlink) -> None:
        super().__init__(puzzle.rows + 1, puzzle.columns + 1)
        self._clues: Mapping[Cell, Any] = puzzle.clue_at
        self._within = puzzle.rows, puzzle.columns
        self.start_notes = bytes(self.columns)

    def choice(self, lines: int, plugs: str, c: int) -> int:
        """The cell on the left is inside if the number of sides before this one is odd."""
        crossed = c - plugs.count(NONE, 0, c)
        return (crossed + (lines & SOUTH > 0)) % 2 if plugs else 0

    def noted(self, r: int, c: int, lines: int, notes: bytes) -> bytes | None:
        across, down = int(lines & EAST > 0), int(lines & SOUTH > 0)
        if notes[c] and notes[c] - 1 != across:  # the lower side of the cell above
            return None
        left = notes[c - 1] if c else 0
        if left:
            left -= down
            if left not in (1, 2):
                return None
            notes = notes[: c - 1] + bytes((left,)) + notes[c:]
        clue = self._clues.get((r, c))
        needed = 0 if clue is None else clue - across - down + 1
        if clue is not None and not 1 <= needed <= 3:
            return None
        return notes if needed == notes[c] else notes[:c] + bytes((needed,)) + notes[c + 1 :]

    def answer(self, choices: Sequence[int]) -> Grid:
        rows, columns = self._within
        return tuple(row[:columns] for row in super().answer(choices)[:rows])


SEARCHES_slitherlink = (FrontierSearch(Slitherlink.kind, SlitherlinkSweep),)
