"""Where a cover falls apart: its blocks, what is decided before they are filled, and their layers.

Blocks end where an order of groups of items (`orders`) is narrow, so that fewest positions are met: between
the stacks of a sudoku with flat boxes, say. Layers are what a cover falls apart into without most of its
items: such a sudoku into columns, if only cells and the digits of columns are left. Layers that share the
same items in the same way are alike: what is in one may as well be in the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import inf
from typing import NamedTuple

from ...problems.exact_cover.builder import CoverTable
from .orders import Frontier, beside_items

MOST_FAMILIES = 30

Lists = Sequence[Sequence[int]]


class Plan(NamedTuple):
    """How a cover is counted.

    * block, layer: the block and the layer of each option.
    * decisions: items, each with a block that covers it or not.
    * families: sets of items of which each option has exactly one. The items of two families are paired by
      any cover.
    """

    block: list[int]
    layer: list[int]
    decisions: list[tuple[int, int]]
    families: list[list[int]]


def plan_of(frontier: Frontier) -> Plan | None:
    """The plan of a cover whose items all have equally many options, with blocks or only layers alike.

    None for others. Boards with given cells have less symmetry, for example, and so have most jigsaws.
    """
    table, covering = frontier.table, frontier.covering
    every = table.projection is None and table.item_count == table.primary_count
    if not every or not table.options or len({len(options) for options in covering}) != 1:
        return None
    families = _families(covering)
    block = _blocks(frontier)
    layer, kinds = _layers(table.options, covering, block, families)
    if not any(block) and (kinds > 1 or not _even(table, families)):
        return None
    return Plan(block, layer, _decisions(covering, block), families)


def _even(table: CoverTable, families: Lists) -> bool:
    """Whether the items of each family have equally many neighbours, unlike those of a jigsaw."""
    beside = beside_items(table)
    return all(len({len(beside[item]) for item in family}) == 1 for family in families)


def _blocks(frontier: Frontier) -> list[int]:
    """The block of each option, between the narrow places of the best order; 0 for all without any."""
    best: tuple[float, list[list[int]]] = inf, []
    for groups in frontier.orders:
        ends = [[item for group in groups[:at] for item in group] for at in range(len(groups) + 1)]
        entropy = [round(frontier.entropy(items), 6) for items in ends]
        narrow = [at for at in range(1, len(groups)) if _narrow(*entropy[at - 1 : at + 2])]
        if narrow and max(entropy[at] for at in narrow) < best[0]:
            best = max(entropy[at] for at in narrow), [ends[at] for at in narrow]
    block = [len(best[1])] * len(frontier.table.options)
    for number, items in reversed([*enumerate(best[1])]):
        for item in items:
            for option in frontier.covering[item]:
                block[option] = number
    return block


def _narrow(before: float, here: float, after: float) -> bool:
    return here <= min(before, after) and here < max(before, after)


def _decisions(covering: Lists, block: Sequence[int]) -> list[tuple[int, int]]:
    """Block by block, the items that it and the rest could both cover."""
    decisions = []
    for number in range(max(block)):
        for item, options in enumerate(covering):
            later = {block[option] for option in options if block[option] >= number}
            if number in later and len(later) > 1:
                decisions.append((item, number))
    return decisions


def _families(covering: Lists) -> list[list[int]]:
    """The families whose items follow each other.

    Without them there are no layers, and dead ends are found later.
    """
    families: list[list[int]] = []
    family: list[int] = []
    seen: set[int] = set()
    every = len({option for options in covering for option in options})
    for item, options in enumerate(covering):
        if not seen.isdisjoint(options):
            family, seen = [], set()
        family.append(item)
        seen.update(options)
        if len(seen) == every:
            families.append(family)
    return families[:MOST_FAMILIES]


def _layers(rows: Lists, covering: Lists, block: Sequence[int], families: Lists) -> tuple[list[int], int]:
    """The layer of each option, and how many layers are not alike.

    Layers are what the items of two families connect; none reaches into several blocks. Of two families,
    those with most layers that are like others. Without any, all options are one layer.
    """
    best, fewest, most = [0] * len(rows), len(rows), 0
    for kept in combinations(families, 2):
        layer = _connected(rows, {item for family in kept for item in family})
        options: list[list[int]] = [[] for _ in range(max(layer) + 1)]
        for option, number in enumerate(layer):
            options[number].append(option)
        inside = all(len({block[option] for option in those}) == 1 for those in options)
        looks = {_look(rows, covering, those) for those in options}
        if inside and len(options) - len(looks) > most:
            best, fewest, most = layer, len(looks), len(options) - len(looks)
    return best, fewest


def _connected(rows: Lists, items: set[int]) -> list[int]:
    """The part of each option, once only some items connect them."""
    having: dict[int, list[int]] = {item: [] for item in items}
    for option, row in enumerate(rows):
        for item in items.intersection(row):
            having[item].append(option)
    part = [-1] * len(rows)
    count = 0
    for first in range(len(rows)):
        waiting = [first]
        count += part[first] < 0
        while waiting:
            option = waiting.pop()
            if part[option] < 0:
                part[option] = count - 1
                waiting += (
                    other for item in items.intersection(rows[option]) for other in having.pop(item, ())
                )
    return part


def _look(rows: Lists, covering: Lists, options: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The options of a layer by the items they share with others; its own are numbered as they come."""
    count = Counter(item for option in options for item in rows[option])
    own: dict[int, int] = {}
    return tuple(
        tuple(
            item if count[item] < len(covering[item]) else -1 - own.setdefault(item, len(own))
            for item in rows[option]
        )
        for option in options
    )
