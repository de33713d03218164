"""The results of some entries, in the process that this is called in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .blocks import ask_block
from .entries import Block, Entry, Part
from .query import Presenter, Query, Result, Results


def evaluate(
    query: Query, present: Presenter, parts: Sequence[Part], careful: bool = False
) -> Iterator[tuple[int, Result | Results | None]]:
    """The result of every part, with its place.

    Before a puzzle is asked that may take long its place is yielded with None.  `careful`: any may.
    """
    for at, part in enumerate(parts):
        if isinstance(part, Block):
            yield at, ask_block(query, present, part)
            continue
        if careful or _may_take_long(query, part):
            yield at, None
        yield at, query.ask(part, present)


def _may_take_long(query: Query, entry: Entry) -> bool:
    from ..shared_cover import sharing_rule

    return bool(entry.kind) and not (query.shares and sharing_rule(entry.kind))
