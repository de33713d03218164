"""Latin squares: a plain board of numbers."""

from __future__ import annotations

from ...drawing.board import Board, differing_cells, digits
from ...problems.grid import Grid
from .rules import Latin


def draw(problem: Latin, answer: Grid | None, other: Grid | None) -> Board:
    """The numbers as numbers, however large."""
    board = Board(problem.order, problem.order)
    board.lines()
    board.walls(lambda cell: 0)
    board.ring(differing_cells(problem, answer, other))
    digits(board, problem.givens, answer, name=str)
    return board
