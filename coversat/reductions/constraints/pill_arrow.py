"""Pill arrow: a sum in which cells of the pill count tens and hundreds."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Count, Sum
from ...problems.constraints.pill_arrow import PillArrow


def state(constraint: PillArrow, layout: Layout) -> Iterator[Sum | Count]:
    """For each arrow; behind the first cell of the pill a digit has one figure."""
    pill, *arrows = constraint.groups
    number = tuple((-(10**power), cell) for power, cell in enumerate(reversed(pill)))[::-1]
    for arrow in arrows:
        yield Sum((*number, *((1, cell) for cell in arrow)))
    if layout.highest > 9:
        for cell in pill[1:]:
            yield Count((cell,), range(layout.lowest, 10), (1,))
