"""Lockout line: an automaton that reads both ends first and then knows what the others may not be."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Regular
from ...problems.constraints.lockout import Lockout

State = tuple[int, ...]


def state(constraint: Lockout, layout: Layout) -> Iterator[Regular]:
    """States: nothing, one end, and then the digits that are left."""
    allowed = tuple(layout.digits)

    def step(known: State, digit: int) -> State | None:
        if not known:
            return (digit,)
        if len(known) > 1:
            return known if digit in known[2:] else None
        (end,) = known
        ends = min(end, digit), max(end, digit)
        if ends[1] - ends[0] < constraint.least:
            return None
        return (*ends, *(one for one in allowed if one < ends[0] or one > ends[1]))

    first, *inner, last = constraint.cells
    yield Regular((first, last, *inner), (), step, lambda known: True)
