"""Digits that cells contain, count or name how often, and groups of cells with the same digits."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .... import primitives
from ....problems.grid import Cell, Held, cell_name
from ....problems.layout import Layout, exclusive_parts, lines_of, parts_of
from ....problems.problem import Violation
from ....problems.text import Token
from .base import Constraint, Everywhere, Group, Groups, Line, Placed, Primitives
from .look import DARK, FIRST, THIN, WHITE, Circle, Enclosure, Knot, Look, Outline
from .parameters import CellGroups, Cells, Digits, Parameter, Words, missing, names_cell


class AtLeast(Constraint):
    """Cells that hold certain digits, each at least as often as it is named."""

    digits: tuple[int, ...]

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        missing = Counter(self.digits) - Counter(digits)
        return f"no {', no '.join(map(str, sorted(missing)))}" if missing else None

    def model(self, layout: Layout) -> Primitives:
        cells = self.scope(layout)
        for digit, number in Counter(self.digits).items():
            yield primitives.Count(cells, (digit,), range(number, len(cells) + 1))


class Exactly(Constraint):
    """Cells that hold certain digits, each exactly as often as is stated."""

    @abstractmethod
    def numbers(self) -> Mapping[int, int]:
        """How often each digit is there."""

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        for digit, number in self.numbers().items():
            if (found := digits.count(digit)) != number:
                return f"{digit} is there {found} times, not {number}"
        return None

    def model(self, layout: Layout) -> Primitives:
        for digit, number in self.numbers().items():
            yield primitives.Count(self.scope(layout), (digit,), (number,))


@dataclass(frozen=True)
class Containing(Group):
    """Cells that hold certain digits; a digit that is named several times is there several times."""

    digits: tuple[int, ...]

    parameters = {"digits": Digits(repeated=True), "cells": Cells()}

    def unfit(self, layout: Layout) -> str | None:
        return _too_many(len(self.digits), self.cells)


def _too_many(digits: int, cells: Sequence[Cell]) -> str | None:
    return f"{digits} digits in {len(cells)} cells" if digits > len(cells) else None


class Contain(AtLeast, Containing):
    """Other digits may be there, too."""

    word, noun = "contain", "contents"
    about = "the cells hold at least these digits, each at least as often as it is named"
    example = "contain 1 1 7 r2c2 r3c3 r4c4 r5c5"

    @property
    def look(self) -> Look:
        return (Enclosure(f"\N{CONTAINS AS MEMBER}{','.join(map(str, self.digits))}", dotted=True),)


class ContainExact(Exactly, Containing):
    """Other digits may be there, too."""

    word, noun = "contain-exact", "exact contents"
    about = "the cells hold these digits, each exactly as often as it is named, and any others"
    example = "contain-exact 1 1 7 r2c2 r3c3 r4c4 r5c5"

    @property
    def look(self) -> Look:
        return (Enclosure(f"={','.join(map(str, self.digits))}", dotted=True),)

    def numbers(self) -> Mapping[int, int]:
        return Counter(self.digits)


_TALLY = re.compile(r"([0-9]{1,2})x([0-9]{1,2})", re.ASCII | re.IGNORECASE)


class Tallies(Parameter):
    """Numbers of digits: ``2x3`` is two threes; the value has both numbers of each."""

    usage = "NxDIGIT ..."

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[tuple[int, int], ...]:
        found: dict[int, int] = {}
        while words and not names_cell(words[0]):
            before = words.pop(0)
            tally = _TALLY.fullmatch(before.text)
            if not tally or int(tally[2]) not in layout.digits or int(tally[2]) in found:
                kinds = f"another digit from {layout.lowest} to {layout.highest}"
                raise before.error(f"a cell, or NxDIGIT with {kinds}")
            found[int(tally[2])] = int(tally[1])
        if not found:
            missing(before, "NxDIGIT")
        return tuple((number, digit) for digit, number in sorted(found.items()))

    def words(self, content: tuple[tuple[int, int], ...]) -> Iterator[str]:
        return (f"{number}x{digit}" for number, digit in content)

    def fault(self, content: tuple[tuple[int, int], ...], layout: Layout) -> str | None:
        digits = [digit for _, digit in content]
        if not content or len(set(digits)) < len(digits) or not set(digits) <= set(layout.digits):
            return f"digits other than {layout.lowest} to {layout.highest}, each once"
        return "a negative number of a digit" if any(number < 0 for number, _ in content) else None


@dataclass(frozen=True)
class LookAndSay(Exactly, Group):
    """``2x3`` means two threes, ``0x3`` none; other digits may be there as often as there is room."""

    tallies: tuple[tuple[int, int], ...]

    word = "look-and-say"
    about = "the cells hold as many of these digits as is stated: 2x3 is two threes"
    parameters = {"tallies": Tallies(), "cells": Cells()}
    example = "look-and-say 2x3 0x5 r2c2 r3c3 r4c4 r5c5"

    @property
    def look(self) -> Look:
        return (Enclosure(" ".join(f"{number}{digit}" for number, digit in self.tallies), dotted=True),)

    def unfit(self, layout: Layout) -> str | None:
        return _too_many(sum(number for number, _ in self.tallies), self.cells)

    def numbers(self) -> Mapping[int, int]:
        return {digit: number for number, digit in self.tallies}


class CountDistinct(Placed, Line):
    """The first cell counts the others."""

    word, noun = "count-distinct", "count of different digits"
    about = "the first cell's digit is the number of different digits in the others"
    example = "count-distinct r3c3 r2c2 r2c3 r2c4 r3c4 r4c4"
    look = (Outline(3, THIN, 1.5), Circle(14, "none", THIN, 1.5, at=FIRST))

    @property
    def place(self) -> str:
        return f"at {cell_name(self.cells[0])}"

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        """A wrong number; with blank cells, one that is too low already, or too high for them."""
        counting, *others = self.cells
        known = [held[cell] for cell in others if cell in held]
        different, blanks = len(set(known)), len(others) - len(known)
        if counting in held and not different <= held[counting] <= different + blanks:
            text = f"{self.label}: {different} different digits, not {held[counting]}"
            yield Violation(text, tuple(dict.fromkeys(self.cells)), self.label)

    def model(self, layout: Layout) -> Primitives:
        """The number of digits that are there, less the counting cell, is 0."""
        number, *others = self.cells
        ones = tuple((1, primitives.Contains(tuple(others), (digit,))) for digit in layout.digits)
        yield primitives.Sum((*ones, (-1, number)))


class CountingCircles(Group):
    """Circles of another such constraint do not count."""

    word = "counting-circles"
    about = "each digit in a circle says how many of these circles hold it"
    example = "counting-circles r1c2 r2c5 r3c8 r5c3 r5c7 r8c4"
    look = (Circle(16, WHITE, THIN, 1.5),)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        often = sorted(Counter(digits).items())
        return next(
            (f"{digit} appears in {number} circles" for digit, number in often if digit != number), None
        )

    def model(self, layout: Layout) -> Primitives:
        """Each digit occurs as often as its value, or never.

        So the digits that occur add up to the number of circles, which unit propagation alone does not
        find.
        """
        for digit in layout.digits:
            yield primitives.Count(self.cells, (digit,), (0, digit))
        terms = tuple((digit, primitives.Contains(self.cells, (digit,))) for digit in layout.digits if digit)
        yield primitives.Sum(terms, (len(self.cells),))


@dataclass(frozen=True)
class Quadruple(AtLeast):
    """A digit that is named twice occurs twice; the cell is the top left one of the four."""

    digits: tuple[int, ...]
    corner: tuple[Cell, ...]

    word = "quadruple"
    on_board = True
    about = "the digits are all among four cells, of which the top left one is named"
    parameters = {"digits": Digits(repeated=True, most=4), "corner": Cells(1, 1)}
    example = "quadruple 1 2 4 r3c6"
    look = (Knot(),)

    @property
    def place(self) -> str:
        return f"at {cell_name(self.corner[0])}"

    def unfit(self, layout: Layout) -> str | None:
        ((r, c),) = self.corner
        return None if layout.has((r + 1, c + 1)) else "no cells right of it and below"

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        ((r, c),) = self.corner
        return (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)


class SameValues(Groups):
    """Groups of one size; the order of their cells does not matter."""

    word = "same-values"
    about = "groups of cells hold the same digits, each as often, in any order"
    parameters = {"groups": CellGroups(2, equal=True)}
    example = "same-values r2c2 r2c3 r3c3 / r5c7 r6c7 r7c7"
    look = (Outline(2, DARK, 1, "#e4eef6", "2 3"),)

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", tuple(tuple(sorted(group)) for group in self.groups))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        size = len(self.groups[0])
        held = [Counter(digits[at : at + size]) for at in range(0, len(digits), size)]
        more = next((held[0] - other for other in held[1:] if held[0] != other), None)
        return f"a group lacks {', '.join(map(str, sorted(more.elements())))}" if more else None

    def model(self, layout: Layout) -> Primitives:
        """Groups that hold no digit twice hold the same digits.

        Other groups are each compared with the first: by the number of parts, within one row, column, box
        or region, that contain a digit.
        """
        groups = self.groups
        units = [*lines_of(layout), *parts_of(layout)]
        if all(len(exclusive_parts(group, units)) == 1 for group in groups):
            for digit in layout.digits:
                yield primitives.all_equal(tuple(primitives.Contains(group, (digit,)) for group in groups))
            return
        first, *others = map(set, groups)
        for other in others:
            here, there = exclusive_parts(first - other, units), exclusive_parts(other - first, units)
            for digit in layout.digits if here else ():
                ours = ((1, primitives.Contains(part, (digit,))) for part in here)
                theirs = ((-1, primitives.Contains(part, (digit,))) for part in there)
                yield primitives.Sum((*ours, *theirs))


class SameDigits(Everywhere):
    """It matters if there are more digits than a row, column or region has cells."""

    word = "same-digits"
    about = "of rows, columns, boxes and regions, all of the largest size hold the same digits"

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        """A group with a digit that is missing in another group."""
        groups: list[tuple[str, tuple[Cell, ...]]] = list(layout.units())
        for label in sorted({label for row in layout.labels for label in row}):
            inside = tuple(at for at in layout.cells() if layout.part(at) == label)
            groups.append((f"region {label + 1}", inside))
        most = max(len(cells) for _, cells in groups)
        full = [(name, cells) for name, cells in groups if len(cells) == most and held.keys() >= set(cells)]
        for name, cells in full[1:]:
            first, those = full[0]
            extra = {held[cell] for cell in cells} - {held[cell] for cell in those}
            if extra:
                yield Violation(f"{name} holds {min(extra)}, {first} does not", cells, self.label)
                return

    def model(self, layout: Layout) -> Primitives:
        """Each digit is in all of the largest groups or in none; nothing if these hold every digit."""
        groups: dict[tuple[str, int], list[Cell]] = {}
        for r, c in layout.cells():
            groups.setdefault(("row", r), []).append((r, c))
            groups.setdefault(("column", c), []).append((r, c))
            if layout.has_boxes:
                groups.setdefault(("box", layout.box((r, c))), []).append((r, c))
            if layout.labels:
                groups.setdefault(("region", layout.labels[r][c]), []).append((r, c))
        most = max(map(len, groups.values()))
        largest = [tuple(cells) for cells in groups.values() if len(cells) == most]
        if most < len(layout.digits) and len(largest) > 1:
            for digit in layout.digits:
                yield primitives.all_equal(tuple(primitives.Contains(cells, (digit,)) for cells in largest))
