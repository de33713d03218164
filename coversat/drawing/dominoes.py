"""Dominoes as tiles: sudominoku, whose digits are sought, and dominosa, whose dominoes are."""

from __future__ import annotations

from collections.abc import Iterable

from ..problems.dominosa import FACES, Dominosa, Tiling
from ..problems.grid import Grid
from ..problems.sudominoku import Sudominoku
from ..problems.tiling import Edge
from .board import FOUND, INK, SHADE, SIDE, THIN, Board
from .differences import differing_cells
from .digits import digits
from .svg import Point, segment

_INSET = 3.5


def draw_sudominoku(problem: Sudominoku, answer: Grid | None, other: Grid | None) -> Board:
    """Given tiles are grey with a thick border, singles are round, laid tiles are white."""
    board = Board(problem.size, problem.size)
    board.lines()
    board.walls(lambda cell: (cell[0] // problem.box_rows, cell[1] // problem.box_columns))
    given = [domino.cells for domino in problem.dominoes]
    laid = problem.tiling(answer) if answer and not problem.violations(answer) else None
    _tiles(board, [one.cells for one in laid or () if one.cells not in given], fill="#ffffff", stroke=FOUND)
    _tiles(board, given, fill=SHADE, stroke=INK, stroke_width=2)
    with board.group(fill=SHADE, stroke=INK, stroke_width=2):
        for r, c in sorted(problem.singles):
            board.circle((c + 0.5) * SIDE, (r + 0.5) * SIDE, SIDE / 2 - _INSET)
    board.ring(differing_cells(problem, answer, other))
    digits(board, problem.givens, answer)
    return board


def draw_dominosa(problem: Dominosa, answer: Tiling | None, other: Tiling | None) -> Board:
    """The digits; an answer lays tiles under them."""
    board = Board(problem.rows, problem.columns)
    board.lines()
    board.walls(lambda cell: 0)
    _tiles(board, answer or (), fill="#ffffff", stroke=FOUND, stroke_width=2)
    if answer is not None and other is not None:
        board.ring(cell for edge in set(answer) - set(other) for cell in edge)
    faces = {(r, c): FACES[digit] for r, row in enumerate(problem.digits) for c, digit in enumerate(row)}
    board.faces(faces, faces)
    return board


def _tiles(board: Board, edges: Iterable[Edge], **style: str | float) -> None:
    for edge in sorted(edges):
        board.around(edge, _INSET, **style)
        board.path(segment(*_bar(edge)), stroke=THIN, stroke_width=1.5)


def _bar(edge: Edge) -> tuple[Point, Point]:
    """The bar between the halves of a domino."""
    (r, c), (below, right) = edge
    if r == below:
        return (right * SIDE, (r + 0.25) * SIDE), (right * SIDE, (r + 0.75) * SIDE)
    return ((c + 0.25) * SIDE, below * SIDE), ((c + 0.75) * SIDE, below * SIDE)
