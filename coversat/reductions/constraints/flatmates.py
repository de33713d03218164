"""Flatmates: each column from above, as an automaton."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Regular
from ...problems.constraints.flatmates import Flatmates

_ELSE, _LOWEST, _NEEDS = "else", "lowest", "needs"


def state(constraint: Flatmates, layout: Layout) -> Iterator[Regular]:
    """States: below the lowest digit; below a middle one that needs the highest; elsewhere."""
    lowest, highest = layout.lowest, layout.highest
    middle = (lowest + highest) // 2

    def step(state: str, digit: int) -> str | None:
        if state == _NEEDS and digit != highest:
            return None
        if digit == middle and state != _LOWEST:
            return _NEEDS
        return _LOWEST if digit == lowest else _ELSE

    for c in range(layout.columns):
        column = tuple((r, c) for r in range(layout.rows))
        yield Regular(column, _ELSE, step, lambda state: state != _NEEDS)
