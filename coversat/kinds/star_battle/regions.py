"""Random stars, and regions that grow around them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ...problems.board import beside
from ...problems.grid import Cell, Numbers, rows_of

if TYPE_CHECKING:
    import random

TRIES = 200
"""The number of rows of stars that are tried for one placement."""

Board = dict[Cell, int]
"""The region of each cell."""
Neighbours = Mapping[Cell, Sequence[Cell]]


def random_stars(size: int, count: int, rng: random.Random) -> set[Cell] | None:
    """`count` stars in each row and column, none of which touch; None if the random choices fail."""
    columns: dict[int, int] = defaultdict(int)
    rows: list[list[int]] = []
    for _ in range(TRIES):
        if len(rows) == size:
            return {(r, c) for r, row in enumerate(rows) for c in row}
        taken = {c + step for c in (rows[-1] if rows else ()) for step in (-1, 0, 1)}
        free = [c for c in range(size) if c not in taken and columns[c] < count]
        rng.shuffle(free)
        row: list[int] = []
        for c in free:
            if len(row) < count and all(abs(c - other) > 1 for other in row):
                row.append(c)
        if len(row) == count:
            rows.append(row)
        else:  # go back a few rows
            del rows[-rng.randrange(1, 4) :]
            columns.clear()
        columns.update({c: sum(c in other for other in rows) for c in range(size)})
    return None


def random_regions(size: int, count: int, stars: Iterable[Cell], rng: random.Random) -> Numbers | None:
    """Connected regions, with `count` stars each; None if the random choices fail."""
    board = {star: label for label, star in enumerate(sorted(stars))}
    open_cells = [(r, c) for r in range(size) for c in range(size) if (r, c) not in board]
    near_to = beside(size, size)
    while open_cells:
        cell = rng.choice(open_cells)
        labels = [board[near] for near in near_to[cell] if near in board]
        if labels:
            board[cell] = rng.choice(labels)
            open_cells.remove(cell)
    whole = board if count == 1 else _joined(board, count, near_to, rng)
    return None if whole is None else rows_of([whole[cell] for cell in near_to], size)


def _joined(board: Board, count: int, near_to: Neighbours, rng: random.Random) -> Board | None:
    """Regions joined to so many neighbours, those with the fewest neighbours first."""
    left: dict[int, set[int]] = {label: set() for label in board.values()}
    for cell, label in board.items():
        left[label] |= {board[near] for near in near_to[cell]} - {label}
    group: dict[int, int] = {}
    while left:
        first = min(left, key=lambda one: (len(left[one]), one))
        choices = {first}
        for _ in range(count):
            if not choices:
                return None
            fewest = min(len(left[one]) for one in choices)
            label = rng.choice(sorted(one for one in choices if len(left[one]) == fewest))
            group[label] = first
            choices = (choices | left.pop(label)) - {label}
            for neighbours in left.values():
                neighbours.discard(label)
    return {cell: group[label] for cell, label in board.items()}
