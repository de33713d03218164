"""The geometry of boards: cells, lines, boxes, regions, neighbours, and lines seen from a side.

A cell is its row and its column, from 0. Cells and pairs of cells come in reading order: row by row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import isqrt
from typing import TYPE_CHECKING, Any

from .grid import Cell, Numbers

if TYPE_CHECKING:
    import random

Edge = tuple[Cell, Cell]
"""Two cells that share a side, the first in reading order first."""
Line = tuple[Cell, ...]

TOP, BOTTOM, LEFT, RIGHT = "top", "bottom", "left", "right"
INWARDS = {LEFT: (0, 1), RIGHT: (0, -1), TOP: (1, 0), BOTTOM: (-1, 0)}
"""The step to the next cell of a line that is seen from a side."""


@lru_cache(maxsize=16)
def cells(rows: int, columns: int) -> Line:
    """Every cell, row by row."""
    return tuple(product(range(rows), range(columns)))


def row(r: int, columns: int) -> Line:
    """The cells of a row."""
    return tuple((r, c) for c in range(columns))


def column(c: int, rows: int) -> Line:
    """The cells of a column."""
    return tuple((r, c) for r in range(rows))


@lru_cache(maxsize=16)
def rows_and_columns(rows: int, columns: int) -> tuple[tuple[str, Line], ...]:
    """Each row, then each column: its name, such as ``row 1``, and its cells."""
    across = [(f"row {r + 1}", row(r, columns)) for r in range(rows)]
    return (*across, *[(f"column {c + 1}", column(c, rows)) for c in range(columns)])


def boxes(rows: int, columns: int, box_rows: int, box_columns: int) -> Iterator[tuple[str, Line]]:
    """Each box: its name, such as ``box 1``, and its cells."""
    corners = product(range(0, rows, box_rows), range(0, columns, box_columns))
    for number, (top, left) in enumerate(corners, 1):
        yield f"box {number}", tuple(product(range(top, top + box_rows), range(left, left + box_columns)))


def regions(labels: Numbers) -> dict[int, Line]:
    """The cells of each region, by the label that its cells have, in the order of their first cells."""
    found: dict[int, list[Cell]] = {}
    for r, labelled in enumerate(labels):
        for c, label in enumerate(labelled):
            found.setdefault(label, []).append((r, c))
    return {label: tuple(inside) for label, inside in found.items()}


@lru_cache(maxsize=16)
def neighbours(rows: int, columns: int) -> tuple[Edge, ...]:
    """Each pair of cells that share a side, once: to the right, then downwards."""
    found: list[Edge] = []
    for r, c in cells(rows, columns):
        if c + 1 < columns:
            found.append(((r, c), (r, c + 1)))
        if r + 1 < rows:
            found.append(((r, c), (r + 1, c)))
    return tuple(found)


@lru_cache(maxsize=16)
def beside(rows: int, columns: int) -> dict[Cell, tuple[Cell, ...]]:
    """The cells that share a side with each cell, in reading order."""
    found: dict[Cell, tuple[Cell, ...]] = {}
    for r, c in cells(rows, columns):
        near = (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)
        found[r, c] = tuple([(a, b) for a, b in near if 0 <= a < rows and 0 <= b < columns])
    return found


def touching(rows: int, columns: int) -> Iterator[tuple[Cell, Cell]]:
    """Each pair of cells that share a side or a corner, once."""
    for r, c in cells(rows, columns):
        for down, right in ((0, 1), (1, -1), (1, 0), (1, 1)):
            if r + down < rows and 0 <= c + right < columns:
                yield (r, c), (r + down, c + right)


@lru_cache(maxsize=16)
def squares(rows: int, columns: int) -> tuple[tuple[Cell, Cell, Cell, Cell], ...]:
    """Each block of two by two cells."""
    corners = cells(rows - 1, columns - 1)
    return tuple([((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)) for r, c in corners])


def are_neighbours(a: Cell, b: Cell) -> bool:
    """Whether two cells share a side."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def touch(a: Cell, b: Cell) -> bool:
    """Whether two different cells share a side or a corner."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def seen_from(side: str, number: int, rows: int, columns: int) -> Line:
    """The cells of a row (from the left or right) or column (from the top or bottom), the nearest first.

    `number` is that of the row or column, from 0.
    """
    line = row(number, columns) if side in (LEFT, RIGHT) else column(number, rows)
    return line[::-1] if side in (RIGHT, BOTTOM) else line


def region_map(words: Sequence[str]) -> tuple[int, ...] | None:
    """The number of each cell's region, if these are N of each of N signs, each connected; else None."""
    size = isqrt(len(words))
    counts = Counter(words)
    if size * size != len(words) or {*counts.values()} != {size} or not all(map(str.isalnum, counts)):
        return None
    numbers = {word: number for number, word in enumerate(counts)}
    labels = tuple([numbers[word] for word in words])
    parts = regions(tuple(labels[at : at + size] for at in range(0, len(labels), size))).values()
    near = beside(size, size)
    return labels if all(len(pieces_of(part, near.__getitem__)) == 1 for part in parts) else None


def pieces_of(chosen: Iterable[Hashable], linked: Callable[[Any], Iterable[Hashable]]) -> list[list[Any]]:
    """The connected pieces of some elements, found by flood fill."""
    left = dict.fromkeys(chosen)
    found = []
    while left:
        start = next(iter(left))
        del left[start]
        piece: list[Any] = [start]
        for one in piece:  # grows meanwhile
            for other in linked(one):
                if other in left:
                    del left[other]
                    piece.append(other)
        found.append(piece)
    return found


def random_regions(
    rows: int, columns: int, rng: random.Random, largest: int = 6, smallest: int = 1
) -> Numbers:
    """A division of the board into connected regions of a few cells each.

    One that would have fewer cells than `smallest` is joined to another, which may then have more than
    `largest`.
    """
    every = list(cells(rows, columns))
    labels: dict[Cell, int] = {}
    rng.shuffle(every)
    for start in every:
        size, inside, edge = rng.randint(smallest, largest), 0, [start]
        while edge and inside < size:
            r, c = cell = edge.pop(rng.randrange(len(edge)))
            if cell not in labels:
                labels[cell] = every.index(start)
                inside += 1
                near = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
                edge += [one for one in near if one in every and one not in labels]
    _join_small(labels, smallest)
    return tuple(tuple(labels[r, c] for c in range(columns)) for r in range(rows))


def _join_small(labels: dict[Cell, int], smallest: int) -> None:
    """Join each region of fewer cells to one beside it, as long as there is one."""
    for label in sorted(set(labels.values())):
        here = [cell for cell, held in labels.items() if held == label]
        near = ((r + down, c + right) for r, c in here for down, right in INWARDS.values())
        beside = sorted({labels[cell] for cell in near if cell in labels} - {label})
        if here and len(here) < smallest and beside:
            labels.update(dict.fromkeys(here, beside[0]))
