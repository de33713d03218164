"""Lunchbox: what the ends of a group enclose; an automaton moves them as it meets lower and higher digits."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import AllDifferent, Regular, SumBetween
from ...problems.constraints.lunchbox import Lunchbox
from ...problems.grid import cell_name

State = tuple[int, int, int, int]
"""The end that was met first, the other, and what is between them and behind them."""
_NOTHING: State = (-1, -1, 0, 0)


def state(constraint: Lunchbox, layout: Layout) -> Iterator[AllDifferent | SumBetween]:
    """One digit by itself is both ends."""
    goal, cells, extremes = constraint.total, constraint.cells, {layout.lowest, layout.highest}

    def step(state: State, digit: int) -> State | None:
        after = _longer(state, digit)
        # Between the lowest and the highest digit of all nothing changes any more.
        return None if after and set(after[:2]) == extremes and after[2] != goal else after

    yield AllDifferent(cells, name=f"lunchbox{goal}@{'+'.join(map(cell_name, cells))}")
    yield SumBetween(Regular(cells, _NOTHING, step, lambda state: state[2] == goal), goal)


def _longer(state: State, digit: int) -> State | None:
    """One digit more; None for one that stands twice."""
    first, second, between, behind = state
    if state == _NOTHING:
        return digit, digit, 0, 0
    if digit in (first, second):
        return None
    if first == second:
        return first, digit, 0, 0
    if min(first, second) < digit < max(first, second):
        return first, second, between, behind + digit
    if (digit > second) == (second > first):
        return first, digit, between + second + behind, 0
    return second, digit, behind, 0
