"""Pair of all: the relation, of any two cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.pair_all import PairAll
from ...problems.relations import relation_of


def state(constraint: PairAll, layout: Layout) -> Iterator[Binary]:
    """The earlier cell first."""
    yield Binary(tuple(combinations(constraint.cells, 2)), relation_of(constraint.relation))
