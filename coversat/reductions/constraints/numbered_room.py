"""Numbered room: of the first cell and each other, what the clue says of both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...kinds.sudoku.layout import Layout
from ...language import Binary, Count
from ...problems.constraints.numbered_room import NumberedRoom
from ..lines import seen_from


def state(constraint: NumberedRoom, layout: Layout) -> Iterator[Binary | Count]:
    """The clue is in no other room either: digits of a line differ."""
    first, *others = seen_from(constraint.side, layout)
    rooms = range(2, len(others) + 2)
    # The first digit can be 1 only where it is the clue.
    yield Count((first,), [1, *rooms] if constraint.digit == 1 else rooms, (1,))
    for room, cell in zip(rooms, others, strict=True):
        yield Binary(((first, cell),), partial(_fits, room, constraint.digit))


def _fits(room: int, clue: int, number: int, digit: int) -> bool:
    return (number == room) == (digit == clue)
