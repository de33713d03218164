"""Parts that are images of one another have as many covers: they are counted once.

A position is what is left of a cover behind some options.  Two are alike when the items of one can be renamed
so that its options become those of the other.  They are told by a name: the items are put into an order that
depends on the structure alone, as far as that can be had cheaply, and the options are written in its numbers.
Equal names are equal covers.  Positions that are alike and get different names are counted twice, which costs
time and changes nothing.

The order is found as in all programs for isomorphism (McKay and Piperno, "Practical graph isomorphism, II",
2014): items are sorted by what stands beside them until nothing changes, then one of the first that still
look the same is made different, and so on; here nothing is taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..deadline import Deadline
from ..errors import ReductionError
from ..problems.cover_table import CoverTable
from .part import Choices, Part, Told

ENOUGH = 400
"""So many classes are enough: to name a position takes as long as to count some ten thousand covers."""
SMALL = 40
"""Positions with fewer options are counted sooner than named."""

Row = tuple[int, ...]
Name = tuple[Row, ...]


class Position(NamedTuple):
    """What is left of a cover behind some options.

    Attributes
    ----------
    open : frozenset of int
        The primary items that are not covered.
    rows : dict
        Per option that is possible, the items that it covers: primary and secondary ones, and what stands for
        a secondary item in one colour.
    """

    open: frozenset[int]
    rows: dict[int, Row]


class Class(NamedTuple):
    """Positions that are alike, by one of them."""

    position: Position
    choices: Choices
    times: int
    share: float


class Classes:
    """The positions of a cover, level by level, those that are alike taken together.

    Raises
    ------
    ReductionError
        For a cover some of whose answers count as one.
    """

    def __init__(self, table: CoverTable) -> None:
        if table.projection is not None:
            raise ReductionError("classes are of covers that all count, and here some count as one")
        self._primary, self._items = table.primary_count, table.item_count
        self._rows = {
            option: (*items, *(self._items + shade for shade in shades))
            for option, (items, shades) in enumerate(zip(table.options, table.colours, strict=True))
        }
        self._shades = table.shades
        self.root = Position(frozenset(range(self._primary)), self._rows)

    def behind(self, position: Position, option: int) -> Position | None:
        """The position behind one more option and all that it forces; None where some item has none left."""
        open_items, rows = set(position.open), position.rows
        waiting = [option]
        while waiting:
            taken = waiting.pop()
            if taken not in rows:
                return None
            row = rows[taken]
            open_items.difference_update(row)
            rows = self._beside(rows, row)
            left = dict.fromkeys(open_items, 0)
            last = {}
            for other, covered in rows.items():
                for item in covered:
                    if item in left:
                        left[item] += 1
                        last[item] = other
            if 0 in left.values():
                return None
            forced = next((last[item] for item in sorted(left) if left[item] == 1), None)
            if forced is not None:
                waiting.append(forced)
        return Position(frozenset(open_items), rows)

    def _beside(self, rows: dict[int, Row], taken: Row) -> dict[int, Row]:
        """The options that can stand beside one, without what they agree on."""
        covered = {item for item in taken if item < self._items}
        agreed = {item for item in taken if item >= self._items}
        coloured = {self._shades[item - self._items] for item in agreed}
        beside = {}
        for option, row in rows.items():
            if not covered.isdisjoint(row) or any(self._whose(item) in covered for item in row):
                continue
            if coloured and any(item not in agreed and self._whose(item) in coloured for item in row):
                continue
            beside[option] = tuple(item for item in row if item not in agreed) if agreed else row
        return beside

    def _whose(self, item: int) -> int:
        """The secondary item of which this is a colour; itself where it is none."""
        return item if item < self._items else self._shades[item - self._items]

    def children(self, position: Position) -> list[int]:
        """The options of an open item that has the fewest."""
        options: dict[int, list[int]] = {item: [] for item in sorted(position.open)}
        for option, row in position.rows.items():
            for item in row:
                if item in options:
                    options[item].append(option)
        return min(options.values(), key=len)

    def name(self, position: Position) -> Name:
        """Its options, in numbers that hardly depend on what its items were called; the same name, alike."""
        rows = [*position.rows.values()]
        shades = {item for row in rows for item in row if item >= self._items}
        rows += [(self._whose(shade), shade) for shade in sorted(shades)]
        places: dict[int, list[int]] = {}
        for at, row in enumerate(rows):
            for item in row:
                places.setdefault(item, []).append(at)
        rank = {item: (item >= self._primary) + (item >= self._items) for item in places}
        number = _sorted_out(rank, rows, places)
        while len(number) < len(places) or len(set(number.values())) < len(places):
            number[_first_of_the_same(number)] = -1
            number = _sorted_out(number, rows, places)
        primary, secondary = (sum(item < most for item in places) for most in (self._primary, self._items))
        return (primary, secondary), *sorted(tuple(sorted(number[item] for item in row)) for row in rows)


def _sorted_out(rank: dict[int, int], rows: list[Row], places: dict[int, list[int]]) -> dict[int, int]:
    """Items ranked by what stands beside them, and what beside that, until nothing changes."""
    distinct = len(set(rank.values()))
    while True:
        seen = [tuple(sorted([rank[item] for item in row])) for row in rows]
        order = {row: at for at, row in enumerate(sorted(set(seen)))}
        short = [order[row] for row in seen]
        looks = {item: (rank[item], *sorted([short[at] for at in those])) for item, those in places.items()}
        numbers = {look: at for at, look in enumerate(sorted(set(looks.values())))}
        rank = {item: numbers[look] for item, look in looks.items()}
        if len(numbers) == distinct:
            return rank
        distinct = len(numbers)


def _first_of_the_same(rank: dict[int, int]) -> int:
    """An item of the smallest set of those that look the same; of several sets the first."""
    same: dict[int, list[int]] = {}
    for item, number in rank.items():
        same.setdefault(number, []).append(item)
    _, _, those = min((len(those), number, those) for number, those in same.items() if len(those) > 1)
    return those[0]


def classes(table: CoverTable, root: Part, deadline: Deadline) -> Told:
    """The whole as parts, each for a class of positions: what is found below one counts for all.

    Raises
    ------
    LimitReachedError
        When the deadline comes.
    """
    all_of = Classes(table)
    level = [Class(all_of.root, (), 1, 1.0)]
    found = nodes = 0
    while 0 < len(level) < ENOUGH and any(len(one.position.rows) >= SMALL for one in level):
        below = [child for one in deadline.through(level) for child in _below(all_of, one)]
        found += sum(child.times for child in below if not child.position.open)
        nodes += len(below)
        level = _merged(all_of, deadline.through(child for child in below if child.position.open))
    left = root.cut((one.choices, one.share, one.times) for one in level)
    return Told(root, found, (), {"nodes": nodes}, 0.0, left)


def _merged(all_of: Classes, level: Iterable[Class]) -> list[Class]:
    """Those that are alike as one."""
    merged: dict[Name, Class] = {}
    for one in level:
        name = all_of.name(one.position)
        known = merged.get(name)
        if known is not None:
            one = known._replace(times=known.times + one.times, share=known.share + one.share)
        merged[name] = one
    return [*merged.values()]


def _below(all_of: Classes, one: Class) -> Iterator[Class]:
    options = all_of.children(one.position)
    for option in options:
        position = all_of.behind(one.position, option)
        if position is not None:
            yield Class(position, (*one.choices, option), one.times, one.share / len(options))
