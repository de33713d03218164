"""Anti-consecutive: a relation of all cells with a common border."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.anti_consecutive import AntiConsecutive
from ..statements import Pairs, borders


def state(constraint: AntiConsecutive, layout: Layout) -> Iterator[Pairs]:
    """Two digits are not 1 apart."""
    yield Pairs(tuple(borders(layout)), lambda one, two: abs(one - two) != 1)
