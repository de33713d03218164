"""Whole lines that are ranked and compared, and digits that point to places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from .... import primitives
from ....problems.grid import Cell, Held, cell_name
from ....problems.layout import Layout, line_from, lines_from_all_sides
from ....problems.problem import Violation
from .base import Clue, Everywhere, Group, Line, Placed, Primitives
from .look import FIRST, SECOND, THIN, ArrowHead, Beside, Circle, Look, Shade, Stroke
from .parameters import Cells, Choice, Flag, Number, Side


@dataclass(frozen=True)
class FullRank(Clue):
    """The lowest number has rank 1; no other line may read the same, unless the rank may be shared."""

    rank: int
    shared: bool = False

    word = "full-rank"
    about = (
        "the line, read from the clue, is the Nth lowest number of all rows and columns, both ways; "
        "shared: its rank is 1 more than there are lower ones, and others may read the same"
    )
    parameters = {"rank": Number("rank", 1, 100), "side": Side(), "shared": Flag("shared")}
    example = "full-rank 20 left 4"
    look = (Beside("#{0.rank}"),)

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        return tuple(layout.cells())

    def unfit(self, layout: Layout) -> str | None:
        """Every digit must begin four lines."""
        size = len(layout.digits)
        if (layout.rows, layout.columns) != (size, size):
            return "rows and columns do not hold every digit"
        return f"rank {self.rank} of {4 * size}" if self.rank > 4 * size else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        held = dict(zip(layout.cells(), digits, strict=True))
        lines = lines_from_all_sides(layout)
        numbers = [tuple(held[cell] for cell in line) for line in lines.values()]
        mine = tuple(held[cell] for cell in lines[self.side])
        rank = 1 + sum(number < mine for number in numbers)
        if rank != self.rank:
            return f"has rank {rank}, not {self.rank}"
        return "another line reads the same" if not self.shared and numbers.count(mine) > 1 else None

    def model(self, layout: Layout) -> Primitives:
        """Each digit begins four lines, one from each side.

        The states are the number of lower lines, and whether the next line begins with the same digit: 1, 0
        or `unknown`.
        """
        line = line_from(self.side, layout)
        lowers, lower = divmod(self.rank - 1, 4)
        first, unknown = layout.lowest + lowers, -1
        sides = [side for side in ("left", "right", "top", "bottom") if side != self.side[0]]
        others = [line_from((side, at), layout) for side in sides for at in range(layout.rows)]
        terms: list[primitives.Term] = []
        for other in others:
            terms += [primitives.Contains(other[:1], (first,)), primitives.Comparison(other[1:], line[1:])]

        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            found, begins = state
            if begins == unknown:
                return found, digit
            if not begins:
                return found, unknown
            if digit == primitives.EQUAL and not self.shared:
                return None
            found += digit == primitives.LOWER
            return (found, unknown) if found <= lower else None

        yield primitives.equals(line[0], first)
        yield primitives.Regular(tuple(terms), (0, unknown), step, lambda state: state[0] == lower)


ANY_TIES = "any"


class LinesDiffer(Everywhere):
    """Only lines of equal length are compared; numbers of different length differ."""

    word = "lines-differ"
    about = "no two rows or columns, each read both ways, are the same number"

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        """Full lines that read the same."""
        seen: dict[tuple[int | None, ...], str] = {}
        for (side, at), cells in lines_from_all_sides(layout).items():
            number = tuple(held.get(cell) for cell in cells)
            name = f"the line from the {side} {at + 1}"
            if None in number:
                continue
            if number in seen:
                yield Violation(f"{seen[number]} and {name} read the same", cells, self.label)
            seen[number] = name

    def model(self, layout: Layout) -> Primitives:
        """Each two lines that could be equal differ; two lines and the same two reversed are one pair."""
        lines = lines_from_all_sides(layout).values()
        compared = set()
        for one, other in combinations(lines, 2):
            turned = one[::-1], other[::-1]
            if len(one) != len(other) or turned in compared or turned[::-1] in compared:
                continue
            if not any(_in_one_line(a, b) for a, b in zip(one, other, strict=True)):
                compared.add((one, other))
                yield primitives.Regular(
                    (primitives.Comparison(one, other),), True, _unequal, lambda state: True
                )


def _unequal(state: bool, digit: int) -> bool | None:
    return None if digit == primitives.EQUAL else state


def _in_one_line(a: Cell, b: Cell) -> bool:
    """Whether two cells have different digits: lines with such cells in one place are never equal."""
    return a != b and (a[0] == b[0] or a[1] == b[1])


@dataclass(frozen=True)
class Index(Placed, Group):
    """The number of a cell's column is in the column that its digit states; likewise for rows and boxes."""

    way: str

    word = "index"
    on_board = True
    about = (
        "a digit names the column of its row that holds the number of its own column; "
        "or so for the rows of its column, or the places of its box"
    )
    parameters = {"way": Choice(("row", "column", "box")), "cells": Cells()}
    example = "index column r2c1 r2c5 r2c9"

    @property
    def look(self) -> Look:
        tints = {
            "column": ("#f6d5d5", "\N{LEFT RIGHT ARROW}"),
            "row": ("#d6eed6", "\N{UP DOWN ARROW}"),
            "box": ("#d9d9f5", "\N{WHITE SQUARE}"),
        }
        return (Shade(*tints[self.way]),)

    def unfit(self, layout: Layout) -> str | None:
        return "the board has no boxes" if self.way == "box" and not layout.has_boxes else None

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys(other for cell in self.cells for other in self._line(cell, layout)))

    def _line(self, cell: Cell, layout: Layout) -> tuple[Cell, ...]:
        """The cells to which the digit of a cell can point."""
        r, c = cell
        if self.way == "column":
            return tuple((r, other) for other in range(layout.columns))
        if self.way == "row":
            return tuple((other, c) for other in range(layout.rows))
        return tuple(other for other in layout.cells() if layout.box(other) == layout.box(cell))

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        """Cells whose digit points to no cell, or to one with another digit."""
        for cell in (one for one in self.cells if one in held):
            line = self._line(cell, layout)
            place, digit = line.index(cell) + 1, held[cell]
            pointed = line[digit - 1] if 1 <= digit <= len(line) else None
            if pointed is None or held.get(pointed, place) != place:
                unit = {"row": "column", "column": "row", "box": "box"}[self.way]
                text = f"{digit} on {cell_name(cell)} does not point to a {place} in its {unit}"
                yield Violation(text, (cell, *([pointed] if pointed else [])), self.label)

    def model(self, layout: Layout) -> Primitives:
        """The digit is a position in the line, and the cell there holds the position of this one.

        That no other digit points there follows, since the digits of a line differ.
        """
        height, width = layout.box_rows, layout.box_columns
        for r, c in self.cells:
            match self.way:
                case "column":
                    at, line = c + 1, [(r, other) for other in range(layout.columns)]
                case "row":
                    at, line = r + 1, [(other, c) for other in range(layout.rows)]
                case _:
                    top, left = r - r % height, c - c % width
                    at = (r - top) * width + c - left + 1
                    line = [(top + down, left + right) for down in range(height) for right in range(width)]
            yield primitives.Count(((r, c),), range(1, len(line) + 1), (1,))
            for number, other in enumerate(line, 1):
                if other != (r, c):
                    yield primitives.Binary((((r, c), other),), partial(_points, number, at))


def _points(number: int, at: int, digit: int, other: int) -> bool:
    return digit != number or other == at


class ValueIndex(Line):
    """The digit that is searched, the cell that counts, and the cells that it counts."""

    word = "value-index"
    about = "the second cell's digit N says that the N-th cell after these two holds the first cell's digit"
    parameters = {"cells": Cells(3, repeated=True)}
    example = "value-index r2c2 r2c3 r3c3 r4c3 r5c3"
    look = (
        Stroke(THIN, 2, "4 4"),
        ArrowHead(THIN, 2),
        Circle(5, THIN, at=FIRST),
        Circle(15, "none", THIN, 1.5, at=SECOND),
    )

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        wanted, number, *line = digits
        if not 1 <= number <= len(line):
            return f"{number} points to none of {len(line)} cells"
        found = line[number - 1]
        return None if found == wanted else f"{number} cells on there is {found}, not {wanted}"

    def model(self, layout: Layout) -> Primitives:
        """The states: start; the wanted digit; that and the number of cells left to skip; found."""
        most = len(self.cells) - 2

        def step(state: str | tuple[int, ...], digit: int) -> str | tuple[int, ...] | None:
            match state:
                case "start":
                    return (digit,)
                case (wanted,):
                    return (wanted, digit) if 1 <= digit <= most else None
                case (wanted, 1):
                    return "found" if digit == wanted else None
                case (int(wanted), int(left)):
                    return wanted, left - 1
            return "found"

        yield primitives.Regular(self.cells, "start", step, lambda state: state == "found")
