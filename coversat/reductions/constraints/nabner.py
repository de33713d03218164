"""Nabner: any two cells of the line have digits that are two or more apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.nabner import Nabner
from ..statements import Pairs


def state(constraint: Nabner, layout: Layout) -> Iterator[Pairs]:
    """Any two."""
    yield Pairs(tuple(combinations(constraint.cells, 2)), lambda one, two: abs(one - two) > 1)
