"""Queens on a chessboard: given queens are black, others white; blocked squares are crossed out."""

from __future__ import annotations

from ...drawing.board import INK, SIDE, Board, differing_cells
from ...drawing.svg import segment
from .rules import Columns, Queens

_CROWN = "M9 31L6.5 14L13.5 21.5L20 9L26.5 21.5L33.5 14L31 31Z"
_TIPS = ((6.5, 12.5), (20, 7.5), (33.5, 12.5))


def draw(problem: Queens, answer: Columns | None, other: Columns | None) -> Board:
    """Draw the board, with a ring where another answer has no queen."""
    size = problem.size
    board = Board(size, size)
    board.shade((r, c) for r in range(size) for c in range(size) if (r + c) % 2)
    board.walls(lambda cell: 0)
    crosses = (
        segment((c * SIDE + a, r * SIDE + 9), (c * SIDE + b, r * SIDE + SIDE - 9))
        for r, c in problem.blocked
        for a, b in ((9, SIDE - 9), (SIDE - 9, 9))
    )
    board.path("".join(crosses), stroke=INK, stroke_width=2.5)
    queens = sorted({*problem.placed, *enumerate(answer or ())})
    board.fill((*queens, *problem.blocked))
    differing = set(differing_cells(problem, answer, other))
    board.ring(differing.intersection(queens))
    for r, c in queens:
        with board.group(
            fill=INK if (r, c) in problem.placed else "#ffffff",
            stroke=INK,
            stroke_width=1.8,
            stroke_linejoin="round",
            transform=f"translate({c * SIDE} {r * SIDE})",
        ):
            board.path(_CROWN)
            for x, y in _TIPS:
                board.circle(x, y, 2.5)
    return board
