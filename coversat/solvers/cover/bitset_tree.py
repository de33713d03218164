"""Search trees of the reference cover engine, searched in parts."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from sys import getsizeof

from ...base.bits import bits_of, positions_of
from ...base.errors import LimitReachedError
from ...base.wording import counted
from ...problems.exact_cover.rules import Cover
from ..solver import Meter
from .bitset_tables import BitsetTables, Node, Visits
from .cover_tree import Left, Walked

_ENTRY = 100
"""The bytes of a memo entry without its numbers."""


class _Count:
    """A node whose children are being counted."""

    __slots__ = ("key", "total", "waiting")

    def __init__(self, key: int, waiting: list[Node]) -> None:
        self.key = key
        self.waiting = waiting
        self.total = 0


class BitsetTree:
    """The tree below some forced options, without some forbidden ones; its memo is kept between parts.

    The count of a node depends only on its open options, which are its key in the memo.  The key is the whole
    bit set, so different nodes never collide.
    """

    def __init__(self, tables: BitsetTables, forced: Cover, forbidden: Cover, memo_limit: int) -> None:
        self._tables, self._forced, self._forbidden = tables, forced, forbidden
        self._memo_limit = memo_limit
        self._memo: dict[int, int] = {}
        self._used = 0

    def count(self, forced: Cover, meter: Meter) -> Walked:
        """Count the covers that also have these options."""
        search = Visits(self._tables, meter)
        path = [_Count(0, self._roots(forced))]
        hits = 0
        limit = None
        try:
            while True:
                if path[-1].waiting:
                    children = search.visit(path[-1].waiting[-1])
                    node = path[-1].waiting.pop()
                    if children:
                        key = search.key(node)
                        known = self._memo.get(key)
                        if known is None:
                            path.append(_Count(key, children))
                            continue
                        hits += 1
                        found = known
                    else:
                        found = 1 if children is None else 0
                elif len(path) == 1:
                    break
                else:
                    done = path.pop()
                    found = done.total
                    self._keep(done.key, found)
                path[-1].total += found
                if (
                    found
                    and self._tables.matrix.projected
                    and path[-1].waiting
                    and path[-1].waiting[-1].shown
                ):
                    path[-1].waiting.clear()
        except LimitReachedError as reached:
            limit = reached
        meter.statistics["memo_hits"] = meter.statistics.get("memo_hits", 0) + hits
        held = self._tables.table_bytes() + self._used
        meter.statistics["peak_bytes"] = max(meter.statistics.get("peak_bytes", 0), held)
        waiting = chain.from_iterable(reversed(step.waiting) for step in reversed(path))
        return Walked(sum(step.total for step in path), [], limit, self._left(waiting, forced))

    def covers(self, forced: Cover, meter: Meter, most: int | None) -> Walked:
        """List the covers that also have these options, at most `most`."""
        search = Visits(self._tables, meter)
        stack = self._roots(forced)
        covers: list[Cover] = []
        limit = None
        try:
            while stack:
                if len(covers) == most:
                    raise LimitReachedError(counted(most, "answer"))
                children = search.visit(stack[-1])
                node = stack.pop()
                if children is None:
                    covers.append(self._tables.cover(node.alive))
                    self._tables.leave_shown(stack)
                else:
                    stack.extend(children)
        except LimitReachedError as reached:
            limit = reached
        return Walked(len(covers), covers, limit, self._left(reversed(stack), forced))

    def _roots(self, forced: Cover) -> list[Node]:
        return self._tables.roots((*self._forced, *forced), self._forbidden)

    def _keep(self, key: int, found: int) -> None:
        if self._used < self._memo_limit:
            self._memo[key] = found
            self._used += _ENTRY + getsizeof(key) + getsizeof(found)

    def _left(self, waiting: Iterable[Node], forced: Cover) -> list[Left]:
        """The nodes as parts, first to last.

        Under a projection, nodes below settled choices need one cover together: they are one part.
        """
        matrix = self._tables.matrix
        found: list[Left] = []
        picture, share = 0, 0.0
        for node in waiting:
            if matrix.projected and node.shown:
                picture, share = node.taken >> matrix.option_count << matrix.option_count, share + node.share
            else:
                found.append(Left(tuple(positions_of(node.taken)), node.share))
        if share:
            found.insert(0, Left(tuple(positions_of(picture | bits_of(forced))), share))
        return found
