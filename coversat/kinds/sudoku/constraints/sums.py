"""Sums of groups of cells: cages, weighted sums, diagonals, and what is between two extremes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, count, takewhile

from .... import primitives
from ....problems.grid import Cell, Held, cell_name
from ....problems.layout import Layout
from ....problems.problem import Violation
from .base import (
    Constraint,
    Group,
    Groups,
    Line,
    Placed,
    Primitives,
    item_name,
    repeated,
    twice,
)
from .look import DARK, SHADE, Before, Corner, Enclosure, Look, Note, Outline, Stroke
from .parameters import CellGroups, Cells, Choice, Number, Terms

LARGEST_SUM = 10_000
"""No sum of digits is larger."""


@dataclass(frozen=True)
class Sum(Constraint):
    """A cell that is named twice counts twice; the terms are in reading order, one for each cell."""

    total: int
    terms: tuple[tuple[int, Cell], ...]

    word = "sum"
    about = "the digits add up to the sum, and may repeat; 2*r1c1 counts twice, -r1c1 is subtracted"
    parameters = {"total": Number("sum", -99_999, 99_999), "terms": Terms()}
    example = "sum 20 r2c2 r3c3 2*r4c4 -r5c5"

    def __post_init__(self) -> None:
        factors: dict[Cell, int] = {}
        for factor, cell in self.terms:
            factors[cell] = factors.get(cell, 0) + factor
        object.__setattr__(self, "terms", tuple((factor, cell) for cell, factor in sorted(factors.items())))

    @property
    def place(self) -> str:
        return f"at {cell_name(self.terms[0][1])}"

    @property
    def look(self) -> Look:
        notes = (
            Corner(f"\N{MULTIPLICATION SIGN}{factor}", cell) for factor, cell in self.terms if factor != 1
        )
        return (Enclosure(f"\N{GREEK CAPITAL LETTER SIGMA}{self.total}", dotted=True), *notes)

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        return tuple(cell for _, cell in self.terms)

    def unfit(self, layout: Layout) -> str | None:
        ends = [sorted((factor * layout.lowest, factor * layout.highest)) for factor, _ in self.terms]
        least, most = (sum(end[at] for end in ends) for at in (0, 1))
        if least <= self.total <= most:
            return None
        return f"a total of {self.total}; its cells add up to at least {least} and at most {most}"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        total = sum(factor * digit for (factor, _), digit in zip(self.terms, digits, strict=True))
        return None if total == self.total else f"adds up to {total}, not {self.total}"

    def model(self, layout: Layout) -> Primitives:
        yield primitives.Sum(self.terms, (self.total,))


@dataclass(frozen=True)
class Cage(Placed, Group):
    """A killer cage."""

    total: int | None = None

    word = "cage"
    about = "the digits of the cells differ, and add up to the sum where there is one"
    parameters = {"total": Number("sum", 0, LARGEST_SUM, optional=True), "cells": Cells()}
    example = "cage 15 r1c1 r1c2"

    @property
    def look(self) -> Look:
        return (Enclosure("" if self.total is None else str(self.total)),)

    def unfit(self, layout: Layout) -> str | None:
        digits = layout.digits
        if fault := layout.too_many(self.cells):
            return fault
        if self.total is not None and not digits[0] <= self.total <= sum(digits):
            return f"it adds up to {self.total}; all digits add up to {sum(digits)}"
        return None

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        """Repeated digits, and a wrong sum; with blank cells, a sum that is already exceeded."""
        name = f"the cage on {cell_name(self.cells[0])}"
        yield from repeated(held, self.cells, name, self.label)
        digits = [held[cell] for cell in self.cells if cell in held]
        blanks = len(self.cells) - len(digits)
        least = sum(digits) + blanks * layout.lowest
        if self.total is not None and (least > self.total or (not blanks and least < self.total)):
            yield Violation(f"{name} adds up to {least}, not {self.total}", self.cells, self.label)

    def model(self, layout: Layout) -> Primitives:
        name = item_name("cage" if self.total is None else f"cage{self.total}", self.cells)
        yield primitives.AllDifferent(self.cells, self.total, name=name)


@dataclass(frozen=True)
class Rellik(Group):
    """A killer cage read backwards."""

    total: int

    word, noun = "rellik", "rellik cage"
    about = "the digits of the cells differ, and no one or more of them add up to the sum"
    parameters = {"total": Number("sum", 0, 400), "cells": Cells()}
    example = "rellik 9 r2c2 r2c3 r3c3"
    look = (Enclosure("\N{NOT EQUAL TO}{0.total}"),)

    def unfit(self, layout: Layout) -> str | None:
        return layout.too_many(self.cells)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        if wrong := twice(digits):
            return wrong
        some = chain.from_iterable(combinations(sorted(digits), size + 1) for size in range(len(digits)))
        found = next((those for those in some if sum(those) == self.total), None)
        return f"{' + '.join(map(str, found))} is {self.total}" if found else None

    def model(self, layout: Layout) -> Primitives:
        """The automaton's states are the sums, up to the forbidden one, of some of the digits so far."""
        avoided = self.total

        def step(sums: frozenset[int], digit: int) -> frozenset[int] | None:
            more = sums | {number + digit for number in sums | {0} if number + digit <= avoided}
            return None if avoided in more else more

        yield primitives.AllDifferent(self.cells, name=item_name(f"rellik{avoided}", self.cells))
        yield primitives.Regular(self.cells, frozenset[int](), step, lambda sums: True)


class EqualSum(Groups):
    """Groups of any sizes."""

    word = "equal-sum"
    about = "the digits of each group of cells add up to the same"
    parameters = {"groups": CellGroups(2)}
    example = "equal-sum r2c2 r2c3 / r4c4 r5c4 r6c4 / r8c8 r8c9"
    look = (Outline(3, DARK, 1, "#fdf3d8", sign="="),)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        left = list(digits)
        sums = [sum(left.pop(0) for _ in group) for group in self.groups]
        return next((f"a sum of {one}, and one of {sums[0]}" for one in sums if one != sums[0]), None)

    def model(self, layout: Layout) -> Primitives:
        """The smallest group, and each other one without the cells that both have."""
        smallest, *others = sorted(self.groups, key=len)
        for other in others:
            here = tuple(cell for cell in smallest if cell not in other)
            there = tuple(cell for cell in other if cell not in smallest)
            if here or there:
                yield primitives.equal_sums(here, there)


_STEPS = {"down-right": (1, 1), "down-left": (1, -1), "up-right": (-1, 1), "up-left": (-1, -1)}


@dataclass(frozen=True)
class LittleKiller(Constraint):
    """The cell is the first one of the diagonal; digits may repeat."""

    total: int
    way: str
    start: tuple[Cell, ...]

    word = "little-killer"
    on_board = True
    about = "the digits of a diagonal add up to the clue; its first cell is named"
    parameters = {"total": Number("sum", 0, 700), "way": Choice(tuple(_STEPS)), "start": Cells(1, 1)}
    example = "little-killer 25 down-right r1c4"
    look = (Before("{0.total}"),)

    @property
    def place(self) -> str:
        return f"from {cell_name(self.start[0])}"

    @property
    def step(self) -> Cell:
        return _STEPS[self.way]

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        ((r, c),), (down, right) = self.start, self.step
        line = ((r + number * down, c + number * right) for number in range(layout.rows))
        return tuple(filter(layout.has, line))

    def unfit(self, layout: Layout) -> str | None:
        ((r, c),), (down, right) = self.start, self.step
        if layout.has((r - down, c - right)):
            return "its first cell is not at the border that it comes from"
        length = len(self.scope(layout))
        if not length * layout.lowest <= self.total <= length * layout.highest:
            return f"{length} digits do not add up to {self.total}"
        return None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        return f"adds up to {sum(digits)}, not {self.total}" if sum(digits) != self.total else None

    def model(self, layout: Layout) -> Primitives:
        vertical, _, horizontal = self.way.partition("-")
        ((r, c),) = self.start
        rows = count(r, 1 if vertical == "down" else -1)
        columns = count(c, 1 if horizontal == "right" else -1)
        cells = tuple(takewhile(layout.has, zip(rows, columns, strict=False)))
        yield primitives.total_of(cells, self.total)


@dataclass(frozen=True)
class Lunchbox(Line):
    """A sandwich on any line of cells, whose digits differ."""

    total: int

    word = "lunchbox"
    about = "digits differ; those between the lowest and the highest of the line add up to the sum"
    parameters = {"total": Number("sum", 0, 300), "cells": Cells(2)}
    example = "lunchbox 12 r2c2 r2c3 r3c4 r4c4 r5c5"
    look = (Stroke(SHADE, 28), Note("total"))

    def unfit(self, layout: Layout) -> str | None:
        return layout.too_many(self.cells)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        return twice(digits) or sandwich(digits, self.total)

    def model(self, layout: Layout) -> Primitives:
        name = item_name(f"lunchbox{self.total}", self.cells)
        yield primitives.AllDifferent(self.cells, name=name)
        yield between_extremes(self.cells, self.total, layout)


def sandwich(digits: tuple[int, ...], total: int) -> str | None:
    """A message if the sum between the extremes of distinct digits is not `total`, or None."""
    left, right = sorted((digits.index(min(digits)), digits.index(max(digits))))
    found = sum(digits[left + 1 : right])
    return None if found == total else f"{found} between {digits[left]} and {digits[right]}, not {total}"


def between_extremes(cells: tuple[Cell, ...], total: int, layout: Layout) -> primitives.SumBetween:
    """The digits between the lowest and the highest of cells whose digits differ add up to `total`.

    The states of the automaton: the first extreme digit read, the other, the sum between them and the sum
    after them. A single digit is both extremes.
    """
    nothing, all_extremes = (-1, -1, 0, 0), {layout.lowest, layout.highest}

    def step(state: tuple[int, int, int, int], digit: int) -> tuple[int, int, int, int] | None:
        first, second, between, behind = state
        if state == nothing:
            after = digit, digit, 0, 0
        elif digit in (first, second):
            return None
        elif first == second:
            after = first, digit, 0, 0
        elif min(first, second) < digit < max(first, second):
            after = first, second, between, behind + digit
        elif (digit > second) == (second > first):
            after = first, digit, between + second + behind, 0
        else:
            after = second, digit, behind, 0
        # Between the lowest and the highest digit nothing changes any more.
        return None if set(after[:2]) == all_extremes and after[2] != total else after

    word = primitives.Regular(cells, nothing, step, lambda state: state[2] == total)
    return primitives.SumBetween(word, total)
