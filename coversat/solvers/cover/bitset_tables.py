"""The tables of the reference cover engine, and the visits of nodes that its searches are made of.

The state of a node is one bit set, `alive`: the options still possible, including the chosen ones.  An item
with one option left is *settled* by it.  When every item is settled, the remaining bits are the cover; when
an item has no option left, the node is dead.

Symbols
-------
members[i]   the options of item i, as a bit set
excluded[o]  the options that exclude option o
alive & ~excluded[o]                  choosing o
alive & excluded[a] & excluded[b]     the options ruled out whichever of a and b covers an item: an option
                                      that every option of some item excludes (domain consistency)
"""

from __future__ import annotations

from collections.abc import Iterable
from sys import getsizeof

from ...base.bits import bits_of, positions_of
from ...problems.exact_cover.rules import Cover
from ..solver import Meter
from .cover_matrix import PLAIN, CoverMatrix

_SMALL = 4
"""Domain consistency is applied to items with at most this many options."""
_SMALL_WIDE = 6
"""The same for long bit sets: their nodes cost more, and more options are removed."""
_EASY = 16
"""Nodes before domain consistency begins: a shorter search does not profit, except on long bit sets."""
_TRIAL = 64
"""Nodes between two checks whether domain consistency pays on this instance."""
_WORTH = 10
"""It pays if it removes at least one option per this many options examined."""
_WIDE = 1000
"""A matrix with more options than this has long bit sets."""


class Node:
    """A node of the search tree.

    * alive: the options still possible.
    * taken: the options that have settled an item.
    * items: the items not settled yet, in increasing order.
    * shown: whether every choice of a projection was settled above this node.
    * share: its share of the tree: 1 divided by the number of children at each node above.
    """

    __slots__ = ("alive", "items", "share", "shown", "taken")

    def __init__(self, alive: int, taken: int, items: list[int], shown: bool, share: float) -> None:
        self.alive, self.taken, self.items, self.shown, self.share = alive, taken, items, shown, share


class BitsetTables:
    """The options of each item, and what each option excludes."""

    def __init__(self, matrix: CoverMatrix) -> None:
        self.matrix = matrix
        self.full = (1 << len(matrix.covers)) - 1
        self.members = [0] * matrix.item_count
        for option, items in enumerate(matrix.covers):
            bit = 1 << option
            for item in items:
                self.members[item] |= bit
        self.supports = [bits_of(options) for options in matrix.supports]
        self.known_excluded: list[int] = [0] * len(matrix.covers)  # 0: not computed yet
        self._shares = [
            {colour: bits_of(options) for colour, options in colours.items()}
            for colours in matrix.options_of_secondary()
        ]
        self._shared = [_union(colours.values()) for colours in self._shares]

    def excluded(self, option: int) -> int:
        """The options that exclude this one; computed when first needed."""
        excluded = self.known_excluded[option]
        if not excluded:
            excluded = _union(self.members[item] for item in self.matrix.covers[option])
            for item, colour in self.matrix.shares[option]:
                excluded |= (
                    self._shared[item]
                    if colour == PLAIN
                    else self._shared[item] & ~self._shares[item][colour]
                )
            excluded = self.known_excluded[option] = excluded & ~(1 << option)
        return excluded

    def table_bytes(self) -> int:
        """The memory of the tables."""
        tables = (self.members, self.supports, self.known_excluded, self._shared)
        inner = sum(getsizeof(bits) for colours in self._shares for bits in colours.values())
        return inner + sum(getsizeof(table) + sum(map(getsizeof, table)) for table in tables)

    def roots(self, forced: Iterable[int], forbidden: Iterable[int]) -> list[Node]:
        """The root; none if the forced options exclude each other."""
        alive = self.full & ~bits_of(forbidden)
        taken = bits_of(forced)
        for option in positions_of(taken):
            if not alive >> option & 1:
                return []
            alive &= ~self.excluded(option)
        return [Node(alive, taken, list(range(self.matrix.item_count)), self.matrix.choice_count == 0, 1.0)]

    def leave_shown(self, stack: list[Node]) -> None:
        """Under a projection one cover is enough: skip the rest below its choices."""
        while self.matrix.projected and stack and stack[-1].shown:
            stack.pop()

    def cover(self, alive: int) -> Cover:
        """The cover that the options alive at a complete node are."""
        return tuple(positions_of(alive & (1 << self.matrix.option_count) - 1))


class Visits:
    """Visits the nodes of one search, and measures whether domain consistency pays."""

    def __init__(self, tables: BitsetTables, meter: Meter, consistent: bool = True) -> None:
        """`consistent`: whether domain consistency may be tried, or unit propagation alone is used."""
        self._tables = tables
        self._meter = meter
        self._consistent = consistent
        self._small = _SMALL_WIDE if consistent and tables.matrix.option_count > _WIDE else 0
        self._looked = 0
        self._removed = 0
        matrix = tables.matrix
        # Choice options that can be taken before an option shows their colour: those of choices that may
        # show nothing.
        optional = {
            matrix.covers[option][0]
            for option, support in enumerate(tables.supports, matrix.option_count)
            if not support
        }
        self._owed = bits_of(
            option
            for option, support in enumerate(tables.supports, matrix.option_count)
            if support and matrix.covers[option][0] in optional
        )

    def visit(self, node: Node) -> list[Node] | None:
        """The children of a node, the last first; empty if it is dead, None if it is a cover.

        Options that cannot be chosen any more are removed from the node first.
        """
        meter = self._meter
        meter.node()
        if meter.nodes == _EASY and self._consistent:
            self._small = max(self._small, _SMALL)
        if self._small and meter.nodes % _TRIAL == 0 and self._removed * _WORTH < self._looked:
            self._small = 0
        item = self._narrow(node)
        if item is None:
            return []
        if not node.items:
            return None
        tables = self._tables
        choices = tables.matrix.choice_count
        shown = node.shown or node.items[0] >= choices
        if not shown:  # branch on the choices before anything else
            sizes = [(node.alive & tables.members[i]).bit_count() for i in node.items if i < choices]
            item = node.items[sizes.index(min(sizes))]
        options = positions_of(node.alive & tables.members[item])
        share = node.share / max(1, len(options))
        return [
            Node(node.alive & ~tables.excluded(option), node.taken | 1 << option, node.items, shown, share)
            for option in reversed(options)
        ]

    def key(self, node: Node) -> int:
        """All that the covers below a node depend on: the open options, and the colours still to be shown."""
        done = node.taken
        count = self._tables.matrix.option_count
        for place in positions_of((done & self._owed) >> count):
            if not done & self._tables.supports[place]:
                done ^= 1 << count + place
        return node.alive & ~done

    def _excluded(self, alive: int, left: int) -> int:
        """The options that all of these exclude.

        Neighbouring options exclude much the same, so the first and the last soon show that there are none.
        """
        known, excluded = self._tables.known_excluded, self._tables.excluded
        gone = alive & ~left  # they exclude each other anyway
        option = (left & -left).bit_length() - 1
        looked = 0
        while gone and left:
            gone &= known[option] or excluded(option)
            left ^= 1 << option
            option = left.bit_length() - 1
            looked += 1
        self._looked += looked
        return gone

    def _narrow(self, node: Node) -> int | None:
        """Settle items and remove options until nothing changes; return the item with the fewest options.

        None if some item has no option left.
        """
        members, excluded, small = self._tables.members, self._tables.excluded, self._small
        alive, taken, items = node.alive, node.taken, node.items
        # Domain consistency comes last, except on long bit sets, where examining an item costs more.
        wide = self._tables.matrix.option_count > _WIDE
        careful = wide
        while True:
            before = alive
            unsettled = []
            fewest, best = alive.bit_count() + 1, -1
            for item in items:
                left = alive & members[item]
                size = left.bit_count()
                if size > 1:
                    unsettled.append(item)
                    if size < fewest:
                        fewest, best = size, item
                    if careful and size <= small:
                        gone = self._excluded(alive, left)
                        self._removed += gone.bit_count()
                        alive ^= gone
                elif size:
                    taken |= left
                    alive &= ~excluded(left.bit_length() - 1)
                    self._meter.statistics["propagations"] += 1
                else:
                    return None
            items = unsettled
            if self._tables.supports:
                alive = self._supported(alive, taken)
                if not alive:
                    return None
            if alive != before:
                careful = wide
            elif careful or fewest > small:
                node.alive, node.taken, node.items = alive, taken, items
                return best
            else:
                careful = True

    def _supported(self, alive: int, taken: int) -> int:
        """Remove the choice options without a supporting option; 0 if one of them was taken."""
        count = self._tables.matrix.option_count
        supports = self._tables.supports
        for place in positions_of(alive >> count):
            if supports[place] and not alive & supports[place]:
                if taken >> count + place & 1:
                    return 0
                alive ^= 1 << count + place
        return alive


def _union(sets: Iterable[int]) -> int:
    union = 0
    for bits in sets:
        union |= bits
    return union
