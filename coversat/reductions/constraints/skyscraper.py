"""Skyscraper: an automaton that remembers the highest building and how many it has seen."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Regular
from ...problems.constraints.skyscraper import Skyscraper
from ..lines import seen_from


def state(constraint: Skyscraper, layout: Layout) -> Iterator[Regular]:
    """Behind the highest digit there is nothing to see."""
    goal, top = constraint.seen, layout.highest

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        highest, seen = state
        if digit <= highest:
            return state
        return (digit, seen + 1) if seen < goal and (digit == top) <= (seen + 1 == goal) else None

    yield Regular(seen_from(constraint.side, layout), (0, 0), step, lambda state: state[1] == goal)
