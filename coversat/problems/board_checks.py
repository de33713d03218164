"""Rules that the checks of several kinds share. Models and encoders do not use them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from .grid import Cell, cell_name
from .problem import Violation
from .puzzle import GridPuzzle


def shaded_beside(puzzle: GridPuzzle, shaded: Collection[Cell]) -> Iterator[Violation]:
    """A violation for each two shaded cells that share a side."""
    among = frozenset(shaded)
    for cell, other in puzzle.adjacent():
        if cell in among and other in among:
            names = f"{cell_name(cell)} and {cell_name(other)}"
            yield Violation(f"{names} are shaded", (cell, other), f"{names} are not both shaded")


def not_connected(puzzle: GridPuzzle, chosen: Iterable[Cell], what: str) -> Iterator[Violation]:
    """A violation if these cells are not connected through sides of cells."""
    pieces = puzzle.pieces(chosen)
    if len(pieces) > 1:
        smallest = min(pieces, key=len)
        words = f"{what} are not connected: {len(pieces)} pieces"
        yield Violation(words, tuple(smallest), f"{what} are connected")


def badly_shaded(puzzle: GridPuzzle, held: Mapping[Cell, int]) -> Iterator[Violation]:
    """Shaded cells, which hold 1, that share sides, or that separate the others."""
    yield from shaded_beside(puzzle, [cell for cell in held if held[cell]])
    yield from not_connected(puzzle, [cell for cell in held if not held[cell]], "cells that are not shaded")
