"""Thermometer: of every two cells, how far the later digit is above the earlier."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.thermo import Thermo


def state(constraint: Thermo, layout: Layout) -> Iterator[Binary]:
    """Cells that are n apart have digits at least n apart."""
    for (i, a), (j, b) in combinations(enumerate(constraint.cells), 2):
        yield Binary(((a, b),), partial(_rises, j - i))


def _rises(least: int, first: int, second: int) -> bool:
    return second - first >= least
