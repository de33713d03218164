"""The reference cover engine: exact cover on Python integers used as bit sets; see `bitset_tables`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from sys import getsizeof
from typing import TYPE_CHECKING, NamedTuple

from ...base.bits import bits_of, positions_of
from ...base.errors import LimitReachedError
from ...base.wording import counted
from ...problems.exact_cover.rules import Cover
from ..findings import Findings
from ..solver import NO_LIMITS, Limits, Meter, Seen
from .bitset_tables import BitsetTables, Node, Visits
from .cover_matrix import CoverMatrix
from .cover_tree import Action, Event, Left, Walked

if TYPE_CHECKING:
    from mmap import mmap


_TURN = 32
"""The nodes after which another search can take a turn."""


class BitsetEngine(BitsetTables):
    """Searches one matrix.  Between searches it keeps only its tables.

    `meter` ends a search by raising `LimitReachedError`.
    """

    name = "python"
    shares_memo = False
    """Whether trees of several processes can share a memo."""

    def steps(self, forced: Iterable[int], forbidden: Iterable[int], meter: Meter) -> Iterator[Cover | None]:
        """The covers with every forced and no forbidden option, each once, in a stable order.

        Yields None after every `_TURN` nodes, so that another search can take a turn.
        """
        search = Visits(self, meter)
        stack = self.roots(forced, forbidden)
        while stack:
            node = stack.pop()
            children = search.visit(node)
            if meter.nodes % _TURN == 0:
                yield None
            if children is None:
                yield self.cover(node.alive)
                self.leave_shown(stack)
            else:
                stack.extend(children)

    def tree(
        self, forced: Cover, forbidden: Cover, memo_limit: int, shared: mmap | None = None
    ) -> BitsetTree:
        """The covers with every forced and no forbidden option, to be searched in parts.

        `shared` is memory for the memo, shared with other processes that have the same tree.
        """
        assert shared is None  # a dict cannot be shared
        return BitsetTree(self, forced, forbidden, memo_limit)

    def trace(self, meter: Meter) -> Iterator[Event]:
        """The steps of a search for all distinct answers; at the end no option is on trial."""
        search = Visits(self, meter, consistent=False)
        waiting = [_Waiting(root, -1, root.shown) for root in self.roots((), ())]
        while waiting:
            node, trial, shown = waiting.pop()
            if node is None:
                yield Event(Action.RULE_OUT, trial)
                continue
            if trial >= 0:
                yield Event(Action.TRY, trial)
                waiting.append(_Waiting(None, trial, shown))
            children = search.visit(node)
            if children is None:
                yield Event(Action.ANSWER, -1, self.cover(node.alive))
                # Under a projection one cover is enough: the rest below its choices is skipped.
                while self.matrix.projected and waiting and waiting[-1].shown:
                    left = waiting.pop()
                    if left.node is None:
                        yield Event(Action.LEAVE, left.trial)
            else:
                waiting.extend(_trials(node, children))


class _Waiting(NamedTuple):
    """A node to be visited and the option on trial there; without a node, the end of the trial."""

    node: Node | None
    trial: int
    shown: bool


def _trials(node: Node, children: list[Node]) -> Iterator[_Waiting]:
    """The children in reverse; the last child is first and not a trial."""
    for at, child in enumerate(children):
        option = (child.taken & ~node.taken).bit_length() - 1
        yield _Waiting(child, option if at else -1, child.shown)


# Trees, searched in parts


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


# A tree, sampled


class SampledCover:
    """The tree of one prepared cover, for samples; below a node `count` counts. See `SearchTree`."""

    def __init__(self, matrix: CoverMatrix, count: Callable[..., Findings[Cover]], reach: int) -> None:
        self._count, self.reach = count, reach
        self._engine = BitsetEngine(matrix)
        meter = Meter(NO_LIMITS)
        meter.statistics["propagations"] = 0
        self._visits = Visits(self._engine, meter, consistent=False)

    def root(self) -> Node | None:
        return next(iter(self._engine.roots((), ())), None)

    def open(self, node: Node) -> Sequence[Node] | Seen | None:
        children = self._visits.visit(node)
        if children is None:
            return Seen(1, 1)
        if not children:
            return Seen(1, 0)
        return None if children[0].shown and self._engine.matrix.projected else children

    def width(self, node: Node) -> int:
        """The options left, by powers of two."""
        return node.alive.bit_count().bit_length()

    def below(self, node: Node, most: int | None) -> Seen | None:
        found = self._count(positions_of(node.taken), limits=Limits(nodes=most), memo_limit=0)
        nodes = int(found.effort["nodes"])
        if found.exhausted:
            return Seen(nodes, found.at_least)
        if most is None or nodes < most:
            raise LimitReachedError(str(found.reason))  # the time is over
        return None
