"""What several models need to know of a board: neighbours, and how pieces can lie."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

Cell = tuple[int, int]
Placement = tuple[int, list[int]]
"""The number of a piece, and the cells on which it lies."""


def neighbours(rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """Each two cells that share a side, once; cells are numbered row by row."""
    for r, c in product(range(rows), range(columns)):
        cell = columns * r + c
        if c + 1 < columns:
            yield cell, cell + 1
        if r + 1 < rows:
            yield cell, cell + columns


def open_edges(puzzle: dict[str, Any]) -> list[tuple[int, int]]:
    """Where a domino of a sudominoku can lie: a given one is the only one on its cells."""
    mate = {a: b for pair in puzzle["dominoes"] for a, b in (pair, pair[::-1])}
    singles = set(puzzle["singles"])
    return [
        (a, b)
        for a, b in neighbours(puzzle["size"], puzzle["size"])
        if not {a, b} & singles and mate.get(a, b) == b and mate.get(b, a) == a
    ]


def placements(puzzle: dict[str, Any]) -> list[Placement]:
    """Every way in which each piece can lie on the free cells."""
    free = {(r, c) for r, row in enumerate(puzzle["board"]) for c, is_free in enumerate(row) if is_free}
    number = {cell: at for at, cell in enumerate(sorted(free))}
    found = []
    for at, piece in enumerate(puzzle["pieces"]):
        for shape in orientations(piece, puzzle["turning"], puzzle["flipping"]):
            for r, c in sorted(free):
                cells = [(r + a, c + b - shape[0][1]) for a, b in shape]
                if free.issuperset(cells):
                    found.append((at, [number[cell] for cell in cells]))
    return found


def fills_board(puzzle: dict[str, Any]) -> bool:
    """Whether the pieces have as many cells as the board."""
    pieces = zip(puzzle["pieces"], puzzle["copies"], strict=True)
    return sum(len(piece) * copies for piece, copies in pieces) == sum(map(sum, puzzle["board"]))


def orientations(piece: list[Cell], turning: bool, flipping: bool) -> list[list[Cell]]:
    """The different ways round, each in the top left corner, its cells row by row."""
    found = set()
    for flipped, turns in product((False, True)[: 1 + flipping], range(4 if turning else 1)):
        cells = [(r, -c) if flipped else (r, c) for r, c in piece]
        for _ in range(turns):
            cells = [(c, -r) for r, c in cells]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        found.add(tuple(sorted((r - top, c - left) for r, c in cells)))
    return [list(shape) for shape in sorted(found)]
