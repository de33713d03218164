"""Many sudokus of one size at once, as NumPy arrays: read from lines, judged by the rules.

A row of an array is a board, a column a cell, row-major; 0 is a blank.  What `right` says is written
from the rules, as `Sudoku.violations` is, and shares nothing with it or with any encoding.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .grid import BLANKS, DIGITS
from .sudoku import Sudoku

Boards = npt.NDArray[np.uint8]

BAD = 255
"""What stands for a character that is no digit."""

_VALUES = np.full(256, BAD, np.uint8)
for _value, _character in enumerate(DIGITS, 1):
    _VALUES[[ord(_character), ord(_character.lower())]] = _value
_VALUES[[ord(_blank) for _blank in BLANKS]] = 0


def read_lines(lines: Sequence[str], size: int) -> Boards:
    """The boards of lines that all have as many characters; `BAD` where one is no digit up to `size`."""
    # A character outside Latin-1 becomes a question mark, which is no digit either.
    characters = np.frombuffer("".join(lines).encode("latin-1", "replace"), np.uint8)
    digits = _VALUES[characters].reshape(len(lines), -1)
    digits[digits > size] = BAD
    return digits


def right(shape: Sudoku, givens: Boards, answers: Boards) -> npt.NDArray[np.bool_]:
    """Which answers keep their givens and hold each digit once in every row, column and box.

    Parameters
    ----------
    shape : Sudoku
        Without constraints; its own givens are not looked at.
    givens, answers : one board a row
    """
    size, height, width = shape.size, shape.box_rows, shape.box_columns
    count = len(answers)
    seen = np.uint32(1) << answers.astype(np.uint32)  # one bit for each digit
    board = seen.reshape(count, size, size)
    boxes = seen.reshape(count, size // height, height, size // width, width)
    every = (1 << size + 1) - 2  # size bits: as many cells show them all only if none shows a digit twice
    keeps = ((givens == 0) | (givens == answers)).all(axis=1)
    rows = (np.bitwise_or.reduce(board, axis=2) == every).all(axis=1)
    columns = (np.bitwise_or.reduce(board, axis=1) == every).all(axis=1)
    in_boxes = (np.bitwise_or.reduce(boxes, axis=(2, 4)) == every).all(axis=(1, 2))
    found: npt.NDArray[np.bool_] = keeps & rows & columns & in_boxes
    return found
