"""Look and say: a count of each digit."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Count
from ...problems.constraints.look_and_say import LookAndSay


def state(constraint: LookAndSay, layout: Layout) -> Iterator[Count]:
    """How many cells hold it."""
    for number, digit in constraint.tallies:
        yield Count(constraint.cells, (digit,), (number,))
