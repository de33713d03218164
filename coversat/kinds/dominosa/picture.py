"""Dominosa: the digits of a board, and the dominoes laid under them."""

from __future__ import annotations

from ...drawing.board import FOUND, Board, tiles
from .rules import FACES, Dominosa, Tiling


def draw(problem: Dominosa, answer: Tiling | None, other: Tiling | None) -> Board:
    """The digits; an answer lays tiles under them."""
    board = Board(problem.rows, problem.columns)
    board.lines()
    board.walls(lambda cell: 0)
    tiles(board, answer or (), fill="#ffffff", stroke=FOUND, stroke_width=2)
    if answer is not None and other is not None:
        board.ring(cell for edge in set(answer) - set(other) for cell in edge)
    faces = {(r, c): FACES[digit] for r, row in enumerate(problem.digits) for c, digit in enumerate(row)}
    board.faces(faces, faces)
    return board
