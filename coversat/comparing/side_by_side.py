"""Comparisons as text: one puzzle by routes, the medians of many puzzles, and the puzzles that stand out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..base.records import Records, column, in_order
from ..base.wording import counted
from .rows import FINISHED, Row
from .statistics import median

HEADS = (
    "vars\nitems",
    "clauses\noptions",
    "literals\nentries",
    "nodes\nconflicts",
    "reduce\ns",
    "solve\ns",
    "found",
)
"""The heads of a table's columns after the one of the routes."""

_WIDTHS = (6, 7, 8, 9, 7, 7, 5)
_LESS_NEEDED = 2
"""The column that is left out where lines would be too long."""


def cells(row: Row) -> list[str]:
    """The cells of one route's line."""
    if row.refused or row.count is None:
        return [row.route, *["-"] * 6, "-" if row.refused else "0+"]
    numbers = (row.variables_or_items, row.clauses_or_options, row.literals_or_entries, row.effort)
    seconds = (f"{row.reduce_seconds or 0:.3f}", f"{row.solve_seconds or 0:.3f}")
    return [row.route, *map(_whole, numbers), *seconds, f"{row.count}{'' if row.exact else '+'}"]


def _whole(number: float | None) -> str:
    return "-" if number is None else f"{number:.0f}"


class Layout:
    """A table of routes whose lines are printed one after the other.

    * routes: the names of all routes.
    * width: that of the terminal: names are then broken at slashes, and the least needed column is left out,
      so that lines fit.
    * last: the head of the last column.
    """

    def __init__(self, routes: Sequence[str], width: int | None = None, last: str = HEADS[-1]) -> None:
        self._columns = list(range(len(_WIDTHS)))
        self._heads = (*HEADS[:-1], last)
        longest = max(map(len, ("route", *routes)))
        room = None if width is None else width - sum(_WIDTHS) - len(_WIDTHS)
        if room is not None and room < longest:
            self._columns.remove(_LESS_NEEDED)
            room += _WIDTHS[_LESS_NEEDED] + 1
        self._first = longest if room is None else max(8, min(longest, room))

    def head(self) -> list[str]:
        heads = [head.split("\n") if "\n" in head else ["", head] for head in ("route", *self._heads)]
        return [line for words in zip(*heads, strict=True) for line in self.line(*words)]

    def row(self, row: Row) -> list[str]:
        return self.line(*cells(row))

    def line(self, name: str, *cells: str) -> list[str]:
        first, *others = _broken(name, self._first) or [""]
        shown = (f" {cells[at]:>{_WIDTHS[at]}}" for at in self._columns)
        return [(first.ljust(self._first) + "".join(shown)).rstrip(), *others]


def _broken(name: str, width: int) -> list[str]:
    """The name in lines of at most this width, at slashes if possible."""
    if len(name) <= width:
        return [name] if name else []
    end = name.rfind("/", 0, width) + 1 or width
    return [name[:end], *_broken(name[end:], width)]


# Many puzzles


@dataclass(frozen=True)
class RouteMedians:
    """One route on many puzzles of one kind: medians over those on which it gave a result."""

    kind: str = column("the kind of problem")
    route: str = column("the route")
    puzzles: int = column("the puzzles that the route applies to")
    solved: int = column("the puzzles of which it decided whether there is no, one or several answers")
    variables_or_items: float | None = column("median: variables, or items", None)
    clauses_or_options: float | None = column("median: clauses, or options", None)
    literals_or_entries: float | None = column("median: literals, or entries", None)
    effort: float | None = column("median of the effort in its unit", None)
    effort_unit: str | None = column("nodes or conflicts", None)
    reduce_seconds: float | None = column("median seconds for the reduction", None)
    solve_seconds: float | None = column("median seconds for the search", None)


@dataclass(frozen=True, repr=False)
class Medians(Records[RouteMedians]):
    """The medians of each route on the puzzles of one kind."""

    kind: str
    puzzles: int
    routes: tuple[RouteMedians, ...]

    record = RouteMedians

    def _records(self) -> Sequence[RouteMedians]:
        return self.routes

    @property
    def heads(self) -> list[str]:
        return ["route", *HEADS[:-1], "solved"]

    def cells(self) -> list[list[str]]:
        return [
            [
                one.route,
                *map(_whole, (one.variables_or_items, one.clauses_or_options, one.literals_or_entries)),
                _whole(one.effort),
                *("-" if s is None else f"{s:.3f}" for s in (one.reduce_seconds, one.solve_seconds)),
                f"{one.solved}/{one.puzzles}" if one.puzzles else "-",
            ]
            for one in self
        ]

    def lines(self, width: int | None = None) -> list[str]:
        layout = Layout([one.route for one in self], width, last="solved")
        head = f"{self.kind}: medians of {counted(self.puzzles, 'puzzle')}"
        return [head, *layout.head(), *(line for row in self.cells() for line in layout.line(*row))]


def medians_of(rows: Sequence[Row], kind: str, by: str | None) -> Medians:
    """The medians of each route on the puzzles of a kind, sorted by a column of `RouteMedians`."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if row.kind == kind:
            groups.setdefault(row.route, []).append(row)
    found = [_medians(kind, route, group) for route, group in groups.items()]
    puzzles = len({row.puzzle for row in rows if row.kind == kind})
    return Medians(kind, puzzles, tuple(in_order(found, RouteMedians, by)))


_MEDIANS = (
    "variables_or_items",
    "clauses_or_options",
    "literals_or_entries",
    "effort",
    "reduce_seconds",
    "solve_seconds",
)


def _medians(kind: str, route: str, rows: Sequence[Row]) -> RouteMedians:
    applied = [row for row in rows if row.status != "inapplicable"]
    given = [row for row in applied if not row.refused]
    return RouteMedians(
        kind,
        route,
        len(applied),
        sum(row.status in FINISHED for row in given),
        **{name: _median([getattr(row, name) for row in given]) for name in _MEDIANS},
        effort_unit=next((row.effort_unit for row in given), None),
    )


def _median(values: Sequence[Any]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


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
    usual_time = {name: median([row.total_seconds for row in group]) for name, group in _by(timed, "puzzle")}
    places = {
        route: {row.puzzle: _log(row.total_seconds) - _log(usual_time[row.puzzle]) for row in group}
        for route, group in _by(timed, "route")
    }
    found = []
    for row in timed:
        own = places[row.route]
        factor = math.exp(own[row.puzzle] - median(list(own.values())))
        large = max(row.total_seconds, usual_time[row.puzzle]) >= NOTICEABLE
        if len(own) > 2 and large and not 1 / FAR < factor < FAR:
            found.append((-abs(math.log(factor)), row, factor))
    found.sort(key=lambda one: one[0])
    lines = [
        f"  {row.puzzle}: {row.route} takes {_times(factor)} its usual place ({row.total_seconds:.3f} s)"
        for _, row, factor in found[:MOST_ODD]
    ]
    more = [f"  and {len(found) - MOST_ODD} more"] if len(found) > MOST_ODD else []
    return ["odd ones out:", *lines, *more] if lines else []


def _times(factor: float) -> str:
    return f"{factor:.1f} times" if factor > 1 else f"1/{1 / factor:.1f} of"


def _log(seconds: float) -> float:
    return math.log(max(seconds, 1e-6))


def _by(rows: Sequence[Row], name: str) -> list[tuple[str, list[Row]]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(getattr(row, name), []).append(row)
    return list(groups.items())
