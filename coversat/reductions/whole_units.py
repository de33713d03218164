"""Sums made shorter: the digits of a whole row, column, box or region add up to a known number.

So what a long sum says of most of such a unit is said of the few cells that it leaves out, subtracted from
that number; and of other cells in a unit, which hold a set of digits, by what the set adds up to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import takewhile
from math import comb
from typing import Any

from ..kinds.sudoku.layout import Layout
from ..language import Derived, Sum, Term, Total
from ..problems.grid import Cell
from .exclusion import exclusive_parts, lines_of, parts_of

MOST_SETS = 200
"""Cells in a unit that hold one of more sets are no one term."""


def shortened(statement: Sum, units: Sequence[Collection[Cell]], total: int) -> Sum:
    """The same sum, as short as replacing one unit after the other makes it.

    Parameters
    ----------
    statement : Sum
    units : sequence of cells
        Each holds every digit once.
    total : int
        What every digit once adds up to.
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
    cells: dict[int, list[Cell]] = {}
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
