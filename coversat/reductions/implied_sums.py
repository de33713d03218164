"""Sums that follow from several: what setters call the rule of 45.

Sums that overlap nowhere cover together most of some boxes, rows or columns, whose digits add up to a known
number.  So what the cells that they leave out there fall short of the cells by which they reach beyond is
known too.  One that leaves its cells little room is worth telling: neither unit propagation nor learning
finds it soon in the formulas of the sums that it follows from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from ..kinds.sudoku.layout import Layout
from ..language import Derived, Primitive, Sum
from ..problems.grid import Cell
from .exclusion import Part, exclusive_parts, lines_of, parts_of

MOST_BOXES = 3
"""So many boxes are looked at together."""
MOST_TERMS = 16
"""Longer sums are not told."""
MOST_TOLD = 4
TIGHT = 0.15
"""What an implied sum takes at least of the room that its cells have without it."""


class _Known(NamedTuple):
    """Cells whose digits add up to this."""

    cells: Part
    total: int


class _Implied(NamedTuple):
    """Some cells less others make `total`; `tight` is how much of their room this takes."""

    tight: float
    beyond: Part
    without: Part
    total: int

    @property
    def size(self) -> int:
        """How many cells it is about."""
        return len(self.beyond) + len(self.without)


def implied_sums(statements: Iterable[Primitive], layout: Layout) -> list[Sum]:
    """The tightest sums that follow from two or more of the statements, in the fewest cells."""
    known = [found for one in statements for found in _known(one)]
    units = [*parts_of(layout), *lines_of(layout)]
    best: dict[Part, _Implied] = {}
    for whole, number in _wholes(layout) if len(known) > 1 else ():
        for together in _covering(whole, known):
            found = _beyond(together, whole, number * sum(layout.digits), units, layout)
            other = best.get(together.cells)
            if found is not None and (other is None or found.size < other.size):
                best[together.cells] = found
    tightest = sorted(best.values(), key=lambda one: (-one.tight, one.size, sorted(one.beyond | one.without)))
    return [_sum(one) for one in tightest[:MOST_TOLD]]


def _known(statement: Primitive) -> Iterator[_Known]:
    """What is told of one sum of different cells."""
    if isinstance(statement, Sum) and len(statement.totals) == 1:
        once = [term for factor, term in statement.terms if factor == 1]
        cells = {term for term in once if not isinstance(term, Derived)}
        if len(cells) == len(statement.terms):
            yield _Known(frozenset(cells), *statement.totals)


def _wholes(layout: Layout) -> Iterator[tuple[Part, int]]:
    """Cells that hold every digit so many times: a row, a column, some boxes."""
    size = len(layout.digits)
    yield from ((line, 1) for line in lines_of(layout) if len(line) == size)
    boxes = [part for part in parts_of(layout) if len(part) == size]
    for number in range(1, MOST_BOXES + 1):
        for those in combinations(boxes, number):
            cells = frozenset().union(*those)
            if len(cells) == number * size:
                yield cells, number


def _covering(whole: Part, known: list[_Known]) -> Iterator[_Known]:
    """Two or more sums that overlap nowhere, more and more, those first that are most within the whole."""
    within = [(len(one.cells & whole) / len(one.cells), one) for one in known if one.cells & whole]
    cells: Part = frozenset()
    total = 0
    for _, one in sorted(within, key=lambda found: -found[0]):
        if cells & one.cells:
            continue
        several = bool(cells)
        cells, total = cells | one.cells, total + one.total
        if several:
            yield _Known(cells, total)


def _beyond(together: _Known, whole: Part, total: int, units: list[Part], layout: Layout) -> _Implied | None:
    """What the sums say beyond the whole, where that is short and takes enough of its cells' room."""
    beyond, without = together.cells - whole, whole - together.cells
    if not 0 < len(beyond) + len(without) <= MOST_TERMS:
        return None
    goal = together.total - total
    rooms = [_room(part, layout) for part in exclusive_parts(beyond, units)]
    for part in exclusive_parts(without, units):
        least, most = _room(part, layout)
        rooms.append((-most, -least))
    least, most = (sum(ends) for ends in zip(*rooms, strict=True))
    # Each part may be so far from one of its ends.
    slack = min(goal - least, most - goal)
    widths = [high - low for low, high in rooms]
    taken = sum(max(0, width - slack) for width in widths)
    tight = taken / max(sum(widths), 1)
    return _Implied(tight, beyond, without, goal) if tight >= TIGHT else None


def _room(part: tuple[Cell, ...], layout: Layout) -> tuple[int, int]:
    """The least and the most that different digits in these cells add up to."""
    digits = list(layout.digits)
    return sum(digits[: len(part)]), sum(digits[-len(part) :])


def _sum(one: _Implied) -> Sum:
    plus = ((1, cell) for cell in sorted(one.beyond))
    minus = ((-1, cell) for cell in sorted(one.without))
    return Sum((*plus, *minus), (one.total,))
