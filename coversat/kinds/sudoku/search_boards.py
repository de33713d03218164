"""9x9 sudokus by boards: for each digit a bit set of the cells that can still hold it.

All digits are narrowed in rounds until a round changes nothing; then the search branches on a cell. It is
compiled (``boards.h``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...base.errors import ReductionError
from ...base.registry import compiled
from ...problems.grid import Grid, rows_of
from ...solvers.search.backtracking import DirectSearch
from ...solvers.solver import Meter
from .rules import Sudoku
from .text import one_line


def kernel() -> Any:
    """The compiled search; None where it was not built."""
    return compiled("coversat.kinds.sudoku", "_boards_kernel")


def grid_of_line(line: str) -> Grid:
    """The grid of an answer, from the characters that the search works on; `one_line` is the other way."""
    return rows_of(tuple(map(int, line)), 9)


def fits(puzzle: Sudoku) -> bool:
    """Whether this search supports the sudoku, and is there."""
    usual = (puzzle.box_rows, puzzle.size) == (3, 9) and puzzle.is_usual and not puzzle.constraints
    return usual and kernel() is not None


def _grids(puzzle: Sudoku, meter: Meter) -> Iterator[Grid]:
    if kernel() is None:
        raise ReductionError("search/boards is compiled, and this installation is in plain Python")
    if not fits(puzzle):
        raise ReductionError("search/boards takes 9x9 sudokus without constraints; search/scan takes all")
    yield from map(grid_of_line, kernel().answers(one_line(puzzle.givens), meter))


BOARDS = DirectSearch(
    "search/boards",
    Sudoku.kind,
    "9x9: a bit board for each digit, narrowed by singles and locked candidates",
    _grids,
    selective=True,
)
