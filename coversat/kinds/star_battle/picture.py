"""Star battle: regions behind thick walls, stars black."""

from __future__ import annotations

from math import cos, pi, sin

from ...drawing.board import INK, SIDE, TINTS, Board, differing_cells
from ...drawing.svg import polygon
from ...problems.grid import Numbers
from ...wording import counted
from .rules import StarBattle


def draw(problem: StarBattle, answer: Numbers | None, other: Numbers | None) -> Board:
    """Draw the regions, with a ring where another answer has no star."""
    size = problem.size
    stars = counted(problem.stars, "star")
    board = Board(size, size, [f"{stars} in each row, column and region"])
    cells = [(r, c) for r in range(size) for c in range(size)]
    for region in range(size):
        board.shade((cell for cell in cells if problem.region(cell) == region), TINTS[region % len(TINTS)])
    board.lines()
    board.walls(problem.region)
    shown = {(r, c) for r, c in cells if answer is not None and answer[r][c]}
    board.ring(shown.intersection(differing_cells(problem, answer, other)))
    d = (_star((c + 0.5) * SIDE, (r + 0.5) * SIDE, 0.32 * SIDE) for r, c in sorted(shown))
    board.path("".join(d), fill=INK)
    return board


def _star(x: float, y: float, radius: float) -> str:
    corners = (
        (x + far * sin(turn * pi / 5), y - far * cos(turn * pi / 5))
        for turn in range(10)
        for far in (radius * (0.42 if turn % 2 else 1),)
    )
    return polygon(corners)
