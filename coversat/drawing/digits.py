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
    """The givens, and what an answer has in the other cells; `low` as in `Board.faces`.

    A given is shown as it is given, whatever a wrong answer has in its cell.
    """
    cells = [(r, c) for r, row in enumerate(givens) for c in range(len(row))]
    digits = {(r, c): givens[r][c] or (answer[r][c] if answer is not None else 0) for r, c in cells}
    faces = {cell: name(digit) for cell, digit in digits.items() if digit}
    board.faces(faces, {(r, c) for r, c in cells if givens[r][c]}, low)
