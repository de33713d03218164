"""Hidden skyscraper: an automaton that climbs until a building is not higher than the last."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Regular
from ...problems.constraints.hidden_skyscraper import HiddenSkyscraper
from ..lines import seen_from

_GROUND, _FOUND = -1, -2


def state(constraint: HiddenSkyscraper, layout: Layout) -> Iterator[Regular]:
    """States: the last digit while they grow; that the hidden one is found."""
    goal = constraint.height

    def step(last: int, digit: int) -> int | None:
        if last == _FOUND or digit > last:
            return last if last == _FOUND else digit
        return _FOUND if digit == goal else None

    yield Regular(seen_from(constraint.side, layout), _GROUND, step, lambda state: state == _FOUND)
