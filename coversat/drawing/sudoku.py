"""Sudoku: boxes or regions in thick lines, cages dashed with their sums, windows shaded."""

from __future__ import annotations

from ..problems.grid import Cell, Grid
from ..problems.sudoku import NO_BOXES, Sudoku
from ..problems.sudoku_constraints import Cage, Constraint, Diagonal, Regions, Windoku
from .board import DARK, SIDE, THIN, Board
from .differences import differing_cells
from .digits import digits
from .svg import segment

_SUM = 10


def draw(problem: Sudoku, answer: Grid | None, other: Grid | None) -> Board:
    """The board; constraints that have no place on it stand below."""
    size = problem.size
    board = Board(size, size, [_caption(one) for one in problem.constraints if not isinstance(one, _DRAWN)])
    for constraint in problem.constraints:
        if isinstance(constraint, Windoku):
            board.shade(cell for group in constraint.groups(size) for cell in group.cells)
    board.lines()
    for constraint in problem.constraints:
        if isinstance(constraint, Diagonal):
            left, right = (0, size * SIDE) if constraint.down else (size * SIDE, 0)
            d = segment((left, 0), (right, size * SIDE))
            board.path(d, stroke=THIN, stroke_width=2, stroke_dasharray="8 5")
    board.ring(differing_cells(problem, answer, other))
    for constraint in problem.constraints:
        if isinstance(constraint, Cage):
            _cage(board, constraint)
    board.walls(lambda cell: _region(problem, cell))
    digits(board, problem.givens, answer, low=any(isinstance(one, Cage) for one in problem.constraints))
    return board


_DRAWN = (Cage, Diagonal, Regions, Windoku)


def _caption(constraint: Constraint) -> str:
    return constraint.lines()[0]


def _region(problem: Sudoku, cell: Cell) -> tuple[int, int, int]:
    """What tells cells on two sides of a wall apart: the box, and the region of a jigsaw."""
    r, c = cell
    box = (-1, -1) if problem.box_rows == NO_BOXES else (r // problem.box_rows, c // problem.box_columns)
    return (*box, problem.regions.labels[r][c] if problem.regions else -1)


def _cage(board: Board, cage: Cage) -> None:
    board.around(cage.cells, 3.5, stroke=DARK, stroke_width=1.2, stroke_dasharray="3 2.5")
    if cage.total is None:
        return
    r, c = cage.cells[0]
    x, y, total = c * SIDE + 2, r * SIDE + 2, str(cage.total)
    board.rect(x, y, 0.68 * _SUM * len(total) + 2, _SUM + 2, fill="#ffffff")
    board.text(x + 1, y + _SUM, total, font_size=_SUM, fill=DARK)
