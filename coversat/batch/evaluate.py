"""The results of some entries, in the process that this is called in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..shared_cover import sharing_rule
from .entries import Entry
from .query import Presenter, Query, Result
from .sudoku_lines import many_at_a_time


def evaluate(
    query: Query, present: Presenter, entries: Sequence[Entry], careful: bool = False
) -> Iterator[tuple[int, Result | None]]:
    """The result of every entry, in any order, with its place.

    Before a puzzle is asked that may take long its place is yielded with None.  `careful`: any may, and
    each is asked by itself.
    """
    waiting = dict.fromkeys(range(len(entries)))
    if query.shares and not careful:
        for at, result in many_at_a_time(query, present, entries):
            yield at, result
            del waiting[at]
    for at in waiting:
        if careful or _may_take_long(query, entries[at]):
            yield at, None
        yield at, query.ask(entries[at], present)


def _may_take_long(query: Query, entry: Entry) -> bool:
    return bool(entry.kind) and not (query.shares and sharing_rule(entry.kind))
