"""The tree of an exact cover search, for an estimate of its size by samples; see `SearchTree`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...base.bits import positions_of
from ...base.errors import LimitReachedError
from ...problems.exact_cover.rules import Cover
from ..findings import Findings
from ..solver import NO_LIMITS, Limits, Meter, Seen
from .bitset_engine import BitsetEngine
from .bitset_tables import Node, Visits
from .cover_matrix import CoverMatrix


class SampledCover:
    """The tree of one prepared cover, whose answers below a node `count` counts."""

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
