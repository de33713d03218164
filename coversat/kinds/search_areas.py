"""Frontier search for puzzles of connected areas, from their clues alone; see `solvers.frontier`."""

from __future__ import annotations

from collections import defaultdict

from ..problems.grid import Cell
from ..solvers.frontier import AreaSweep, FrontierSearch, Joined
from .hitori import Hitori


class HitoriSweep(AreaSweep):
    """The notes are a set of bits: the numbers that are left in a line and occur there again."""

    apart = True

    def __init__(self, puzzle: Hitori) -> None:
        super().__init__(puzzle.rows, puzzle.columns)
        lines: dict[tuple[str, int, object], list[Cell]] = defaultdict(list)
        for (r, c), number in puzzle.clue_at.items():
            lines["row", r, number].append((r, c))
            lines["column", c, number].append((r, c))
        several = [cells for cells in lines.values() if len(cells) > 1]
        self._bits: dict[Cell, int] = defaultdict(int)
        self._last: dict[Cell, int] = defaultdict(int)
        for at, cells in enumerate(several):
            for cell in cells:
                self._bits[cell] |= 1 << at
            self._last[cells[-1]] |= 1 << at
        self.start_notes = 0

    def noted(self, r: int, c: int, move: Joined, notes: int) -> int | None:
        cell = r, c
        if cell not in self._bits:
            return notes
        if not move.colour:
            if notes & self._bits[cell]:
                return None
            notes |= self._bits[cell]
        return notes & ~self._last[cell] if cell in self._last else notes


SEARCHES_hitori = (FrontierSearch(Hitori.kind, HitoriSweep),)
