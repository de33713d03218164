"""Between line: an automaton that reads both ends first and then knows what the others may be."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Regular
from ...problems.constraints.between import Between

State = tuple[int, ...]


def state(constraint: Between, layout: Layout) -> Iterator[Regular]:
    """States: the ends that are read, the lower one first."""

    def step(ends: State, digit: int) -> State | None:
        if len(ends) < 2:
            return tuple(sorted((*ends, digit)))
        return ends if ends[0] < digit < ends[1] else None

    first, *inner, last = constraint.cells
    yield Regular((first, last, *inner), (), step, lambda ends: True)
