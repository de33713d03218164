"""Windoku: a group for each window."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from ...kinds.sudoku.layout import Layout
from ...language import AllDifferent
from ...problems.constraints.windoku import Windoku


def state(constraint: Windoku, layout: Layout) -> Iterator[AllDifferent]:
    """The windows, left to right and down: cells whose row and column are not between windows."""
    side = isqrt(layout.rows)
    windows: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for r, c in layout.cells():
        if r % (side + 1) and c % (side + 1):
            windows.setdefault((r // (side + 1), c // (side + 1)), []).append((r, c))
    for number, cells in enumerate(windows.values(), 1):
        yield AllDifferent(tuple(cells), name=f"window{number}")
