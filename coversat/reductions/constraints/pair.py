"""Pair: the relation, of each two neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.pair import Pair
from ...problems.relations import relation_of


def state(constraint: Pair, layout: Layout) -> Iterator[Binary]:
    """One after the other."""
    yield Binary(tuple(pairwise(constraint.cells)), relation_of(constraint.relation))
