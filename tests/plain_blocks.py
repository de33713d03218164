"""Counts of exact covers block by block in Python: the oracle of the compiled ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import permutations
from operator import or_

from plain_positions import name_of

from coversat.base.bits import bits_of, positions_of
from coversat.problems.exact_cover.builder import CoverTable
from coversat.solvers.counting.blocks import FEW, GoOn
from coversat.solvers.counting.plans import Plan

MOST_PAIRS = 16
"""More items of a family are not paired."""


def first_position(bits: int) -> int:
    """The position of the lowest bit that is set; -1 if none is."""
    return (bits & -bits).bit_length() - 1


class Blocks:
    """Sets of options are integers; parts with fewer options than `few` are searched, not named."""

    def __init__(self, table: CoverTable, plan: Plan, few: int = FEW) -> None:
        self._rows, self._few = table.options, few
        self._having = [bits_of(options) for options in table.covering()]
        self._layers, inside = _sets(plan.layer), _sets(plan.block)
        self._decisions = [(self._having[item], inside[number]) for item, number in plan.decisions]
        self._families = [frozenset(family) for family in plan.families]
        self._known: dict[bytes, int] = {}

    def count(self, memo: int, go_on: GoOn) -> tuple[int | None, int]:
        self._nodes, self._ask, self._go_on, self._room = 0, 0, go_on, memo
        whole = self._reduced((1 << len(self._rows)) - 1, {*range(len(self._having))})
        return (self._product(whole, 0) if whole else 0), self._nodes

    def _count(self, part: int, decision: int) -> int:
        decision = self._next(part, decision)
        begun = len({(part & layer).bit_count() for layer in self._layers} - {0}) > 1
        if part.bit_count() < self._few or (begun and decision == len(self._decisions)):
            return self._sum(part, decision, 0)
        alike = self._alike(part)
        name = self._name(part, alike)
        if name not in self._known:
            count = self._sum(part, decision, len(alike[0]) if len(alike) == 1 else 0)
            self._room -= len(name)
            if self._room < 0:
                return count
            self._known[name] = count
        return self._known[name]

    def _next(self, part: int, decision: int) -> int:
        """The next decision that is open."""
        while decision < len(self._decisions):
            those, inside = self._decisions[decision]
            if part & those & inside and part & those & ~inside:
                break
            decision += 1
        return decision

    def _sum(self, part: int, decision: int, alike: int) -> int:
        """The covers of a part, by the two sides of a decision or by the options of an item.

        Of an item with one option in each of several layers that are all `alike`, these are equivalent.
        """
        if decision < len(self._decisions):
            those, inside = self._decisions[decision]
            sides = part & those & inside, part & those & ~inside
            return sum(self._without(part, gone, those, decision + 1) for gone in sides)
        items = [those for item in self._having if (those := part & item)]
        if alike > 1:
            for those in items:
                if those.bit_count() == alike and all(
                    (those & layer).bit_count() < 2 for layer in self._layers
                ):
                    return alike * self._without(part, those & (those - 1), those, decision)
        layer = min((those for every in self._layers if (those := part & every)), key=int.bit_count)
        those = min(items, key=lambda those: (those & ~layer > 0, those.bit_count()))
        return sum(self._without(part, those ^ (1 << one), those, decision) for one in positions_of(those))

    def _without(self, part: int, gone: int, near: int, decision: int) -> int:
        if self._nodes >= self._ask:
            self._ask = self._go_on(self._nodes, 0.0)
        self._nodes += 1
        possible = self._reduced(part & ~gone, self._items(gone))
        if not possible or not self._matched(possible, first_position(possible & near)):
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
            for other in self._rows[first_position(those)]:
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
        return {item for option in positions_of(options) for item in self._rows[option]}

    def _parts(self, possible: int) -> Iterator[int]:
        """The parts that share no item, without those of a single option."""
        while possible:
            part, fresh = 0, 1 << first_position(possible)
            while fresh:
                part |= fresh
                fresh = reduce(or_, (self._having[item] for item in self._items(fresh))) & possible & ~part
            possible ^= part
            if part & (part - 1):
                yield part

    def _alike(self, part: int) -> list[list[int]]:
        """The layers of a part, those together that share the same items in the same way."""
        kinds: dict[tuple[tuple[int, ...], ...], list[int]] = {}
        for layer in self._layers:
            own: dict[int, int] = {}
            look = tuple(
                tuple(
                    item if part & self._having[item] & ~layer else -1 - own.setdefault(item, len(own))
                    for item in self._rows[option]
                )
                for option in positions_of(part & layer)
            )
            if look:
                kinds.setdefault(look, []).append(part & layer)
        return [*kinds.values()]

    def _name(self, part: int, alike: Sequence[Sequence[int]]) -> bytes:
        """The name of the first of all layers that are alike: its options carry a mark for each of them.

        Items that are in each of these layers are of another kind than those that the layers share. Of items
        with the same options only one is in the name.
        """
        copied = [layers[0] for layers in alike if len(layers) > 1]
        shared, own = dict[int, None](), dict[int, None]()
        for item in sorted(self._items(part)):
            those = part & self._having[item]
            kind = own if any(not those & ~layer for layer in copied) else shared
            kind[those] = None
        named = [those for those in (*shared, *own) if any(those & layers[0] for layers in alike)]
        rows = [
            [
                *(at for at, those in enumerate(named) if those >> option & 1),
                *(len(named) + mark for mark in range(len(layers))),
            ]
            for layers in alike
            for option in positions_of(layers[0])
        ]
        first = sum(those in shared for those in named)
        return name_of([first, len(named) - first, max(map(len, alike)), len(rows), 0], rows)


def _sets(numbers: Sequence[int]) -> list[int]:
    """For each number, the options that have it."""
    return [
        bits_of(option for option, one in enumerate(numbers) if one == k) for k in range(max(numbers) + 1)
    ]
