"""The published backtracking program for Kakuro (algospot KAKURO2), with its table of bit masks.

Bit d - 1 of a mask is the digit d. The white cells are filled row by row with the smallest digit first, so
the answers come in lexicographic order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ...problems.grid import Cell, Grid
from ...solvers.search.backtracking import DirectSearch, depth_first
from ...solvers.solver import Meter
from .rules import DIGITS, Kakuro

_ALL = (1 << len(DIGITS)) - 1
_NO_CLUE = 0
"""The index in the table of runs with any sum."""


@cache
def _allowed_table() -> list[list[list[int]]]:
    """allowed[length][sum][used]: the digits that can be added to a run that contains `used`.

    A digit can be added if it and `used` are part of a set of `length` digits with that sum.
    """
    allowed = [[[0] * (_ALL + 1) for _ in range(sum(DIGITS) + 1)] for _ in range(len(DIGITS) + 1)]
    for digits in range(1, _ALL + 1):
        length = digits.bit_count()
        total = sum(d for d in DIGITS if digits >> (d - 1) & 1)
        used = digits
        while used:  # every smaller subset of `digits`, down to the empty one
            used = (used - 1) & digits
            allowed[length][total][used] |= digits & ~used
            allowed[length][_NO_CLUE][used] |= digits & ~used
    return allowed


def _masks(puzzle: Kakuro, meter: Meter) -> Iterator[Grid]:
    """Fill the white cells in order; a digit fits if the masks of both its runs allow it."""
    table = _allowed_table()
    if any(len(run.cells) >= len(table) or (run.total or 0) >= len(table[0]) for run in puzzle.runs):
        return  # there are only nine digits, and they add up to 45
    allowed = [table[len(run.cells)][_NO_CLUE if run.total is None else run.total] for run in puzzle.runs]
    used = [0] * len(puzzle.runs)
    runs_of: dict[Cell, list[int]] = {}
    for at, run in enumerate(puzzle.runs):
        for cell in run.cells:
            runs_of.setdefault(cell, []).append(at)
    white = puzzle.white_cells
    board: list[list[int | None]] = [[None] * puzzle.columns for _ in range(puzzle.rows)]

    def moves(depth: int) -> Iterator[tuple[Cell, int]] | None:
        """Each digit that fits the runs of the next cell, as a bit."""
        if depth == len(white):
            return None
        mask = _ALL
        for at in runs_of[white[depth]]:
            mask &= allowed[at][used[at]]
        return ((white[depth], 1 << at) for at in range(len(DIGITS)) if mask >> at & 1)

    def flip(move: tuple[Cell, int], on: bool) -> None:
        """Put a digit into the runs of its cell, or remove it."""
        (r, c), bit = move
        board[r][c] = bit.bit_length()
        for at in runs_of[r, c]:
            used[at] ^= bit

    for _ in depth_first(meter, moves, flip):
        yield tuple(map(tuple, board))


MASKS = DirectSearch(
    "search/masks",
    Kakuro.kind,
    "algospot KAKURO2: white cells in order, with masks of the digits that still fit both runs",
    _masks,
)
SEARCHES = (MASKS,)
