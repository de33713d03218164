"""Boards cut into areas by the walls between their cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from ..board import Edge
from ..grid import Cell, Grid


def neighbours_across(size: int) -> Iterator[Edge]:
    """Pairs of cells side by side, row by row."""
    return (((r, c), (r, c + 1)) for r, c in product(range(size), range(size - 1)))


def neighbours_down(size: int) -> Iterator[Edge]:
    """Pairs of cells one above the other, column by column."""
    return (((r, c), (r + 1, c)) for c, r in product(range(size), range(size - 1)))


def areas(size: int, joined: Iterable[Edge]) -> Grid:
    """The connected components of the cells: for each cell the number of its area, from 0."""
    links: dict[Cell, list[Cell]] = {(r, c): [] for r, c in product(range(size), range(size))}
    for a, b in joined:
        links[a].append(b)
        links[b].append(a)
    numbers: dict[Cell, int] = {}
    count = 0
    for start in links:
        if start in numbers:
            continue
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if cell not in numbers:
                numbers[cell] = count
                waiting += links[cell]
        count += 1
    return tuple(tuple(numbers[r, c] for c in range(size)) for r in range(size))


def walls(labels: Grid, pairs: Iterable[Edge]) -> list[bool]:
    """For each pair, whether its cells are in different areas."""
    return [labels[a[0]][a[1]] != labels[b[0]][b[1]] for a, b in pairs]


def of_one_piece(labels: Grid) -> bool:
    """Whether the cells of each area are connected, so that its walls determine it."""
    pairs = [*neighbours_across(len(labels)), *neighbours_down(len(labels))]
    joined = (pair for pair, wall in zip(pairs, walls(labels, pairs), strict=True) if not wall)
    return len(cells_by_area(areas(len(labels), joined))) == len(cells_by_area(labels))


def cells_by_area(labels: Grid) -> list[list[Cell]]:
    """The cells of each area, in the order of their first cells."""
    found: dict[int, list[Cell]] = {}
    for r, row in enumerate(labels):
        for c, label in enumerate(row):
            found.setdefault(label, []).append((r, c))
    return list(found.values())
