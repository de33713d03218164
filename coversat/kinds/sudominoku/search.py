"""The two published backtracking programs for Sudominoku (BOJ 4574).

Both put a domino on the next empty cell, row by row, after the singles and the given dominoes. One chooses
the domino digit by digit, the other from the set. A digit grid with several tilings is yielded once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...problems.grid import Cell, Grid
from ...solvers.search.backtracking import DirectSearch, depth_first
from ...solvers.solver import Meter
from .rules import Sudominoku

Laying = tuple[Cell, int, Cell, int]
"""A domino on the board: a cell and its digit, the neighbour and its digit."""


class _Board:
    """Digits in cells, and flags for the digits of rows, columns and boxes and for used dominoes."""

    def __init__(self, puzzle: Sudominoku) -> None:
        self.size = size = puzzle.size
        self.box_rows, self.box_columns = puzzle.box_rows, puzzle.box_columns
        self.digits: list[list[int | None]] = [[None] * size for _ in range(size)]
        self.row, self.col, self.box = ([[False] * (size + 1) for _ in range(size)] for _ in range(3))
        self.laid = [[False] * (size + 1) for _ in range(size + 1)]

    def empty(self, cell: Cell) -> bool:
        r, c = cell
        return 0 <= r < self.size and 0 <= c < self.size and self.digits[r][c] is None

    def next_empty(self) -> Cell | None:
        for r, row in enumerate(self.digits):
            if None in row:
                return r, row.index(None)
        return None

    def fits(self, cell: Cell, digit: int) -> bool:
        """Whether `digit` is free in the row, the column and the box of `cell`."""
        r, c = cell
        return not (self.row[r][digit] or self.col[c][digit] or self.box[self._box(cell)][digit])

    def put(self, cell: Cell, digit: int, on: bool) -> None:
        """Put a digit on a cell, or take it away."""
        r, c = cell
        self.digits[r][c] = digit if on else None
        self.row[r][digit] = self.col[c][digit] = self.box[self._box(cell)][digit] = on

    def lay(self, laying: Laying, on: bool) -> None:
        cell, a, neighbour, b = laying
        self.put(cell, a, on)
        self.put(neighbour, b, on)
        self.laid[a][b] = self.laid[b][a] = on

    def lay_givens(self, puzzle: Sudominoku) -> bool:
        """Place the singles and the given dominoes; return False if they contradict each other."""
        for digit, cell in enumerate(puzzle.singles, 1):  # distinct cells and digits cannot clash
            self.put(cell, digit, True)
        for domino in puzzle.dominoes:
            (cell, neighbour), (a, b) = domino.cells, domino.digits
            if self.laid[a][b] or not self.fits(cell, a) or not self.fits(neighbour, b):
                return False
            self.lay((cell, a, neighbour, b), True)
        return True

    def _box(self, cell: Cell) -> int:
        r, c = cell
        return r // self.box_rows * self.box_rows + c // self.box_columns


def _by_digits(board: _Board, cell: Cell) -> Iterator[Laying]:
    """Choose a digit, then one of the four neighbours and its digit."""
    r, c = cell
    for a in range(1, board.size + 1):
        if not board.fits(cell, a):
            continue
        # The upper and left neighbours are always full, since `cell` is the first empty one; the program
        # checks anyway.
        for neighbour in ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)):
            if not board.empty(neighbour):
                continue
            for b in range(1, board.size + 1):
                if a != b and not board.laid[a][b] and board.fits(neighbour, b):
                    yield cell, a, neighbour, b


def _by_dominoes(board: _Board, cell: Cell) -> Iterator[Laying]:
    """Choose the right or lower neighbour, then an unused domino in both directions."""
    r, c = cell
    for neighbour in ((r, c + 1), (r + 1, c)):
        if not board.empty(neighbour):
            continue
        for low in range(1, board.size):
            for high in range(low + 1, board.size + 1):
                if board.laid[low][high]:
                    continue
                for a, b in ((low, high), (high, low)):
                    if board.fits(cell, a) and board.fits(neighbour, b):
                        yield cell, a, neighbour, b


def _search(
    puzzle: Sudominoku, meter: Meter, layings: Callable[[_Board, Cell], Iterator[Laying]]
) -> Iterator[Grid]:
    """Backtrack over the next empty cell; `layings` yields the possible placements in order."""
    board = _Board(puzzle)
    if not board.lay_givens(puzzle):
        return
    seen: set[Grid] = set()

    def moves(depth: int) -> Iterator[Laying] | None:
        cell = board.next_empty()
        return None if cell is None else layings(board, cell)

    for _ in depth_first(meter, moves, board.lay):
        grid: Any = tuple(map(tuple, board.digits))
        if grid not in seen:
            seen.add(grid)
            yield grid


DIGITS: DirectSearch[Sudominoku] = DirectSearch(
    "search/digits",
    Sudominoku.kind,
    "BOJ 4574: next empty cell, a digit, then one of four neighbours and its digit",
    lambda puzzle, meter: _search(puzzle, meter, _by_digits),
)
DOMINOES: DirectSearch[Sudominoku] = DirectSearch(
    "search/dominoes",
    Sudominoku.kind,
    "BOJ 4574: next empty cell, right or lower neighbour, an unused domino both ways round",
    lambda puzzle, meter: _search(puzzle, meter, _by_dominoes),
)
SEARCHES = (DIGITS, DOMINOES)
