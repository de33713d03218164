"""Kakuro: black cells dark, clues in their two triangles."""

from __future__ import annotations

from ...drawing.board import DARK, SIDE, Board, differing_cells
from ...drawing.svg import segment
from ...problems.grid import Grid
from .rules import ACROSS, DOWN, Kakuro

_CLUE = 13


def draw(problem: Kakuro, answer: Grid | None, other: Grid | None) -> Board:
    """Draw the board, with down clues in the lower left triangle and across clues in the upper right."""
    board = Board(problem.rows, problem.columns)
    cells = [(r, c) for r in range(problem.rows) for c in range(problem.columns)]
    board.shade((cell for cell in cells if not problem.is_white(cell)), DARK)
    board.lines()
    board.walls(lambda cell: 0)
    board.ring(differing_cells(problem, answer, other))
    places = sorted({(clue.row, clue.column) for clue in problem.clues})
    diagonals = (segment((c * SIDE, r * SIDE), ((c + 1) * SIDE, (r + 1) * SIDE)) for r, c in places)
    board.path("".join(diagonals), stroke="#ffffff", stroke_width=1)
    with board.group(font_size=_CLUE, text_anchor="middle", fill="#ffffff"):
        for clue in problem.clues:
            right, down = {DOWN: (0.3, 0.92), ACROSS: (0.68, 0.4)}[clue.direction]
            board.text((clue.column + right) * SIDE, (clue.row + down) * SIDE, str(clue.total))
    if answer is not None:
        board.faces({(r, c): str(answer[r][c]) for r, c in problem.white_cells if answer[r][c]}, ())
    return board
