"""The reference cover engine: exact cover on Python integers used as bit sets; see `bitset_tables`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...problems.exact_cover.rules import Cover
from ..solver import Meter
from .bitset_tables import BitsetTables, Node, Visits
from .bitset_tree import BitsetTree
from .cover_tree import Action, Event

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
