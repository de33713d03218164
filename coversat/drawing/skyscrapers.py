"""Skyscrapers: a board of numbers, clues around it."""

from __future__ import annotations

from ..problems.grid import Grid
from ..problems.skyscrapers import Skyscrapers
from .board import INK, SIDE
from .latin import draw as draw_latin
from .svg import MIDDLE, Svg

_CLUE = 16
_ROOM = 28
"""Beside each side of the board, for its clues."""


def draw(problem: Skyscrapers, answer: Grid | None, other: Grid | None) -> Svg:
    """The board as that of a Latin square, each clue at its side."""
    board = draw_latin(problem, answer, other)
    whole = Svg(board.width + 2 * _ROOM, board.height + 2 * _ROOM)
    whole.place(board, _ROOM, _ROOM)
    ends = {"above": (0, -0.5), "below": (0, 0.5), "left": (-0.5, 0), "right": (0.5, 0)}
    with whole.group(font_size=_CLUE, text_anchor="middle", fill=INK):
        for view in problem.views:
            (r, c), (right, down) = view.cells[0], ends[view.side]
            x = _ROOM + (c + 0.5 + right) * SIDE + right * _ROOM
            y = _ROOM + (r + 0.5 + down) * SIDE + down * _ROOM
            whole.text(x, y + MIDDLE * _CLUE, str(view.count))
    return whole
