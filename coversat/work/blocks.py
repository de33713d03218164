"""Count exact covers block by block: parts that share items are counted apart, and their counts multiplied.

The order of items (`orders`) fills a board block by block: the boxes of a sudoku below each other, say. Where
a block is complete, fewest positions are met. Before anything is filled it is decided, for each item that a
block and the rest could both cover, which of them does. The block and the rest then share no item: they are
independent, and their counts are multiplied. Only the decisions matter, not how either is filled, and most of
these are images of one another: a part whose name (`positions`) is known is not counted again.

Removing options makes others impossible: if all options of an item have another item too, that item's other
options are in no cover. An item with a single option is the simplest case.

The compiled search no longer names the parts at a level of the search once their names have saved less work
than they took, and keeps a digest of 16 bytes of each name. Limits are checked every few thousand nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import permutations
from operator import or_
from typing import Any, NamedTuple, Protocol

from ..cover import CoverTable
from ..registry import compiled
from .orders import Frontier, ordered_groups
from .positions import name_of

FEW = 30
"""With fewer options a position is searched, not named."""
MOST_PAIRS = 16
"""More items of a family are not paired."""
MOST_FAMILIES = 30

GoOn = Callable[[int], Any]
"""Called with the number of nodes now and then; raises an error to stop."""


class Plan(NamedTuple):
    """What is decided first.

    Attributes
    ----------
    block : list of int
        The block of each option.
    decisions : list
        Items, each with a block that covers it or not.
    families : list
        Sets of items of which each option has exactly one. The items of two families are paired by any cover.
    """

    block: list[int]
    decisions: list[tuple[int, int]]
    families: list[list[int]]


class Counting(Protocol):
    """The interface of the reference below and of its compiled equivalent in `_blocks_kernel`."""

    def __init__(self, table: CoverTable, plan: Plan) -> None: ...

    def count(self, memo: int, go_on: GoOn) -> tuple[int | None, int]:
        """The number of covers, None if it is too large to be stored, and of nodes.

        `memo` is the memory for the counts of parts, in bytes.
        """


def plan_of(table: CoverTable) -> Plan | None:
    """The blocks of a cover whose items all have equally many options; None without blocks.

    Other covers, such as those of boards with given cells, have less symmetry.
    """
    covering = table.covering()
    if table.item_count > table.primary_count or len({len(options) for options in covering}) != 1:
        return None
    frontier = Frontier(table)
    best: tuple[float, Plan] | None = None
    for groups in ordered_groups(table, frontier):
        ends = [[item for group in groups[:at] for item in group] for at in range(len(groups) + 1)]
        entropy = [round(frontier.entropy(items), 6) for items in ends]
        narrow = [at for at in range(1, len(groups)) if _narrow(*entropy[at - 1 : at + 2])]
        if narrow and (best is None or max(entropy[at] for at in narrow) < best[0]):
            plan = _plan(table, covering, [ends[at] for at in narrow])
            best = max(entropy[at] for at in narrow), plan
    return None if best is None else best[1]


def _narrow(before: float, here: float, after: float) -> bool:
    return here <= min(before, after) and here < max(before, after)


def _plan(table: CoverTable, covering: Sequence[Sequence[int]], ends: Sequence[Sequence[int]]) -> Plan:
    block = [len(ends)] * len(table.options)
    for number, items in reversed([*enumerate(ends)]):
        for item in items:
            for option in covering[item]:
                block[option] = number
    decisions = []
    for number in range(len(ends)):
        for item, options in enumerate(covering):
            later = {block[option] for option in options if block[option] >= number}
            if number in later and len(later) > 1:
                decisions.append((item, number))
    return Plan(block, decisions, _families(covering))


def _families(covering: Sequence[Sequence[int]]) -> list[list[int]]:
    """The families whose items follow each other. With them dead ends are found earlier; none is needed."""
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


def counting(table: CoverTable, plan: Plan) -> Counting:
    """The count of a cover; compiled if available."""
    kernel = compiled(__package__, "_blocks_kernel")
    made: type[Counting] = Blocks if kernel is None else kernel.Blocks
    return made(table, plan)


class Blocks:
    """The reference implementation; see `Counting`. Sets of options are integers."""

    def __init__(self, table: CoverTable, plan: Plan) -> None:
        self._rows = table.options
        self._having = [_set(options) for options in table.covering()]
        inside = {number: _set(_where(plan.block, number)) for number in plan.block}
        self._decisions = [(self._having[item], inside[number]) for item, number in plan.decisions]
        self._families = [frozenset(family) for family in plan.families]
        self._known: dict[bytes, int] = {}

    def count(self, memo: int, go_on: GoOn) -> tuple[int | None, int]:
        self._nodes, self._go_on, self._room = 0, go_on, memo
        whole = self._reduced((1 << len(self._rows)) - 1, {*range(len(self._having))})
        return (self._product(whole, 0) if whole else 0), self._nodes

    def _count(self, part: int, decision: int) -> int:
        if part.bit_count() < FEW:
            return self._sum(part, decision)
        name = self._name(part)
        if name not in self._known:
            count = self._sum(part, decision)
            self._room -= len(name)
            if self._room < 0:
                return count
            self._known[name] = count
        return self._known[name]

    def _sum(self, part: int, decision: int) -> int:
        """The covers of a part, by the two sides of a decision or by the options of an item."""
        for at in range(decision, len(self._decisions)):
            those, inside = self._decisions[at]
            sides = part & those & inside, part & those & ~inside
            if all(sides):
                return sum(self._without(part, gone, those, at + 1) for gone in sides)
        those = min(filter(None, (part & those for those in self._having)), key=int.bit_count)
        every = len(self._decisions)
        return sum(self._without(part, those ^ (1 << option), those, every) for option in _options(those))

    def _without(self, part: int, gone: int, near: int, decision: int) -> int:
        self._go_on(self._nodes)
        self._nodes += 1
        possible = self._reduced(part & ~gone, self._items(gone))
        if not possible or not self._matched(possible, _first(possible & near)):
            return 0
        return self._product(possible, decision)

    def _product(self, possible: int, decision: int) -> int:
        product = 1
        for part in self._parts(possible):
            product *= self._count(part, decision)
            if not product:
                break
        return product

    def _reduced(self, possible: int, waiting: set[int]) -> int:
        """What is possible once some items lost options; 0 if an item has no option left."""
        while waiting:
            item = waiting.pop()
            those = possible & self._having[item]
            if not those:
                return 0
            for other in self._rows[_first(those)]:
                wider = possible & self._having[other]
                if those != wider and not those & ~wider:
                    possible ^= wider ^ those
                    waiting |= self._items(wider ^ those)
        return possible

    def _matched(self, possible: int, option: int) -> bool:
        """Whether the items of any two families near an option can be paired."""
        row = self._rows[option]
        return all(
            self._paired(possible, item, family, other)
            for family, other in permutations(self._families, 2)
            for item in family.intersection(row)
        )

    def _paired(self, possible: int, item: int, family: frozenset[int], other: frozenset[int]) -> bool:
        """Whether the items of a family that are connected with one can be paired with those of another."""
        beside: dict[int, set[int]] = {item: set()}
        partners: set[int] = set()
        waiting = [item]
        while waiting and len(beside) <= MOST_PAIRS:
            here = waiting.pop()
            beside[here] = self._items(possible & self._having[here]) & other
            for partner in beside[here] - partners:
                partners.add(partner)
                near = (self._items(possible & self._having[partner]) & family) - beside.keys()
                beside.update((here, set()) for here in near)
                waiting += near
        if waiting:
            return True
        owner: dict[int, int] = {}

        def match(here: int, tried: set[int]) -> bool:
            for partner in beside[here] - tried:
                tried.add(partner)
                if partner not in owner or match(owner[partner], tried):
                    owner[partner] = here
                    return True
            return False

        return len(beside) == len(partners) and all(match(here, set()) for here in beside)

    def _items(self, options: int) -> set[int]:
        return {item for option in _options(options) for item in self._rows[option]}

    def _parts(self, possible: int) -> Iterator[int]:
        """The parts that share no item, without those of a single option."""
        while possible:
            part, fresh = 0, 1 << _first(possible)
            while fresh:
                part |= fresh
                fresh = reduce(or_, (self._having[item] for item in self._items(fresh))) & possible & ~part
            possible ^= part
            if part & (part - 1):
                yield part

    def _name(self, part: int) -> bytes:
        options = [*_options(part)]
        first: dict[int, int] = {}  # of items with the same options only one is in the name
        for item in sorted(self._items(part)):
            first.setdefault(part & self._having[item], len(first))
        rows: list[list[int]] = [[] for _ in options]
        number = {option: at for at, option in enumerate(options)}
        for those, item in first.items():
            for option in _options(those):
                rows[number[option]].append(item)
        return name_of([len(first), 0, 0, len(options), 0], rows)


def _set(options: Sequence[int]) -> int:
    return sum(1 << option for option in options)


def _where(block: Sequence[int], number: int) -> list[int]:
    return [option for option, those in enumerate(block) if those == number]


def _first(options: int) -> int:
    return (options & -options).bit_length() - 1


def _options(options: int) -> Iterator[int]:
    while options:
        option = _first(options)
        yield option
        options ^= 1 << option
