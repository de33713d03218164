"""Sudokus: a random full grid, from which givens are taken away while the answer stays the only one."""

from __future__ import annotations

import random
from functools import cache

from ...problems.grid import Cell, Grid
from ...problems.sudoku import BOX_SIDES, Sudoku, default_box
from ...reductions import Reduction
from ...routes import apply_rules, find_rules
from ...solvers import Limits
from ...solvers.bitset_cover import PreparedCover
from ..clock import Clock
from .symmetry import orbits
from .wish import Wish, WishError

CHECKS = ("cnf:extended/cadical195", "cover/bitset")
"""The two routes that check each puzzle: no reduction is in both."""

NODES = 5_000
"""A check for uniqueness that takes more nodes than this is given up, and the given stays."""


class Board:
    """The empty board of one shape, prepared once for all questions about its grids."""

    def __init__(self, box_rows: int, box_columns: int) -> None:
        self.box_rows, self.box_columns = box_rows, box_columns
        self.size = box_rows * box_columns
        empty = Sudoku(box_rows, box_columns, ((0,) * self.size,) * self.size)
        self._reduction: Reduction[Sudoku, object, Grid, tuple[int, ...]]
        self._reduction = apply_rules(find_rules("sudoku", "cover"), empty)
        self._prepared = PreparedCover(self._reduction.target)  # type: ignore[arg-type]

    def answer(self, givens: Grid) -> Grid | None:
        """The first answer with these givens, or None."""
        found = self._prepared.first(self._reduction.encode(givens).options)
        return None if found is None else self._reduction.decode(found)

    def is_unique(self, givens: Grid) -> bool:
        """Whether exactly one answer has these givens; False also where that is too hard to say."""
        forced = self._reduction.encode(givens).options
        search = self._prepared.answers(2, forced, limits=Limits(nodes=NODES))
        return len(list(search)) == 1 and search.exhausted

    def random_grid(self, rng: random.Random) -> Grid:
        """A full grid: random boxes on the diagonal, completed, then rows and columns mixed."""
        answer = None
        while answer is None:
            answer = self.answer(self._diagonal_boxes(rng))
        rows = _mixed(rng, self.box_columns, self.box_rows)
        columns = _mixed(rng, self.box_rows, self.box_columns)
        return tuple(tuple(answer[r][c] for c in columns) for r in rows)

    def _diagonal_boxes(self, rng: random.Random) -> Grid:
        grid = [[0] * self.size for _ in range(self.size)]
        for box in range(min(self.box_rows, self.box_columns)):
            digits = rng.sample(range(1, self.size + 1), self.size)
            for place, digit in enumerate(digits):
                r, c = divmod(place, self.box_columns)
                grid[box * self.box_rows + r][box * self.box_columns + c] = digit
        return tuple(map(tuple, grid))


def _mixed(rng: random.Random, bands: int, lines: int) -> list[int]:
    """The numbers of the lines, mixed within each band, and the bands mixed."""
    order = []
    for band in rng.sample(range(bands), bands):
        order += [band * lines + line for line in rng.sample(range(lines), lines)]
    return order


@cache
def board(box_rows: int, box_columns: int) -> Board:
    """The board of this shape; the same one when asked again."""
    return Board(box_rows, box_columns)


def boxes_of(wish: Wish) -> tuple[int, int]:
    """The shape of the boxes that a wish names, 3x3 where it names none.

    Raises
    ------
    WishError
        For a size or boxes that no sudoku has.
    """
    boxes = wish.boxes
    if boxes is None:
        rows, columns = wish.size or (9, 9)
        boxes = default_box(rows) if rows == columns else None
        if boxes is None:
            raise WishError(f"no sudoku is {rows}x{columns}")
    if boxes[0] not in BOX_SIDES or boxes[1] not in BOX_SIDES:
        raise WishError(f"boxes are 2x2 to 5x5, not {boxes[0]}x{boxes[1]}")
    size = boxes[0] * boxes[1]
    if wish.size not in (None, (size, size)):
        raise WishError(f"boxes of {boxes[0]}x{boxes[1]} make a board of {size}x{size}")
    return boxes


def attempt(wish: Wish, rng: random.Random, clock: Clock) -> Sudoku | None:
    """A sudoku; None where as few givens as wished were not reached.

    Without a number of givens none of its groups of symmetric givens can be left out, up to checks that
    are too hard on the largest boards.
    """
    here = board(*boxes_of(wish))
    if wish.givens is not None and wish.givens > here.size**2:
        raise WishError(f"the board has {here.size**2} cells, not {wish.givens}")
    grid = here.random_grid(rng)
    cells = [(r, c) for r in range(here.size) for c in range(here.size)]
    groups = orbits(cells, wish.symmetry or "none", here.size, here.size)
    rng.shuffle(groups)
    left = set(cells)
    for group in groups:
        clock.check()
        if len(left) - len(group) < (wish.givens or 0):
            continue
        if here.is_unique(_only(grid, left.difference(group))):
            left.difference_update(group)
    if wish.givens is not None and len(left) != wish.givens:
        return None
    return Sudoku(here.box_rows, here.box_columns, _only(grid, left))


def _only(grid: Grid, cells: set[Cell]) -> Grid:
    return tuple(tuple(d if (r, c) in cells else 0 for c, d in enumerate(row)) for r, row in enumerate(grid))
