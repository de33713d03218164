"""Skyscrapers: a board of numbers, clues around it."""

from __future__ import annotations

from ...drawing.clues import STEPS, framed
from ...drawing.svg import Svg
from ...problems.grid import Grid
from ..latin.picture import draw as draw_latin
from .rules import Skyscrapers

_STEPS = STEPS | {"above": STEPS["top"], "below": STEPS["bottom"]}


def draw(problem: Skyscrapers, answer: Grid | None, other: Grid | None) -> Svg:
    """Draw the board of a Latin square, with each clue at its side."""
    board = draw_latin(problem, answer, other)
    for view in problem.views:
        board.clue(view.cells[0], _STEPS[view.side], str(view.count))
    return framed(board)
