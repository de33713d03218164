"""Dominosa: the digits of a board, with the dominoes drawn below them."""

from __future__ import annotations

from ...drawing.board import FOUND, Board, tiles
from .rules import FACES, Dominosa, Tiling


def draw(problem: Dominosa, answer: Tiling | None, other: Tiling | None) -> Board:
    """Draw the digits, and the dominoes of an answer."""
    board = Board(problem.rows, problem.columns)
    board.lines()
    board.walls(lambda cell: 0)
    tiles(board, answer or (), fill="#ffffff", stroke=FOUND, stroke_width=2)
    if answer is not None and other is not None:
        board.ring(cell for edge in set(answer) - set(other) for cell in edge)
    faces = {(r, c): FACES[digit] for r, row in enumerate(problem.digits) for c, digit in enumerate(row)}
    board.faces(faces, faces)
    return board
