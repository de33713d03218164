"""Sandwich: what two digits enclose; an automaton adds up from the one it meets first to the other."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Regular, SumBetween
from ...problems.constraints.sandwich import Sandwich
from ..lines import seen_from

_BEFORE, _BEHIND = "before", "behind"


def state(constraint: Sandwich, layout: Layout) -> Iterator[SumBetween]:
    """States: before the sandwich; which end is still to come and the sum so far; behind it."""
    cells = seen_from(constraint.side, layout)
    ends = {layout.lowest: layout.highest, layout.highest: layout.lowest}
    goal = constraint.total

    def step(state: str | tuple[int, int], digit: int) -> str | tuple[int, int] | None:
        if state == _BEFORE:
            return (ends[digit], 0) if digit in ends else _BEFORE
        if isinstance(state, str):
            return None if digit in ends else _BEHIND
        other, total = state
        if digit in ends:
            return _BEHIND if digit == other and total == goal else None
        return (other, total + digit) if total + digit <= goal else None

    word = Regular(cells, _BEFORE, step, lambda state: state == _BEHIND)
    yield SumBetween(word, goal, (layout.lowest, layout.highest))
