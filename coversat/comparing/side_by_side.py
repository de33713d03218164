"""Comparisons as text: one puzzle by routes, and of many puzzles those that stand out."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .columns import fitted, two_lines
from .report_tables import COMPARED, SOLVED, SPARE, whole
from .rows import LEAST, Row
from .statistics import median

HEADS = tuple("found" if one is SOLVED else one.head for one in COMPARED)
_WIDTHS = (6, 7, 8, 9, 7, 7, 5)


def cells(row: Row) -> list[str]:
    """The cells of one route's line."""
    if row.refused or row.count is None:
        return [row.route, *["-"] * 6, "-" if row.refused else "0+"]
    numbers = (row.variables_or_items, row.clauses_or_options, row.literals_or_entries, row.effort)
    seconds = (f"{row.reduce_seconds or 0:.3f}", f"{row.solve_seconds or 0:.3f}")
    return [row.route, *map(whole, numbers), *seconds, f"{row.count}{'' if row.exact else '+'}"]


class Layout:
    """A table of routes whose lines are printed one after the other.

    * routes: the names of all routes.
    * width: that of the terminal; see `fitted`.
    """

    def __init__(self, routes: Sequence[str], width: int | None = None) -> None:
        longest = max(map(len, ("route", *routes)))
        self._ruler, self._width = ["x" * longest, *("x" * wide for wide in _WIDTHS)], width

    def head(self) -> list[str]:
        return self._lines(two_lines(HEADS))

    def row(self, row: Row) -> list[str]:
        return self._lines([cells(row)])

    def _lines(self, rows: Sequence[Sequence[str]]) -> list[str]:
        """The lines of some rows, as wide as all will be."""
        measured = len(fitted([self._ruler], self._width, SPARE))
        return fitted([self._ruler, *rows], self._width, SPARE)[measured:]


# Many puzzles

FAR = 4.0
"""How many times more or less of the puzzle's usual time, compared with its other puzzles, makes one odd."""
NOTICEABLE = 0.01
"""Seconds below which differences of time are not looked at."""
MOST_ODD = 8


def odd_ones(rows: Sequence[Row]) -> list[str]:
    """The puzzles on which a route is much slower or faster than its place on the others, in words.

    A route's place on a puzzle is its time divided by the median time of the routes there; its usual place is
    the median over the puzzles.
    """
    timed = [row for row in rows if not row.refused and row.reason is None]
    by_puzzle: dict[str, list[Row]] = {}
    for row in timed:
        by_puzzle.setdefault(row.puzzle, []).append(row)
    usual = {name: median([row.spent for row in group]) for name, group in by_puzzle.items()}
    places: dict[str, list[float]] = {}
    for row in timed:
        places.setdefault(row.route, []).append(_log(row.spent) - _log(usual[row.puzzle]))
    found = []
    for row in timed:
        own = places[row.route]
        factor = math.exp(_log(row.spent) - _log(usual[row.puzzle]) - median(own))
        large = max(row.spent, usual[row.puzzle]) >= NOTICEABLE
        if len(own) > 2 and large and not 1 / FAR < factor < FAR:
            found.append((-abs(math.log(factor)), row, factor))
    found.sort(key=lambda one: one[0])
    lines = [
        f"  {row.puzzle}: {row.route} takes {_times(factor)} its usual place ({row.spent:.3f} s)"
        for _, row, factor in found[:MOST_ODD]
    ]
    more = [f"  and {len(found) - MOST_ODD} more"] if len(found) > MOST_ODD else []
    return ["odd ones out:", *lines, *more] if lines else []


def _times(factor: float) -> str:
    return f"{factor:.1f} times" if factor > 1 else f"1/{1 / factor:.1f} of"


def _log(seconds: float) -> float:
    return math.log(max(seconds, LEAST))
