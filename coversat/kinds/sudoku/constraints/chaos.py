"""Regions that are to be found (chaos construction), and clues about them."""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product, takewhile

from .... import primitives
from ....primitives.models import Rule
from ....problems.board import beside
from ....problems.grid import Cell, Held
from ....problems.layout import Layout, borders
from ....problems.problem import Violation
from .base import Groups, Primitives
from .compound import MOST_HIDDEN, Hidden
from .look import Caption, Dashes
from .parameters import CellGroups, Flag, Number

Cells = tuple[Cell, ...]


@dataclass(frozen=True)
class Alike(Groups):
    """A cell whose digit is a number of cells that hold the same as the first one of the others."""

    groups: tuple[Cells, ...]
    beyond: bool = False

    parameters = {"beyond": Flag("beyond"), "groups": CellGroups(2)}
    look = (Dashes("5 2"), Caption())

    @property
    def first(self) -> Cell:
        """The cell that others are compared with."""
        return self.groups[1][0]

    @abstractmethod
    def alike(self, lines: Sequence[tuple[int, ...]]) -> int:
        """How many digits of the lines are counted."""

    def unfit(self, layout: Layout) -> str | None:
        if len(self.groups[0]) > 1:
            return f"{len(self.groups[0])} cells before '/', not one"
        return (
            None
            if {line[0] for line in self.groups[1:]} == {self.first}
            else "lines begin in different cells"
        )

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        left = list(digits)
        (number,), *lines = [tuple(left.pop(0) for _ in group) for group in self.groups]
        found = self.alike(lines) - self.beyond
        return None if found == number else f"there are {found}, not {number}"


class SameRun(Alike):
    """The first cell of several lines counts once."""

    word, noun = "same-run", "run of the same"
    about = (
        "the digit of the cell before '/' is how many cells, along lines that begin in one cell, have the "
        "same value as that cell without a break; beyond: that cell is not counted"
    )
    example = "same-run r3c3 / r2c1 r2c2 r2c3 / r2c1 r3c2"

    def alike(self, lines: Sequence[tuple[int, ...]]) -> int:
        return 1 + sum(sum(1 for _ in takewhile(line[0].__eq__, line)) - 1 for line in lines)

    def model(self, layout: Layout) -> Primitives:
        (number,), *lines = self.groups
        runs = ((1, primitives.Repeats(line)) for line in lines)
        yield primitives.Sum((*runs, (-1, number)), (len(lines) - 1 + self.beyond,))


class SameCount(Alike):
    """The cells may be anywhere."""

    word, noun = "same-count", "count of the same"
    about = (
        "the digit of the cell before '/' is how many of the other cells have the same value as the first of "
        "them; beyond: that one is not counted"
    )
    example = "same-count r3c3 / r2c1 r3c2 r4c4"

    def unfit(self, layout: Layout) -> str | None:
        return "more than one group of cells" if len(self.groups) > 2 else super().unfit(layout)

    def alike(self, lines: Sequence[tuple[int, ...]]) -> int:
        return lines[0].count(lines[0][0])

    def model(self, layout: Layout) -> Primitives:
        """Each two cells are a run of one or two."""
        (number,), (first, *others) = self.groups
        runs = ((1, primitives.Repeats((first, other))) for other in others)
        yield primitives.Sum((*runs, (-1, number)), (len(others) - 1 + self.beyond,))


NO_REGION = -1
"""In the check: what a cell holds that is in none of the regions found so far."""


@dataclass(frozen=True)
class Chaos(Hidden):
    """Regions are numbered from the lowest digit on, in the order of their first cells."""

    size: int

    word, noun = "chaos", "regions to be found"
    about = (
        "the board is divided into connected regions of SIZE cells, whose digits differ; hidden cells, named "
        "as if they were in a row below the board, hold the number of each cell's region, row by row, and N "
        "further digits; the constraints up to 'end' can use them, and an answer does not show them"
    )
    parameters = {
        "size": Number("size of a region", 2, 25, short="SIZE"),
        "number": Number("number of further hidden cells", 0, MOST_HIDDEN, True, default=0, short="N"),
    }
    example = (
        "chaos 9\nsame-run r1c2 / r10c2 r10c3 r10c4 r10c5 r10c6\nsame-count r1c1 / r10c1 r10c2 r10c10\nend"
    )

    @property
    def label(self) -> str:
        return self.noun

    def unfit(self, layout: Layout) -> str | None:
        regions, rest = divmod(layout.rows * layout.columns, self.size)
        if rest or max(regions, self.size) > len(layout.digits):
            return f"the board is not divided into regions of {self.size} cells, numbered by its digits"
        return super().unfit(layout) if self.parts else None

    def count(self, layout: Layout) -> int:
        return layout.rows * layout.columns + self.number

    def scope(self, layout: Layout) -> Cells:
        return tuple(layout.cells())

    # The check: region after region, each with the first cell that is in none.

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        if all(cell in held for cell in layout.cells()):
            yield from super().breaks(held, layout)

    def _in_turn(self, held: Held, layout: Layout) -> list[Cell]:
        numbers = self._numbers(layout)
        return [*numbers.values(), *super()._in_turn(dict(held) | dict.fromkeys(numbers.values(), 0), layout)]

    def _numbers(self, layout: Layout) -> dict[Cell, Cell]:
        """The hidden cell with the number of its region, for each cell."""
        return dict(zip(layout.cells(), self.hidden_cells(layout), strict=False))

    def _steps(self, held: Held, cell: Cell, layout: Layout) -> Iterator[Held]:
        numbers = self._numbers(layout)
        if cell not in numbers.values():
            yield from super()._steps(held, cell, layout)
            return
        free = {one: held[one] for one, number in numbers.items() if number not in held}
        about = [part for part in self.parts if isinstance(part, Alike)]
        region = layout.lowest + (len(numbers) - len(free)) // self.size
        near = beside(layout.rows, layout.columns)
        for area in _areas(free, near, self.size):
            step = {numbers[one]: region for one in area}
            known = dict.fromkeys(numbers.values(), NO_REGION) | dict(held) | dict(step)
            decided = (part for part in about if part.first in step)
            left = {one: digit for one, digit in free.items() if one not in area}
            if _can_be_divided(left, near, self.size) and not any(
                part.violations(known, layout) for part in decided
            ):
                yield step

    def model(self, layout: Layout) -> Primitives:
        """Which cells are too far from each other, or alone, follows, but is found sooner.

        So does what is known of pairs of neighbours whatever the number of their region is.
        """
        numbers = self._numbers(layout)
        cells = tuple(numbers.values())
        regions = layout.digits[: len(numbers) // self.size]

        def in_order(most: int, region: int) -> int | None:
            return max(most, region) if region <= min(most + 1, regions[-1]) else None

        yield primitives.Regular(cells, layout.lowest - 1, in_order, lambda most: True)
        apart = tuple(
            (numbers[r, c], numbers[below, other])
            for (r, c), (below, other) in combinations(numbers, 2)
            if below - r + abs(other - c) >= self.size
        )
        yield Rule(f"regions have {self.size} cells", primitives.Binary(apart, operator.ne))
        links = tuple((numbers[one], numbers[other]) for one, other in borders(layout))
        yield from (Rule(f"regions have {self.size} cells", one) for one in self._not_alone(numbers, links))
        yield from (Rule("cells of one region", one) for one in _near_each_other(numbers))
        every = self.size == len(layout.digits)
        for region in regions:
            name = f"region {region}"
            if not every:
                yield Rule(f"{name} has {self.size} cells", primitives.Count(cells, (region,), (self.size,)))
            yield Rule(
                f"{name} is connected", primitives.Connected(cells, (region,), links, steps=self.size - 1)
            )
            for digit in layout.digits:
                both = ((1, primitives.Matches(pair, (digit, region))) for pair in numbers.items())
                yield Rule(f"{digit} in {name}", primitives.Sum(tuple(both), (1,) if every else (0, 1)))
        yield from super().model(layout)

    def _not_alone(self, numbers: Mapping[Cell, Cell], links: Sequence[Cells]) -> Iterator[primitives.Table]:
        """A cell, or two neighbours of one region, have a further neighbour in it."""
        beside: dict[Cell, list[Cell]] = {number: [] for number in numbers.values()}
        for one, other in links:
            beside[one].append(other)
            beside[other].append(one)
        if self.size > 1:
            for one, near in beside.items():
                yield _one_alike((), [(one, other) for other in near])
        if self.size > 2:
            for pair in links:
                yield _one_alike(
                    (pair,), [(one, other) for one in pair for other in beside[one] if other not in pair]
                )


def _one_alike(given: Sequence[Cells], pairs: Sequence[Cells]) -> primitives.Table:
    """If the given pairs of cells are alike, one of the others is."""
    runs = tuple(map(primitives.Repeats, (*given, *pairs)))
    wrong = (2,) * len(given) + (1,) * len(pairs)
    return primitives.Table(runs, tuple(row for row in product((1, 2), repeat=len(runs)) if row != wrong))


_TRANSITIVE = tuple(row for row in product((1, 2), repeat=3) if row.count(2) != 2)


def _near_each_other(numbers: Mapping[Cell, Cell]) -> Iterator[primitives.Table]:
    """Of three cells in three rows and columns, not exactly two pairs are alike."""
    blocks = (product(range(r, r + 3), range(c, c + 3)) for r, c in numbers)
    those = (combinations([numbers[cell] for cell in block if cell in numbers], 3) for block in blocks)
    for cells in dict.fromkeys(chain.from_iterable(those)):
        yield primitives.Table(tuple(map(primitives.Repeats, combinations(cells, 2))), _TRANSITIVE)


def _areas(free: Held, near: Mapping[Cell, Sequence[Cell]], size: int) -> Iterator[Cells]:
    """The connected sets of this many free cells with different digits, the first free cell among them."""

    def grown(area: Cells, border: Cells, seen: frozenset[Cell]) -> Iterator[Cells]:
        if len(area) == size:
            yield area
            return
        digits = {free[cell] for cell in area}
        for at, cell in enumerate(border):
            if free[cell] not in digits:
                more = tuple(other for other in near[cell] if other in free and other not in seen)
                yield from grown((*area, cell), (*border[at + 1 :], *more), seen.union(more))

    first = min(free)
    border = tuple(other for other in near[first] if other in free)
    return grown((first,), border, frozenset((first, *border)))


def _can_be_divided(free: Held, near: Mapping[Cell, Sequence[Cell]], size: int) -> bool:
    """Whether each connected part of the free cells has cells and digits for some regions."""
    left = dict(free)
    while left:
        part = [left.popitem()]
        for cell, _ in part:
            part += [(other, left.pop(other)) for other in near[cell] if other in left]
        regions, rest = divmod(len(part), size)
        if rest or max(Counter(digit for _, digit in part).values()) > regions:
            return False
    return True
