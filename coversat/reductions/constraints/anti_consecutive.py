"""Anti-consecutive: a relation of all cells with a common border."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout, borders
from ...language import Binary
from ...problems.constraints.anti_consecutive import AntiConsecutive


def state(constraint: AntiConsecutive, layout: Layout) -> Iterator[Binary]:
    """Two digits are not 1 apart."""
    yield Binary(tuple(borders(layout)), lambda one, two: abs(one - two) != 1)
