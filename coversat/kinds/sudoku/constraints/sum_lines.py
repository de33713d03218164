"""Lines and arrows whose digits add up to the same, or can be cut into pieces that do."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, groupby, pairwise
from typing import Any

from .... import primitives
from ....problems.grid import Cell
from ....problems.layout import Layout
from .base import Groups, Line, Path, Primitives, next_to_itself
from .look import ENDS, FIRST, MIDDLE, THIN, WHITE, ArrowHead, Circle, Look, Note, Stroke
from .parameters import CellGroups, Cells, Number

_TEN = 10


class Arrow(Path):
    """The circle is the first cell."""

    word = "arrow"
    about = "the digits on the arrow add up to the digit in its circle, the first cell"
    parameters = {"cells": Cells(2, repeated=True)}
    example = "arrow r2c2 r2c3 r2c4"
    look = (Stroke(THIN, 2.5), ArrowHead(THIN, 2.5), Circle(16, WHITE, THIN, 2.5, at=FIRST))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        circle, total = digits[0], sum(digits[1:])
        return None if circle == total else f"{total} on the arrow, {circle} in the circle"

    def model(self, layout: Layout) -> Primitives:
        circle, *arrow = self.cells
        yield primitives.equal_sums((circle,), tuple(arrow))


class DoubleArrow(Line):
    """The circles are the first and the last cell."""

    word = "double-arrow"
    about = "the digits on the line add up to the sum of the circles, its first and last cell"
    parameters = {"cells": Cells(3)}
    example = "double-arrow r2c2 r3c2 r4c3 r4c4"
    look = (Stroke(THIN, 2.5), Circle(16, WHITE, THIN, 2.5, at=ENDS))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        circles, total = digits[0] + digits[-1], sum(digits[1:-1])
        return None if circles == total else f"{total} on the line, {circles} in the circles"

    def model(self, layout: Layout) -> Primitives:
        first, *line, last = self.cells
        yield primitives.equal_sums((first, last), tuple(line))


class PillArrow(Groups):
    """A pill of two or three cells, which are read row by row, and arrows."""

    word = "pill-arrow"
    about = (
        "the digits on each arrow add up to the number in the pill, whose two or three digits are read row "
        "by row and from left to right, in whatever order the line names its cells"
    )
    parameters = {"groups": CellGroups(2)}
    example = "pill-arrow r2c2 r2c3 / r2c4 r3c4 r4c4"

    def __post_init__(self) -> None:
        pill, *arrows = self.groups
        object.__setattr__(self, "groups", (tuple(sorted(pill)), *arrows))

    @property
    def look(self) -> Look:
        """The arrows begin at the nearest cell of the pill; the pill is the outline of a line."""
        pill, *arrows = self.groups
        shapes: list[Any] = []
        for arrow in arrows:
            r, c = arrow[0]
            line = (min(pill, key=lambda cell: (cell[0] - r) ** 2 + (cell[1] - c) ** 2), *arrow)
            shapes += Stroke(THIN, 2.5, cells=line), ArrowHead(THIN, 2.5, line)
        return (*shapes, Stroke(THIN, 33, cells=pill), Stroke(WHITE, 28, cells=pill))

    def unfit(self, layout: Layout) -> str | None:
        pill = self.groups[0]
        if not 2 <= len(pill) <= 3:
            return f"a pill of {len(pill)}; it has 2 or 3 cells"
        touch = all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for a, b in pairwise(pill))
        return None if touch else "a pill of cells that do not touch"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        held = dict(zip(self.scope(layout), digits, strict=True))
        first, *others = (held[cell] for cell in self.groups[0])
        if max(others) >= _TEN:
            return f"{max(others)} appears in the pill behind its first digit"
        number = int("".join(map(str, (first, *others))))
        sums = (sum(held[cell] for cell in arrow) for arrow in self.groups[1:])
        return next(
            (f"{total} on the arrow, {number} in the pill" for total in sums if total != number), None
        )

    def model(self, layout: Layout) -> Primitives:
        """Cells of the pill count ones, tens and hundreds; after the first, digits are less than ten."""
        pill, *arrows = self.groups
        number = tuple((-(_TEN**power), cell) for power, cell in enumerate(reversed(pill)))[::-1]
        for arrow in arrows:
            yield primitives.Sum((*number, *((1, cell) for cell in arrow)))
        if layout.highest >= _TEN:
            for cell in pill[1:]:
                yield primitives.Count((cell,), range(layout.lowest, _TEN), (1,))


class Zipper(Line):
    """A line of an even number of cells has no digit in the middle."""

    word, noun = "zipper", "zipper line"
    about = "digits as far from the middle add up to the digit there, or all to the same where there is none"
    parameters = {"cells": Cells(3)}
    example = "zipper r2c2 r3c2 r4c3 r4c4 r5c5"
    look = (Stroke("#c6bbf5", 9), Circle(8, "#a294e8", at=MIDDLE))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        half, odd = divmod(len(digits), 2)
        total = digits[half] if odd else digits[half - 1] + digits[half]
        for a, b in zip(digits[:half], reversed(digits[half + odd :]), strict=True):
            if a + b != total:
                return f"{a} and {b} add up to {a + b}, not {total}"
        return None

    def model(self, layout: Layout) -> Primitives:
        """Without a middle any two sums are equal, so that each narrows all others at once."""
        cells = list(self.cells)
        partners = []
        while len(cells) > 1:
            partners.append((cells.pop(0), cells.pop()))
        if cells:
            for two in partners:
                yield primitives.equal_sums((cells[0],), two)
        else:
            for two, others in combinations(partners, 2):
                yield primitives.equal_sums(two, others)


@dataclass(frozen=True)
class SumLine(Line):
    """A closed line, which ends in its first cell, may be cut anywhere."""

    total: int = 10

    word = "sum-line"
    about = "the line can be cut into pieces whose digits add up to the number, usually 10"
    parameters = {"total": Number("sum", 1, 300, optional=True, default=10), "cells": Cells(2, repeated=True)}
    example = "sum-line r2c2 r3c2 r4c3 r4c4"
    look = (Stroke("#f7b977", 8, "6 12"), Note("total"))

    def unfit(self, layout: Layout) -> str | None:
        most = len(set(self.cells)) * layout.highest
        if self.total > most:
            return f"pieces of {self.total}; all its digits add up to {most} at most"
        return next_to_itself(self.cells)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        starts = 1
        if self.cells[0] == self.cells[-1]:
            digits = digits[:-1]
            starts = len(digits)
        if any(self._is_cut(digits[at:] + digits[:at]) for at in range(starts)):
            return None
        return f"{' '.join(map(str, digits))} cannot be cut into pieces of {self.total}"

    def _is_cut(self, digits: tuple[int, ...]) -> bool:
        """Whether the line can be cut with a piece that begins here; no piece has only zeros."""
        piece, pieces = 0, 0
        for digit in digits:
            piece += digit
            if piece == self.total:
                piece, pieces = 0, pieces + 1
        return piece == 0 and pieces > 0

    def model(self, layout: Layout) -> Primitives:
        cells, total = self.cells, self.total

        def step(state: tuple[int, bool], digit: int) -> tuple[int, bool] | None:
            """The state: the sum of the piece so far, and whether a digit other than 0 was read."""
            piece = state[0] + digit
            return (piece % total, state[1] or digit > 0) if piece <= total else None

        def pieces(cells: tuple[Cell, ...], first: int) -> primitives.Regular:
            return primitives.Regular(cells, (first, False), step, lambda state: state == (first, True))

        if cells[0] == cells[-1]:
            yield primitives.Or(tuple((pieces(cells[:-1], first),) for first in range(total)))
        else:
            yield pieces(cells, 0)


class RegionSum(Line):
    """Where the line returns to a box, another piece begins."""

    word, noun = "region-sum", "region sum line"
    on_board = True
    about = (
        "the pieces into which the borders of boxes cut the line add up to the same; on a board without "
        "boxes, the borders of its regions cut it"
    )
    example = "region-sum r2c2 r2c3 r2c4 r3c4"
    look = (Stroke("#9cc9f7", 9),)

    def unfit(self, layout: Layout) -> str | None:
        return None if layout.has_boxes or layout.labels else "no boxes and no regions"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        pieces = groupby(zip(self.cells, digits, strict=True), key=lambda one: _box_or_region(one[0], layout))
        sums = [sum(digit for _, digit in piece) for _, piece in pieces]
        return f"pieces of {', '.join(map(str, sums))}" if len(set(sums)) > 1 else None

    def model(self, layout: Layout) -> Primitives:
        """Each piece has the sum of the shortest, which leaves the fewest sums."""
        cells, part = self.cells, [_box_or_region(cell, layout) for cell in self.cells]
        crossings = [at for at, (a, b) in enumerate(pairwise(part), 1) if a != b]
        pieces = [cells[start:end] for start, end in pairwise([0, *crossings, len(cells)])]
        shortest = min(pieces, key=len)
        for piece in pieces:
            if piece is not shortest:
                yield primitives.equal_sums(shortest, piece)


def _box_or_region(cell: Cell, layout: Layout) -> int:
    return layout.box(cell) if layout.has_boxes else layout.labels[cell[0]][cell[1]]
