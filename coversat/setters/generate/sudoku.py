"""Sudokus: givens are removed from a random full grid while the answer stays unique."""

from __future__ import annotations

import random
from functools import cache

from ...kinds.sudoku.rules import Sudoku
from ...problems.grid import Grid
from ...problems.layout import BOX_SIDES, default_box
from ..clock import Clock
from .removal import EmptyBoard, fill
from .spec import Spec, SpecError

CHECKS = ("cnf:extended/cadical195", "cnf:mdd/glucose4", "cover/bitset")
"""The first two of these routes that take a puzzle check it: no reduction is in both."""

FEWEST = {(2, 2): 4, (2, 3): 8, (3, 2): 8, (3, 3): 17}
"""The fewest givens of a sudoku with these boxes, where they are known.

Seventeen: G. McGuire, B. Tugemann and G. Civario, There is no 16-clue sudoku, Experimental Mathematics
23, 2014.
"""


class SudokuBoard(EmptyBoard):
    """The empty board of one shape."""

    def __init__(self, box_rows: int, box_columns: int) -> None:
        self.box_rows, self.box_columns = box_rows, box_columns
        size = box_rows * box_columns
        super().__init__(Sudoku(box_rows, box_columns, ((None,) * size,) * size), size)

    def random_grid(self, rng: random.Random) -> Grid:
        """A full grid: random boxes on the diagonal, completed, with rows and columns shuffled."""
        answer = None
        while answer is None:
            answer = self.answer(self._diagonal_boxes(rng))
        rows = _mixed(rng, self.box_columns, self.box_rows)
        columns = _mixed(rng, self.box_rows, self.box_columns)
        return tuple(tuple(answer[r][c] for c in columns) for r in rows)

    def _diagonal_boxes(self, rng: random.Random) -> Grid:
        grid: list[list[int | None]] = [[None] * self.size for _ in range(self.size)]
        for box in range(min(self.box_rows, self.box_columns)):
            digits = rng.sample(range(1, self.size + 1), self.size)
            for place, digit in enumerate(digits):
                r, c = divmod(place, self.box_columns)
                grid[box * self.box_rows + r][box * self.box_columns + c] = digit
        return tuple(map(tuple, grid))


def _mixed(rng: random.Random, bands: int, lines: int) -> list[int]:
    """The line numbers, shuffled within each band, with the bands shuffled."""
    order = []
    for band in rng.sample(range(bands), bands):
        order += [band * lines + line for line in rng.sample(range(lines), lines)]
    return order


@cache
def board(box_rows: int, box_columns: int) -> SudokuBoard:
    """The board of this shape, cached."""
    return SudokuBoard(box_rows, box_columns)


def boxes_of(spec: Spec) -> tuple[int, int]:
    """The shape of the boxes in a specification, by default 3x3.

    Raise `SpecError` if no sudoku has this size or these boxes.
    """
    boxes = spec.boxes
    if boxes is None:
        rows, columns = spec.size or (9, 9)
        boxes = default_box(rows) if rows == columns else None
        if boxes is None:
            raise SpecError(f"no sudoku is {rows}x{columns}")
    if boxes[0] not in BOX_SIDES or boxes[1] not in BOX_SIDES:
        raise SpecError(f"boxes are 2x2 to 5x5, not {boxes[0]}x{boxes[1]}")
    size = boxes[0] * boxes[1]
    if spec.size not in (None, (size, size)):
        raise SpecError(f"boxes of {boxes[0]}x{boxes[1]} make a board of {size}x{size}")
    return boxes


def attempt(spec: Spec, rng: random.Random, clock: Clock) -> Sudoku | None:
    """A sudoku; None if the requested number of givens was not reached."""
    if spec.layout is not None:
        return fill(spec, spec.layout, rng, clock)
    boxes = boxes_of(spec)
    here = board(*boxes)
    # Two digits that are not given can be exchanged.
    fewest = FEWEST.get(boxes, here.size - 1)
    givens = here.thinned(here.random_grid(rng), spec, fewest, rng, clock)
    return None if givens is None else Sudoku(*boxes, givens)
