"""Sets of digits: regions, diagonals and windows whose digits differ, and copies of groups of cells."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Self

from .... import primitives
from ....primitives.models import Rule
from ....problems import board
from ....problems.grid import Cell, Held, Numbers, board_row, cell_name
from ....problems.layout import Layout, default_box
from ....problems.problem import Violation
from ....problems.text import LineReader, Token, alone
from .base import (
    Constraint,
    Everywhere,
    Group,
    Groups,
    Line,
    Primitives,
    item_name,
    repeated,
    twice,
)
from .look import DARK, SHADE, THIN, Across, Enclosure, Outline, Shade, Stroke
from .parameters import CellGroups, Cells, Choice


class AllDifferent(Group):
    """If it has a cell for each digit, it holds every digit."""

    word, noun = "all-different", "extra region"
    about = "an extra region, whose digits differ"
    parameters = {"cells": Cells(2)}
    example = "all-different r2c2 r3c3 r4c4 r4c5 r4c6 r5c6 r6c6 r7c7 r8c8"
    look = (Outline(1.5, THIN, 1.5, SHADE),)

    def unfit(self, layout: Layout) -> str | None:
        return layout.too_many(self.cells)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        return twice(digits)

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        return repeated(held, self.cells, f"the region on {cell_name(self.cells[0])}", self.label)

    def model(self, layout: Layout) -> Primitives:
        yield primitives.AllDifferent(self.cells, name=item_name("different", self.cells))


@dataclass(frozen=True)
class Diagonal(Constraint):
    """The one down from the top left cell, or the one up from the bottom left cell."""

    way: str

    word = "diagonal"
    about = "the digits of a long diagonal differ"
    parameters = {"way": Choice(("down", "up"))}
    example = "diagonal down"
    look = (Across(),)

    def unfit(self, layout: Layout) -> str | None:
        return None if layout.rows == layout.columns else "the board is not square"

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        size = layout.rows
        return tuple((r, r if self.way == "down" else size - 1 - r) for r in range(size))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        return "a digit appears on it twice" if twice(digits) else None

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        return repeated(held, self.scope(layout), f"the diagonal {self.way}", self.label)

    def model(self, layout: Layout) -> Primitives:
        last = layout.rows - 1
        cells = ((r, r) if self.way == "down" else (last - r, r) for r in range(layout.rows))
        yield primitives.AllDifferent(tuple(sorted(cells)), name=f"diagonal-{self.way}")


REGION_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CHARACTERS = REGION_NAMES + REGION_NAMES.lower() + "0123456789"


@dataclass(frozen=True)
class Regions(Everywhere):
    """The labels are the regions of the cells, numbered from 0 in reading order."""

    labels: Numbers

    word = "regions"
    about = (
        "a jigsaw: the digits of each region differ; below, a line of letters for each row; there are no "
        "boxes unless 'boxes RxC' is stated"
    )
    example = "regions\n" + "\n".join(name * 9 for name in REGION_NAMES[:9])
    look = ()

    def __post_init__(self) -> None:
        numbers: dict[int, int] = {}
        rows = (tuple(numbers.setdefault(label, len(numbers)) for label in row) for row in self.labels)
        object.__setattr__(self, "labels", tuple(rows))

    @classmethod
    def read(cls, tokens: list[Token], reader: LineReader, layout: Layout) -> Self:
        alone(tokens)
        rows = []
        for r in range(layout.rows):
            line = reader.line(f"row {r + 1} of the regions")
            rows.append(board_row(line, layout.columns, _CHARACTERS, "a region's letter"))
        found = cls(tuple(tuple(map(ord, row)) for row in rows))
        if fault := found.unfit(layout):
            size = len(layout.digits)
            raise tokens[0].error(f"regions of one size, up to {size} cells", fault)
        return found

    def lines(self) -> tuple[str, ...]:
        """``regions``, and a line of letters for each row."""
        return (self.word, *("".join(REGION_NAMES[label] for label in row) for row in self.labels))

    def fault(self, layout: Layout) -> str | None:
        return self.unfit(layout)

    def unfit(self, layout: Layout) -> str | None:
        if len(self.labels) != layout.rows or any(len(row) != layout.columns for row in self.labels):
            return f"the regions are not {layout.rows} rows of {layout.columns}"
        sizes = sorted(Counter(label for row in self.labels for label in row).values())
        if sizes[0] != sizes[-1]:
            return f"regions of {sizes[0]} to {sizes[-1]} cells"
        if len(sizes) > len(REGION_NAMES):
            return f"{len(sizes)} regions; there are names for {len(REGION_NAMES)}"
        most = len(layout.digits)
        return f"regions of {sizes[-1]} cells for {most} digits" if sizes[-1] > most else None

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        for number in sorted({label for row in self.labels for label in row}):
            inside = [cell for cell in layout.cells() if self.labels[cell[0]][cell[1]] == number]
            yield from repeated(held, inside, f"region {REGION_NAMES[number]}")

    def model(self, layout: Layout) -> Primitives:
        for label, cells in sorted(board.regions(self.labels).items()):
            different = primitives.AllDifferent(cells, name=f"region{REGION_NAMES[label]}")
            yield Rule(f"region {REGION_NAMES[label]}", different)


def windows(layout: Layout) -> Iterator[tuple[Cell, ...]]:
    """Windows of the shape of boxes, one cell from the corners and one cell apart: four on 9x9."""
    height, width = _window(layout) or (layout.rows, layout.columns)
    tops, lefts = range(1, layout.rows - height, height + 1), range(1, layout.columns - width, width + 1)
    for top, left in product(tops, lefts):
        yield tuple(product(range(top, top + height), range(left, left + width)))


def _window(layout: Layout) -> tuple[int, int] | None:
    return (layout.box_rows, layout.box_columns) if layout.has_boxes else default_box(layout.rows)


class Windoku(Everywhere):
    """Windows hold as many cells as a box."""

    word = "windoku"
    about = (
        "the digits of each window differ: rectangles as large as a box that lie one cell in from the "
        "border, and one cell apart"
    )
    look = (Shade(area=windows),)

    def unfit(self, layout: Layout) -> str | None:
        if layout.rows != layout.columns:
            return "the board is not square"
        return None if _window(layout) else f"boards of {layout.rows} rows have no boxes"

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        for number, cells in enumerate(windows(layout), 1):
            yield from repeated(held, cells, f"window {number}")

    def model(self, layout: Layout) -> Primitives:
        for number, cells in enumerate(windows(layout), 1):
            yield Rule(f"window {number}", primitives.AllDifferent(cells, name=f"window{number}"))


class DisjointGroups(Everywhere):
    """There are as many groups as a box has cells."""

    word = "disjoint-groups"
    about = "no digit is in the same place of two boxes"

    def unfit(self, layout: Layout) -> str | None:
        if not layout.has_boxes:
            return "the board has no boxes"
        boxes = layout.rows * layout.columns // (layout.box_rows * layout.box_columns)
        size = len(layout.digits)
        return None if boxes <= size else f"{boxes} boxes for {size} digits"

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        boxes = [cells for name, cells in layout.units() if name.startswith("box")]
        for place, group in enumerate(zip(*boxes, strict=True), 1):
            yield from repeated(held, group, f"place {place} of the boxes")

    def model(self, layout: Layout) -> Primitives:
        """From the first cell of each group in steps of a box."""
        height, width = layout.box_rows, layout.box_columns
        for number, (top, left) in enumerate(product(range(height), range(width)), 1):
            rows, columns = range(top, layout.rows, height), range(left, layout.columns, width)
            group = primitives.AllDifferent(tuple(product(rows, columns)), name=f"place{number}")
            yield Rule(f"place {number} of the boxes", group)


class Renban(Line):
    """No digit is on it twice."""

    word = "renban"
    about = "the digits on the line are different and consecutive, in any order"
    example = "renban r2c2 r3c2 r4c3 r4c4"
    look = (Stroke("#e2a5f0", 9),)

    def unfit(self, layout: Layout) -> str | None:
        cells, digits = len(self.cells), len(layout.digits)
        return f"{cells} cells; there are {digits} digits" if cells > digits else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        if twice(digits):
            return "a digit appears on it twice"
        missing = set(range(min(digits), max(digits))) - set(digits)
        return f"no {min(missing)} between {min(digits)} and {max(digits)}" if missing else None

    def model(self, layout: Layout) -> Primitives:
        number = len(self.cells)
        starts = range(layout.lowest, layout.highest - number + 2)
        sets = tuple(tuple(range(start, start + number)) for start in starts)
        yield primitives.AllDifferent(self.cells, sets=sets, name=item_name("renban", self.cells))


class EqualityCage(Group):
    """The middle digit, if there is one, is neither low nor high, and not in the cage."""

    word = "equality-cage"
    about = (
        "the digits of the cells differ; as many are even as odd, as many low as high, none is the middle one"
    )
    parameters = {"cells": Cells(2)}
    example = "equality-cage r2c2 r2c3 r3c3 r3c4"
    look = (Enclosure("="),)

    def unfit(self, layout: Layout) -> str | None:
        halves = f"{len(self.cells)} cells have no halves" if len(self.cells) % 2 else None
        return halves or layout.too_many(self.cells)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        middle = (layout.lowest + layout.highest) / 2
        if wrong := twice(digits):
            return wrong
        if middle in digits:
            return f"{int(middle)} is neither low nor high"
        odd, low = sum(digit % 2 for digit in digits), sum(digit < middle for digit in digits)
        if 2 * odd != len(digits):
            return f"{odd} odd digits of {len(digits)}"
        return f"{low} low digits of {len(digits)}" if 2 * low != len(digits) else None

    def model(self, layout: Layout) -> Primitives:
        """Half of the cells hold even digits, half low and half high ones."""
        digits, half = layout.digits, (len(self.cells) // 2,)
        number = len(digits) // 2
        yield primitives.AllDifferent(self.cells, name=item_name("equality", self.cells))
        for sort in ([digit for digit in digits if digit % 2 == 0], digits[:number], digits[-number:]):
            yield primitives.Count(self.cells, sort, half)


class Clone(Groups):
    """The cells of all groups are in corresponding order."""

    word = "clone"
    about = "groups of cells are copies of each other, cell by cell in the order of each"
    parameters = {"groups": CellGroups(2, equal=True)}
    example = "clone r2c2 r2c3 r3c3 / r5c5 r5c6 r6c6"
    look = (Shade("#dedede"), Outline(3, DARK, 1))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        size = len(self.groups[0])
        first = digits[:size]
        copies = (digits[at : at + size] for at in range(size, len(digits), size))
        return next((f"{copy} is not a copy of {first}" for copy in copies if copy != first), None)

    def model(self, layout: Layout) -> Primitives:
        """Of each cell and its copies any two are equal."""
        for equals in zip(*self.groups, strict=True):
            yield primitives.Binary(tuple((a, b) for a, b in combinations(equals, 2) if a != b), operator.eq)
