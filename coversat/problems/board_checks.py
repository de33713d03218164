"""Rules that the checks of several kinds share. Models and encoders do not use them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any

from .grid import Cell, cell_name
from .problem import Violation
from .puzzle import GridPuzzle


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


def shaded_beside(puzzle: GridPuzzle, shaded: Collection[Cell]) -> Iterator[Violation]:
    """A violation for each two shaded cells that share a side."""
    among = frozenset(shaded)
    for cell in shaded:
        for other in puzzle.neighbours(cell):
            if cell < other and other in among:
                names = f"{cell_name(cell)} and {cell_name(other)}"
                yield Violation(f"{names} are shaded", (cell, other), f"{names} are not both shaded")


def not_connected(puzzle: GridPuzzle, chosen: Iterable[Cell], what: str) -> Iterator[Violation]:
    """A violation if these cells are not connected through sides of cells."""
    pieces = pieces_of(chosen, puzzle.neighbours)
    if len(pieces) > 1:
        smallest = min(pieces, key=len)
        words = f"{what} are not connected: {len(pieces)} pieces"
        yield Violation(words, tuple(smallest), f"{what} are connected")


def badly_shaded(puzzle: GridPuzzle, held: Mapping[Cell, int]) -> Iterator[Violation]:
    """Shaded cells, which hold 1, that share sides, or that separate the others."""
    yield from shaded_beside(puzzle, [cell for cell in held if held[cell]])
    yield from not_connected(puzzle, [cell for cell in held if not held[cell]], "cells that are not shaded")
