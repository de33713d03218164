"""X-sum: an automaton that counts down from the first digit, and subtracts from the clue."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Regular
from ...problems.constraints.x_sum import XSum
from ..lines import seen_from

_BEFORE, _DONE = (-1, -1), (0, 0)


def state(constraint: XSum, layout: Layout) -> Iterator[Regular]:
    """States: how many digits are still to be added, and what they are to add up to."""
    cells = seen_from(constraint.side, layout)

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        if state == _DONE:
            return _DONE
        left, rest = (digit, constraint.total) if state == _BEFORE else state
        if not left:
            return _DONE if not rest else None
        after = left - 1, rest - digit
        return after if after == _DONE or min(after) >= layout.lowest else None

    yield Regular(cells, _BEFORE, step, lambda state: state == _DONE)
