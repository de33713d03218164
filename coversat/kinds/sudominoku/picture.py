"""Sudominoku: the digits, and the dominoes as tiles."""

from __future__ import annotations

from ...drawing.board import FOUND, INK, INSET, SHADE, SIDE, Board, differing_cells, digits, tiles
from ...problems.grid import Grid
from .rules import Sudominoku


def draw(problem: Sudominoku, answer: Grid | None, other: Grid | None) -> Board:
    """Draw given tiles grey with a thick border, singles round, and other tiles white."""
    board = Board(problem.size, problem.size)
    board.lines()
    board.walls(lambda cell: (cell[0] // problem.box_rows, cell[1] // problem.box_columns))
    given = [domino.cells for domino in problem.dominoes]
    laid = problem.tiling(answer) if answer and not problem.violations(answer) else None
    tiles(board, [one.cells for one in laid or () if one.cells not in given], fill="#ffffff", stroke=FOUND)
    tiles(board, given, fill=SHADE, stroke=INK, stroke_width=2)
    with board.group(fill=SHADE, stroke=INK, stroke_width=2):
        for r, c in sorted(problem.singles):
            board.circle((c + 0.5) * SIDE, (r + 0.5) * SIDE, SIDE / 2 - INSET)
    board.ring(differing_cells(problem, answer, other))
    digits(board, problem.givens, answer)
    return board
