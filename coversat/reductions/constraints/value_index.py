"""Value index: an automaton that keeps the digit it seeks and counts down to where it must stand."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Regular
from ...problems.constraints.value_index import ValueIndex

_START, _FOUND = "start", "found"


def state(constraint: ValueIndex, layout: Layout) -> Iterator[Regular]:
    """States: the digit that is sought; with how many cells are still to pass; found."""
    most = len(constraint.cells) - 2

    def step(state: str | tuple[int, ...], digit: int) -> str | tuple[int, ...] | None:
        match state:
            case "start":
                return (digit,)
            case (sought,):
                return (sought, digit) if 1 <= digit <= most else None
            case (sought, 1):
                return _FOUND if digit == sought else None
            case (int(sought), int(left)):
                return sought, left - 1
        return _FOUND

    yield Regular(constraint.cells, _START, step, lambda state: state == _FOUND)
