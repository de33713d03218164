"""Pair of all: the relation, of any two cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.pair_all import PairAll
from ...problems.relations import relation_of
from ..statements import Pairs


def state(constraint: PairAll, layout: Layout) -> Iterator[Pairs]:
    """The earlier cell first."""
    yield Pairs(tuple(combinations(constraint.cells, 2)), relation_of(constraint.relation))
