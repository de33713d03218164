"""Pair: the relation, of each two neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.pair import Pair
from ...problems.relations import relation_of
from ..statements import Pairs


def state(constraint: Pair, layout: Layout) -> Iterator[Pairs]:
    """One after the other."""
    yield Pairs(tuple(pairwise(constraint.cells)), relation_of(constraint.relation))
