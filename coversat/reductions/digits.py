"""Grids of digits as cells and their digits, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..problems.grid import Cell, Grid, cell_name

Shown = tuple[Cell, int]
"""A cell and its digit."""


def filled(answer: Grid) -> Iterator[Shown]:
    """The cells of a grid, or of a part of one, that hold a digit."""
    for r, row in enumerate(answer):
        for c, digit in enumerate(row):
            if digit:
                yield (r, c), digit


def grid_of(rows: int, columns: int, shown: Iterable[Shown]) -> Grid:
    """The grid with these digits; 0 elsewhere."""
    grid = [[0] * columns for _ in range(rows)]
    for (r, c), digit in shown:
        grid[r][c] = digit
    return tuple(map(tuple, grid))


def shown_name(shown: Shown) -> str:
    """``r1c1=5``."""
    return f"{cell_name(shown[0])}={shown[1]}"


def no_such_digit(shown: Shown) -> str:
    """That a cell can hold no such digit."""
    return f"{cell_name(shown[0])} cannot hold {shown[1]}"


def unit_digit(unit: str, size: int, at: int, lowest: int = 1) -> str:
    """The item of a digit in a unit; the digits of the first unit come first."""
    return f"{unit}{at // size + 1}={at % size + lowest}"
