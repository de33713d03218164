"""Slow thermometer: of every two cells, the later digit is no lower."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from operator import le

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.thermo_slow import ThermoSlow


def state(constraint: ThermoSlow, layout: Layout) -> Iterator[Binary]:
    """Not only of neighbours."""
    yield Binary(tuple(combinations(constraint.cells, 2)), le)
