"""Digits in the cells of a board, for every kind that has them."""

from __future__ import annotations

from collections.abc import Callable

from ..problems.grid import Grid, digit_character
from .board import Board


def digits(
    board: Board,
    givens: Grid,
    answer: Grid | None,
    low: bool = False,
    name: Callable[[int], str] = digit_character,
) -> None:
    """The givens, and what an answer has in the other cells; `low` as in `Board.faces`."""
    cells = [(r, c) for r, row in enumerate(givens) for c in range(len(row))]
    shown = givens if answer is None else answer
    faces = {(r, c): name(shown[r][c]) for r, c in cells if shown[r][c]}
    board.faces(faces, {(r, c) for r, c in cells if givens[r][c]}, low)
