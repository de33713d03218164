"""Derived values read cell by cell: what was read so far is a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from . import EQUAL, HIGHER, LOWER, Comparison, Contains, Derived, Leading, Matches, Repeats, Total, Variable

BITS = (0, 1)


class Reading(NamedTuple):
    """How a derived value is read.

    * cells: in the order in which they are read; of a comparison one by one from each line, for few states.
    * start: the first state.
    * step (position, state, value of the cell -> next state)
    * value (last state -> the derived value)
    * results (domains -> all derived values, and perhaps more)
    """

    cells: Sequence[Variable]
    start: Any
    step: Callable[[int, Any, int], Any]
    value: Callable[[Any], int] = int
    results: Callable[[Mapping[Variable, Sequence[int]]], Sequence[int]] = lambda domains: BITS


def reading_of(term: Derived) -> Reading:
    """How a term is read."""
    match term:
        case Contains(cells, values):
            return Reading(cells, 0, lambda at, found, value: int(found or value in values))
        case Matches(cells, shown):
            return Reading(cells, 1, lambda at, so_far, value: int(so_far and value == shown[at]))
        case Leading(cells, own):

            def lead(at: int, number: int, value: int) -> int:
                return number + (number == at and value == own)

            return Reading(cells, 0, lead, results=lambda _: range(len(cells) + 1))
        case Repeats(cells):
            return Reading(cells, (None, 0), _repeat, itemgetter(1), lambda _: range(1, len(cells) + 1))
        case Comparison(one, other):
            pairs = [cell for pair in zip(one, other, strict=True) for cell in pair]
            return Reading(pairs, (EQUAL, 0), _compare, itemgetter(0), lambda _: (LOWER, EQUAL, HIGHER))
        case Total(cells):

            def results(domains: Mapping[Variable, Sequence[int]]) -> Sequence[int]:
                least, most = (sum(end(domains[cell]) for cell in cells) for end in (min, max))
                return range(least, most + 1)

            return Reading(cells, 0, lambda at, so_far, value: so_far + value, results=results)


def _repeat(at: int, state: tuple[int | None, int], value: int) -> tuple[int | None, int]:
    first, number = state
    return (first, number + (number == at and value == first)) if at else (value, 1)


def _compare(at: int, state: tuple[int, int], value: int) -> tuple[int, int]:
    found, held = state
    if found == EQUAL and at % 2 and held != value:
        found = LOWER if held < value else HIGHER
    return found, 0 if at % 2 or found != EQUAL else value
