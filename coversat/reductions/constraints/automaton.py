"""Automaton: all states that it may be in, as one state; between groups it reads a break."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from ...kinds.sudoku.layout import Layout
from ...language import Regular
from ...problems.constraints.automaton import BREAK, Automaton

_State = tuple[int, frozenset[str]]


def state(constraint: Automaton, layout: Layout) -> Iterator[Regular]:
    """A state knows its place, since a group may begin there."""
    leads: dict[tuple[str, int], set[str]] = {}
    for source, symbol, target in constraint.steps:
        leads.setdefault((source, symbol), set()).add(target)
    begins = set(accumulate(map(len, constraint.groups[:-1])))

    def read(states: frozenset[str], symbol: int) -> frozenset[str]:
        return frozenset(target for one in states for target in leads.get((one, symbol), ()))

    def step(state: _State, digit: int) -> _State | None:
        at, states = state
        found = read(read(states, BREAK) if at in begins else states, digit)
        return (at + 1, found) if found else None

    accepts = frozenset(constraint.accepts)
    cells = tuple(cell for group in constraint.groups for cell in group)
    yield Regular(cells, (0, frozenset(constraint.starts)), step, lambda state: bool(state[1] & accepts))
