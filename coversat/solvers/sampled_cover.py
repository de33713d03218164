"""The tree of the exact cover engine, to be entered anywhere.

Nodes are opened by the reference engine, and searched by the engine in use.  A node opened goes by units
alone, without the domain consistency that a search may try on its way: so the tree is the same whoever walks
it.  The two may branch differently and find the same covers below a node.
"""

from __future__ import annotations

from collections.abc import Sequence

from .bitset_cover import PreparedCover, engine_in_use
from .bitset_engine import BitsetEngine, Node, Visits, places_of
from .search_tree import Seen
from .solver import NO_LIMITS, Limits, Meter

REACH = {"compiled": 4096, "python": 32}
"""See `SearchTree.reach`."""


class SampledCover:
    """See `search_tree.SearchTree`."""

    def __init__(self, prepared: PreparedCover) -> None:
        self._prepared = prepared
        self._engine = BitsetEngine(prepared.matrix)
        meter = Meter(NO_LIMITS)
        meter.statistics["propagations"] = 0
        self._visits = Visits(self._engine, meter, consistent=False)
        self.reach = REACH[engine_in_use()]

    def root(self) -> Node | None:
        """See `SearchTree`."""
        return next(iter(self._engine.roots((), ())), None)

    def open(self, node: Node) -> Sequence[Node] | Seen | None:
        """See `SearchTree`."""
        children = self._visits.visit(node)
        if children is None:
            return Seen(1, 1)
        if not children:
            return Seen(1, 0)
        return None if children[0].shown and self._prepared.matrix.projected else children

    def width(self, node: Node) -> int:
        """The options left, by powers of two."""
        return node.alive.bit_count().bit_length()

    def below(self, node: Node, most: int | None) -> Seen | None:
        """See `SearchTree`."""
        found = self._prepared.count(places_of(node.taken), limits=Limits(nodes=most), memo_limit=0)
        return Seen(int(found.effort["nodes"]), found.at_least) if found.exhausted else None
