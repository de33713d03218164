"""Shorter and implied sums, from what rows, columns, boxes and regions add up to.

The values of a whole unit add up to a known number.  So a long sum over most of a unit is stated for the few
cells that it leaves out (`shortened`), and the other cells of a unit by the sets of values that they may form
(`in_parts`).

Sums that do not overlap cover most of some boxes, rows or columns; so what the cells that they leave out
there fall short of the cells by which they reach beyond is known (`implied_sums`, which setters call the rule
of 45).  One that leaves its cells little room is worth stating: neither unit propagation nor learning finds
it soon in the formulas of the sums that it follows from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, takewhile
from math import comb
from typing import Any, NamedTuple

from ..primitives import AllDifferent, Derived, Primitive, Sum, Term, Total
from ..problems.grid import Cell
from ..problems.layout import Layout, Part, exclusive_parts, lines_of, parts_of

MOST_SETS = 200
"""Cells of a unit are one term only if they can hold at most this many sets."""


def shortened(statement: Sum, units: Sequence[Collection[Cell]], total: int) -> Sum:
    """The same sum, as short as replacing one unit after the other makes it.

    * units: each holds every digit once.
    * total: what every digit once adds up to.
    """
    factors: Counter[Any] = Counter()
    for factor, cell in statement.terms:
        factors[cell] += factor
    constant = 0
    while True:
        unit, factor, gain = max((_replaced(factors, unit) for unit in units), key=lambda found: found[2])
        if gain <= 0:
            break
        constant += factor * total
        for cell in unit:
            factors[cell] -= factor
    terms = tuple((factor, cell) for cell, factor in factors.items() if factor)
    return Sum(terms, tuple(goal - constant for goal in statement.totals))


def _replaced(factors: Counter[Any], unit: Collection[Cell]) -> tuple[Collection[Cell], int, int]:
    """The factor that most cells of a unit have, and by how many terms a sum without it is shorter."""
    ((factor, number),) = Counter(factors[cell] for cell in unit).most_common(1)
    there = sum(factors[cell] != 0 for cell in unit)
    return unit, factor, there - (len(unit) - number) if factor else 0


def in_parts(statement: Sum, layout: Layout) -> Sum:
    """The same sum, whose terms are what cells in one row, column, box or region add up to."""
    size = len(layout.digits)
    most = max(takewhile(lambda number: comb(size, number) <= MOST_SETS, range(size + 1)))
    units = [*parts_of(layout), *lines_of(layout)]
    cells: dict[int, list[Any]] = {}
    terms: list[tuple[int, Term]] = []
    for factor, term in statement.terms:
        if isinstance(term, Derived) or term in cells.get(factor, ()):
            terms.append((factor, term))
        else:
            cells.setdefault(factor, []).append(term)
    for factor, those in cells.items():
        for part in exclusive_parts(those, units):
            pieces = [part[at : at + most] for at in range(0, len(part), most)]
            terms += [(factor, Total(piece) if len(piece) > 1 else piece[0]) for piece in pieces]
    return Sum(tuple(terms), statement.totals)


MOST_BOXES = 3
"""The most boxes that are examined together."""
MOST_TERMS = 16
"""The most terms of an implied sum."""
MOST_IMPLIED = 8
"""More make formulas longer and save few conflicts: 14 killers took 2.4 s with 4, 2.0 with 8, 2.5 with 12."""
TIGHT = 0.15
"""The least share of the room of its cells that an implied sum removes."""


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
    return [_sum(one) for one in tightest[:MOST_IMPLIED]]


def _known(statement: Primitive) -> Iterator[_Known]:
    if isinstance(statement, AllDifferent) and statement.total is not None:
        yield _Known(frozenset(statement.cells), statement.total)
    elif isinstance(statement, Sum) and len(statement.totals) == 1:
        once = [term for factor, term in statement.terms if factor == 1]
        cells: set[Any] = {term for term in once if not isinstance(term, Derived)}
        if len(cells) == len(statement.terms):
            yield _Known(frozenset(cells), *statement.totals)


def _wholes(layout: Layout) -> Iterator[tuple[Part, int]]:
    """Cells that hold every digit equally often: a row, a column, some boxes."""
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
    # How far each part may be from one of its ends.
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
