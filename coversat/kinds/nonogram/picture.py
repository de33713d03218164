"""Nonograms: clues on the left and above, a thicker line after every fifth cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...drawing.board import DARK, INK, SIDE, Board, differing_cells
from ...drawing.svg import MIDDLE, Svg
from ...problems.grid import Cell, Numbers
from .rules import Clue, Nonogram

_CLUE = 16
_STEP = 1.5 * _CLUE
_FIFTH = 5


def draw(problem: Nonogram, answer: Numbers | None, other: Numbers | None) -> Svg:
    """Fill black cells; cells that differ are smaller, within a ring."""
    board = Board(problem.rows, problem.columns)
    differing = set(differing_cells(problem, answer, other))
    black = {(r, c) for r, row in enumerate(answer or ()) for c, cell in enumerate(row) if cell}
    _squares(board, black - differing, 0)
    board.lines()
    board.walls(lambda cell: (cell[0] // _FIFTH, cell[1] // _FIFTH))
    board.ring(differing)
    _squares(board, black & differing, 10)
    left, top = _depth(problem.row_clues), _depth(problem.column_clues)
    whole = Svg(left + board.width, top + board.height)
    with whole.group(font_size=_CLUE, text_anchor="middle", fill=INK):
        for r, clue in enumerate(problem.row_clues):
            for back, run in enumerate(reversed(clue or (0,))):
                y = top + (r + 0.5) * SIDE + MIDDLE * _CLUE
                whole.text(left - (back + 0.6) * _STEP, y, str(run))
        for c, clue in enumerate(problem.column_clues):
            for back, run in enumerate(reversed(clue or (0,))):
                whole.text(left + (c + 0.5) * SIDE, top - back * _STEP - 0.5 * _CLUE, str(run))
    whole.place(board, left, top)
    return whole


def _squares(board: Board, cells: Iterable[Cell], inset: int) -> None:
    with board.group(fill=DARK):
        for r, c in sorted(cells):
            board.rect(c * SIDE + inset, r * SIDE + inset, SIDE - 2 * inset, SIDE - 2 * inset)


def _depth(clues: Sequence[Clue]) -> float:
    return max(1, *map(len, clues)) * _STEP + 4
