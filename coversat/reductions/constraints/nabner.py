"""Nabner: any two cells of the line have digits that are two or more apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.nabner import Nabner


def state(constraint: Nabner, layout: Layout) -> Iterator[Binary]:
    """Any two."""
    yield Binary(tuple(combinations(constraint.cells, 2)), lambda one, two: abs(one - two) > 1)
