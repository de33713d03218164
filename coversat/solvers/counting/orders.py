"""The order in which the items of an exact cover are covered, so that few different positions are met.

What is left of a cover, once all options of some items are decided, is told by the other items of these
options: which of them are covered. Not all combinations occur. In the space of the chosen options these items
depend on each other, so that those of a basis determine the rest, and if each is covered with the share of
its options that is decided, the entropy of the basis estimates how many positions there are. The lightest
basis is found by elimination, modulo 2.

Two orders are compared. One covers items next to each other (`closing_order`). The other goes group by group:
items alike, such as the digits of a box, are a group, and the groups are put in the order whose largest
entropy is smallest, by beam search: the boxes of a sudoku with flat ones, for example, below each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import log2

from ...problems.exact_cover.builder import CoverTable

CHECKS = 24
"""The places of an order at which it is judged."""
BEAM = 6
"""Beginnings of an order of groups that are continued; of those with one entropy only the first."""
GROUPS = 12
"""With more groups of a kind, they are not put in order."""


def best_ranks(frontier: Frontier) -> list[int]:
    """The place of each primary item in the order."""
    table = frontier.table
    orders = [closing_order(table.primary_count, beside_items(table))]
    if table.item_count == table.primary_count:
        orders += ([item for group in groups for item in group] for groups in frontier.orders)
        orders.sort(key=frontier.largest)
    ranks = [0] * table.primary_count
    for rank, item in enumerate(dict.fromkeys((*orders[0], *range(table.primary_count)))):
        ranks[item] = rank
    return ranks


class Frontier:
    """Estimates of how many positions an order meets, for a cover without secondary items."""

    def __init__(self, table: CoverTable) -> None:
        self.table, self.covering = table, table.covering()

    @cached_property
    def orders(self) -> list[list[list[int]]]:
        """For each kind of items, its groups in an order with a small largest entropy."""
        return [_in_order(groups, self) for groups in groups_of(beside_items(self.table))]

    def largest(self, order: Sequence[int]) -> float:
        """The largest entropy on the way."""
        step = max(1, len(order) // CHECKS)
        return max((self.entropy(order[:end]) for end in range(step, len(order), step)), default=0.0)

    def entropy(self, covered: Iterable[int]) -> float:
        """Of the positions after these items, in bits."""
        rows = self.table.options
        decided = dict.fromkeys(option for item in covered for option in self.covering[item])
        count: dict[int, int] = {}
        for option in decided:
            for item in rows[option]:
                count[item] = count.get(item, 0) + 1
        weight = {item: _bits(times / len(self.covering[item])) for item, times in count.items()}
        lightest = sorted(weight, key=lambda item: (weight[item], item))
        bit = {item: 1 << (len(lightest) - at) for at, item in enumerate(lightest)}
        basis: dict[int, int] = {}
        total = 0.0
        for option in decided:
            row = sum(bit[item] for item in rows[option])
            while row:
                highest = row.bit_length()
                if highest not in basis:
                    basis[highest] = row
                    total += weight[lightest[len(lightest) + 1 - highest]]
                    break
                row ^= basis[highest]
        return total


def _bits(share: float) -> float:
    return -share * log2(share) - (1 - share) * log2(1 - share) if 0 < share < 1 else 0.0


# Group by group


def groups_of(beside: Sequence[set[int]]) -> list[list[list[int]]]:
    """For each kind of items, by the number of items beside them, its groups; only kinds with several groups.

    Items that are never covered together, and share as many neighbours as any two such items of their kind,
    are in one group, and so is what is connected by such pairs.
    """
    kinds: dict[int, list[int]] = {}
    for item, others in enumerate(beside):
        kinds.setdefault(len(others), []).append(item)
    found = []
    for kind in kinds.values():
        groups = _connected(kind, beside)
        if 1 < len(groups) <= GROUPS and len(groups) < len(kind):
            found.append(groups)
    return found


def _connected(kind: Sequence[int], beside: Sequence[set[int]]) -> list[list[int]]:
    shared = {
        item: {other: len(beside[item] & beside[other]) for other in kind if other not in beside[item]}
        for item in kind
    }
    most = max((count for counts in shared.values() for count in counts.values()), default=0)
    groups, left = [], dict.fromkeys(kind)
    while left:
        group = [next(iter(left))]
        del left[group[0]]
        for item in group:
            near = [other for other, count in shared[item].items() if count == most and other in left]
            group += near
            for other in near:
                del left[other]
        groups.append(sorted(group))
    return groups


def _in_order(groups: Sequence[list[int]], frontier: Frontier) -> list[list[int]]:
    beam: list[tuple[float, tuple[int, ...]]] = [(0.0, (0,))]
    for _ in range(len(groups) - 1):
        wider: dict[tuple[float, float], tuple[int, ...]] = {}
        known: set[frozenset[int]] = set()
        for largest, order in beam:
            for at in range(len(groups)):
                if at in order or frozenset((*order, at)) in known:
                    continue
                known.add(frozenset((*order, at)))
                entropy = frontier.entropy(item for group in (*order, at) for item in groups[group])
                wider.setdefault((round(max(largest, entropy), 6), round(entropy, 6)), (*order, at))
        beam = [(key[0], order) for key, order in sorted(wider.items())[:BEAM]]
    return [groups[group] for group in beam[0][1]]


# Next to each other


def closing_order(primary_count: int, beside: Sequence[set[int]]) -> list[int]:
    """The primary items, each time one that touches the fewest new items."""
    fresh = [len(others) for others in beside]  # of its neighbours and itself, those not touched
    remaining = [0] * len(beside)
    touched: dict[int, int] = {}  # open items, by when
    seen = [False] * len(beside)
    order: list[int] = []
    left = set(range(primary_count))

    def touch(item: int, when: int) -> None:
        seen[item] = True
        touched[item] = when
        for other in beside[item]:
            fresh[other] -= 1
            remaining[other] += 1

    for rank in range(primary_count):
        item = min(left, key=lambda at: (fresh[at], -remaining[at], touched.get(at, rank), at))
        for other in sorted(beside[item]):
            if not seen[other]:
                touch(other, rank)
        order.append(item)
        left.remove(item)
        del touched[item]
        for other in beside[item]:
            remaining[other] -= 1
    return order


def beside_items(table: CoverTable) -> list[set[int]]:
    """For each item, the items that some option covers with it, including itself."""
    beside = [{item} for item in range(table.item_count)]
    for items, shades in zip(table.options, table.colours, strict=True):
        together = {*items, *(table.shades[shade] for shade in shades)}
        for item in together:
            beside[item] |= together
    return beside
