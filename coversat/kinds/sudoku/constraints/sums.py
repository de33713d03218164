"""Sums: cages, arrows, lines that are cut into pieces, and clues of diagonals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, count, groupby, pairwise, takewhile
from typing import Any

from .... import language
from ....problems.grid import Cell, cell_name
from ....problems.problem import Violation
from ....problems.text import Token
from ..layout import Layout
from .base import Constraint, Group, Groups, Held, Line, Primitives, item_name, register_constraint, repeated
from .iss import GROUPS, cell_at, iss_cell, item_text, own_words
from .look import (
    DARK,
    ENDS,
    FIRST,
    MIDDLE,
    SHADE,
    THIN,
    WHITE,
    ArrowHead,
    Before,
    Circle,
    Corner,
    Enclosure,
    Look,
    Note,
    Outline,
    Stroke,
)
from .parameters import CellGroups, Cells, Choice, Number, Terms

LARGEST_SUM = 10_000
"""No sum of digits is larger."""
_TEN = 10


@register_constraint
@dataclass(frozen=True)
class Sum(Constraint):
    """A cell that is named twice counts twice; the terms are kept in reading order, one for each cell."""

    total: int
    terms: tuple[tuple[int, Cell], ...]

    word = "sum"
    about = "the digits add up to the sum, and may repeat; 2*r1c1 counts twice, -r1c1 is subtracted"
    parameters = {"total": Number("sum", -99_999, 99_999), "terms": Terms()}
    example = "sum 20 r2c2 r3c3 2*r4c4 -r5c5"
    iss = "Sum"

    def __post_init__(self) -> None:
        factors: dict[Cell, int] = {}
        for factor, cell in self.terms:
            factors[cell] = factors.get(cell, 0) + factor
        object.__setattr__(self, "terms", tuple((factor, cell) for cell, factor in sorted(factors.items())))

    @property
    def label(self) -> str:
        return f"sum {self.total} at {cell_name(self.terms[0][1])}"

    @property
    def look(self) -> Look:
        notes = (
            Corner(f"\N{MULTIPLICATION SIGN}{factor}", cell) for factor, cell in self.terms if factor != 1
        )
        return (Enclosure(f"\N{GREEK CAPITAL LETTER SIGMA}{self.total}", dotted=True), *notes)

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """The total, perhaps followed by ``_=_`` and a factor for each cell."""
        if not args:
            raise name.error("a sum behind it")
        total, _, listed = args[0].text.partition("_=_")
        factors = listed.split("_") if listed else ["1"] * (len(args) - 1)
        if len(factors) != len(args) - 1:
            raise args[0].error("a number for each cell")
        cells = own_words(args[1:], layout)
        terms = [cell._replace(text=f"{by}*{cell.text}") for by, cell in zip(factors, cells, strict=True)]
        return super().from_iss(name, [args[0]._replace(text=total), *terms], layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        factors = [str(factor) for factor, _ in self.terms]
        listed = "_".join([str(self.total), "=", *factors]) if set(factors) != {"1"} else str(self.total)
        yield item_text(self.iss, listed, *(iss_cell(cell) for _, cell in self.terms))

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        return tuple(cell for _, cell in self.terms)

    def unfit(self, layout: Layout) -> str | None:
        ends = [sorted((factor * layout.lowest, factor * layout.highest)) for factor, _ in self.terms]
        least, most = (sum(end[at] for end in ends) for at in (0, 1))
        return None if least <= self.total <= most else f"it adds up to {least} to {most}, not {self.total}"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        total = sum(factor * digit for (factor, _), digit in zip(self.terms, digits, strict=True))
        return None if total == self.total else f"adds up to {total}, not {self.total}"

    def model(self, layout: Layout) -> Primitives:
        yield language.Sum(self.terms, (self.total,))


@register_constraint
@dataclass(frozen=True)
class Cage(Group):
    """A killer cage."""

    cells: tuple[Cell, ...]
    total: int | None = None

    word = "cage"
    about = "the digits of the cells differ, and add up to the sum where there is one"
    parameters = {"total": Number("sum", 0, LARGEST_SUM, optional=True), "cells": Cells()}
    example = "cage 15 r1c1 r1c2"
    iss, fpuzzles = "Cage", "killercage"

    @property
    def label(self) -> str:
        """``cage 12 at r1c1``."""
        total = "" if self.total is None else f" {self.total}"
        return f"cage{total} at {cell_name(self.cells[0])}"

    @property
    def look(self) -> Look:
        return (Enclosure("" if self.total is None else str(self.total)),)

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """A sum of 0 means none; a cell that is named twice counts twice."""
        cells = {arg.text: arg for arg in args[1:]}
        if len(cells) < len(args) - 1:
            yield from Sum.from_iss(name, args, layout)
            args = [args[0]._replace(text="0"), *cells.values()]
        yield from super().from_iss(name, args[1:] if args and args[0].text == "0" else args, layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The sum first, 0 for none; a sum of 0 is an item of its own."""
        cells = [*map(iss_cell, self.cells)]
        yield item_text(self.iss, str(self.total or 0), *cells)
        if self.total == 0:
            yield item_text(Sum.iss, "0", *cells)

    def unfit(self, layout: Layout) -> str | None:
        digits = layout.digits
        if fault := layout.too_many(self.cells):
            return fault
        if self.total is not None and not digits[0] <= self.total <= sum(digits):
            return f"it adds up to {self.total}; all digits add up to {sum(digits)}"
        return None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        if len(set(digits)) < len(digits):
            return "a digit stands in it twice"
        return (
            f"adds up to {sum(digits)}, not {self.total}" if self.total not in (None, sum(digits)) else None
        )

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Repeated digits, and a wrong sum; with blank cells, a sum that is exceeded already."""
        name = f"the cage on {cell_name(self.cells[0])}"
        found = repeated(held, self.cells, name)
        digits = [held[cell] for cell in self.cells if cell in held]
        blanks = len(self.cells) - len(digits)
        least = sum(digits) + blanks * layout.lowest
        if self.total is not None and (least > self.total or (not blanks and least < self.total)):
            found.append(Violation(f"{name} adds up to {least}, not {self.total}", self.cells))
        return found

    def model(self, layout: Layout) -> Primitives:
        name = item_name("cage" if self.total is None else f"cage{self.total}", self.cells)
        yield language.AllDifferent(self.cells, self.total, name=name)


@register_constraint
@dataclass(frozen=True)
class Rellik(Group):
    """A killer cage read backwards."""

    total: int
    cells: tuple[Cell, ...]

    word, noun = "rellik", "rellik cage"
    about = "the digits of the cells differ, and no one or more of them add up to the sum"
    parameters = {"total": Number("sum", 0, 400), "cells": Cells()}
    example = "rellik 9 r2c2 r2c3 r3c3"
    iss = "RellikCage"

    @property
    def label(self) -> str:
        return f"{self.noun} {self.total} at {cell_name(self.cells[0])}"

    @property
    def look(self) -> Look:
        return (Enclosure(f"\N{NOT EQUAL TO}{self.total}"),)

    def unfit(self, layout: Layout) -> str | None:
        return layout.too_many(self.cells)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        if len(set(digits)) < len(digits):
            return "a digit stands in it twice"
        some = chain.from_iterable(combinations(sorted(digits), size + 1) for size in range(len(digits)))
        found = next((those for those in some if sum(those) == self.total), None)
        return f"{' + '.join(map(str, found))} is {self.total}" if found else None

    def model(self, layout: Layout) -> Primitives:
        """The automaton's states are the sums, up to the forbidden one, of some of the digits so far."""
        avoided = self.total

        def step(sums: frozenset[int], digit: int) -> frozenset[int] | None:
            more = sums | {number + digit for number in sums | {0} if number + digit <= avoided}
            return None if avoided in more else more

        yield language.AllDifferent(self.cells, name=item_name(f"rellik{avoided}", self.cells))
        yield language.Regular(self.cells, frozenset[int](), step, lambda sums: True)


@register_constraint
class Arrow(Line):
    """The circle is the first cell."""

    word = "arrow"
    about = "the digits on the arrow add up to the digit in its circle, the first cell"
    parameters = {"cells": Cells(2, repeated=True)}
    example = "arrow r2c2 r2c3 r2c4"
    iss, fpuzzles = "Arrow", "arrow"
    look = (Stroke(THIN, 2.5), ArrowHead(THIN, 2.5), Circle(16, WHITE, THIN, 2.5, at=FIRST))

    @property
    def label(self) -> str:
        return f"arrow from {cell_name(self.cells[0])}"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        circle, total = digits[0], sum(digits[1:])
        return None if circle == total else f"{total} on the arrow, {circle} in the circle"

    def model(self, layout: Layout) -> Primitives:
        circle, *arrow = self.cells
        yield language.equal_sums((circle,), tuple(arrow))


@register_constraint
class DoubleArrow(Line):
    """The circles are the first and the last cell."""

    word = "double-arrow"
    about = "the digits on the line add up to the sum of the circles, its first and last cell"
    parameters = {"cells": Cells(3)}
    example = "double-arrow r2c2 r3c2 r4c3 r4c4"
    iss, fpuzzles = "DoubleArrow", "doublearrow"
    look = (Stroke(THIN, 2.5), Circle(16, WHITE, THIN, 2.5, at=ENDS))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        circles, total = digits[0] + digits[-1], sum(digits[1:-1])
        return None if circles == total else f"{total} on the line, {circles} in the circles"

    def model(self, layout: Layout) -> Primitives:
        first, *line, last = self.cells
        yield language.equal_sums((first, last), tuple(line))


@register_constraint
@dataclass(frozen=True)
class PillArrow(Groups):
    """A pill of two or three cells, which are read row by row, and arrows."""

    groups: tuple[tuple[Cell, ...], ...]

    word = "pill-arrow"
    about = (
        "the digits on each arrow add up to the number in the pill, whose two or three digits are read row "
        "by row and from left to right, whatever their order in the line"
    )
    parameters = {"groups": CellGroups(2)}
    example = "pill-arrow r2c2 r2c3 / r2c4 r3c4 r4c4"
    iss = "PillArrow"

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

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """The number of cells in the pill, and all cells."""
        size = args[0].integer(2, 3, "the cells of a pill") if args else 0
        if len(args) < size + 2:
            raise name.error("a pill and its arrow")
        pill, arrow = args[1 : size + 1], args[size + 1 :]
        return super().from_iss(name, [*pill, arrow[0]._replace(text=GROUPS), *arrow], layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """An item for each arrow."""
        pill, *arrows = self.groups
        for arrow in arrows:
            yield item_text(self.iss, str(len(pill)), *map(iss_cell, pill + arrow))

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
            return f"{max(others)} stands in the pill behind its first digit"
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
            yield language.Sum((*number, *((1, cell) for cell in arrow)))
        if layout.highest >= _TEN:
            for cell in pill[1:]:
                yield language.Count((cell,), range(layout.lowest, _TEN), (1,))


@register_constraint
class Zipper(Line):
    """A line of an even number of cells has no digit in the middle."""

    word, noun = "zipper", "zipper line"
    about = "digits as far from the middle add up to the digit there, or all to the same where there is none"
    parameters = {"cells": Cells(3)}
    example = "zipper r2c2 r3c2 r4c3 r4c4 r5c5"
    iss, fpuzzles = "Zipper", "zipperline"
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
                yield language.equal_sums((cells[0],), two)
        else:
            for two, others in combinations(partners, 2):
                yield language.equal_sums(two, others)


@register_constraint
@dataclass(frozen=True)
class SumLine(Line):
    """A closed line, which ends in its first cell, may be cut anywhere."""

    total: int = 10

    word = "sum-line"
    about = "the line can be cut into pieces whose digits add up to the number, usually 10"
    parameters = {
        "total": Number("sum", 1, 300, optional=True, default=10),
        "cells": Cells(2, repeated=True),
    }
    example = "sum-line r2c2 r3c2 r4c3 r4c4"
    iss = "SumLine"
    look = (Stroke("#f7b977", 8, "6 12"), Note("total"))

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """LOOP follows the cells of a closed line."""
        if len(args) > 2 and args[-1].text == "LOOP":
            args = [*args[:-1], args[1]]
        return super().from_iss(name, args, layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        cells = list(map(iss_cell, self.cells))
        closed = [*cells[:-1], "LOOP"] if cells[0] == cells[-1] else cells
        yield item_text(self.iss, str(self.total), *closed)

    def unfit(self, layout: Layout) -> str | None:
        most = len(set(self.cells)) * layout.highest
        if self.total > most:
            return f"pieces of {self.total}; all its digits add up to {most} at most"
        return "a cell next to itself" if any(a == b for a, b in pairwise(self.cells)) else None

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
        """A closed line ends as far inside a piece as it begins."""
        cells, total = self.cells, self.total

        def step(state: tuple[int, bool], digit: int) -> tuple[int, bool] | None:
            """The state: the sum of the piece so far, and whether a digit other than 0 was read."""
            piece = state[0] + digit
            return (piece % total, state[1] or digit > 0) if piece <= total else None

        def pieces(cells: tuple[Cell, ...], first: int) -> language.Regular:
            return language.Regular(cells, (first, False), step, lambda state: state == (first, True))

        if cells[0] == cells[-1]:
            yield language.Or(tuple((pieces(cells[:-1], first),) for first in range(total)))
        else:
            yield pieces(cells, 0)


@register_constraint
class RegionSum(Line):
    """Where the line returns to a box, another piece begins."""

    word, noun = "region-sum", "region sum line"
    about = (
        "the pieces into which the borders of boxes cut the line add up to the same; on a board without "
        "boxes, the borders of its regions cut it"
    )
    example = "region-sum r2c2 r2c3 r2c4 r3c4"
    iss, fpuzzles = "RegionSumLine", "regionsumline"
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
                yield language.equal_sums(shortest, piece)


def _box_or_region(cell: Cell, layout: Layout) -> int:
    return layout.box(cell) if layout.has_boxes else layout.labels[cell[0]][cell[1]]


@register_constraint
@dataclass(frozen=True)
class EqualSum(Groups):
    """Groups of any sizes."""

    groups: tuple[tuple[Cell, ...], ...]

    word = "equal-sum"
    about = "the digits of each group of cells add up to the same"
    parameters = {"groups": CellGroups(2)}
    example = "equal-sum r2c2 r2c3 / r4c4 r5c4 r6c4 / r8c8 r8c9"
    iss = "EqualSum"
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
                yield language.equal_sums(here, there)


_STEPS = {"down-right": (1, 1), "down-left": (1, -1), "up-right": (-1, 1), "up-left": (-1, -1)}


@register_constraint
@dataclass(frozen=True)
class LittleKiller(Constraint):
    """The cell is the first one of the diagonal; digits may repeat."""

    total: int
    way: str
    start: tuple[Cell, ...]

    word = "little-killer"
    about = "the digits of a diagonal add up to the clue; its first cell is named"
    parameters = {"total": Number("sum", 0, 700), "way": Choice(tuple(_STEPS)), "start": Cells(1, 1)}
    example = "little-killer 25 down-right r1c4"
    iss, fpuzzles = "LittleKiller", "littlekillersum"

    @property
    def label(self) -> str:
        return f"little killer {self.total} {self.way} from {cell_name(self.start[0])}"

    @property
    def look(self) -> Look:
        return (Before(str(self.total), self.start[0], self.step),)

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """The sum, and the first cell of the only diagonal that begins there."""
        if len(args) != 2:
            raise name.error("a sum and a cell behind it")
        way = _way_in_iss(cell_at(args[1], layout), layout)
        return super().from_iss(name, [args[0], args[1]._replace(text=way), args[1]], layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """From the end of the diagonal by which it is named there, if it is."""
        cells = self.scope(layout)
        for start in (cells[0], cells[-1]):
            same = LittleKiller(self.total, _way_in_iss(start, layout), (start,))
            if set(same.scope(layout)) == set(cells):
                yield item_text(self.iss, str(self.total), iss_cell(start))
                return

    @property
    def step(self) -> Cell:
        """Rows and columns from one cell to the next."""
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
        yield language.total_of(cells, self.total)


def _way_in_iss(start: Cell, layout: Layout) -> str:
    """The direction of the diagonal that Interactive Sudoku Solver names by this cell at the border."""
    r, c = start
    if c == 0:
        return "down-right"
    if r == 0:
        return "down-left"
    return "up-left" if c == layout.columns - 1 else "up-right"


@register_constraint
@dataclass(frozen=True)
class Lunchbox(Constraint):
    """A sandwich on any line of cells, whose digits differ."""

    total: int
    cells: tuple[Cell, ...]

    word = "lunchbox"
    about = "digits differ; those between the lowest and the highest of the line add up to the sum"
    parameters = {"total": Number("sum", 0, 300), "cells": Cells(2)}
    example = "lunchbox 12 r2c2 r2c3 r3c4 r4c4 r5c5"
    iss = "Lunchbox"

    @property
    def label(self) -> str:
        return f"lunchbox {self.total} from {cell_name(self.cells[0])} to {cell_name(self.cells[-1])}"

    @property
    def look(self) -> Look:
        return (Stroke(SHADE, 28), Note("total"))

    def unfit(self, layout: Layout) -> str | None:
        return layout.too_many(self.cells)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        return (
            "a digit stands in it twice" if len(set(digits)) < len(digits) else sandwich(digits, self.total)
        )

    def model(self, layout: Layout) -> Primitives:
        name = item_name(f"lunchbox{self.total}", self.cells)
        yield language.AllDifferent(self.cells, name=name)
        yield between_extremes(self.cells, self.total, layout)


def sandwich(digits: tuple[int, ...], total: int) -> str | None:
    """What is wrong if the sum between the lowest and the highest of different digits must be `total`."""
    left, right = sorted((digits.index(min(digits)), digits.index(max(digits))))
    found = sum(digits[left + 1 : right])
    return None if found == total else f"{found} between {digits[left]} and {digits[right]}, not {total}"


def between_extremes(cells: tuple[Cell, ...], total: int, layout: Layout) -> language.SumBetween:
    """The digits between the lowest and the highest of cells whose digits differ add up to `total`.

    The states of the automaton: the extreme digit that was read first, the other, the sum between them and
    the sum after them.  A single digit is both extremes.
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
        # Between the lowest and the highest digit of all nothing changes any more.
        return None if set(after[:2]) == all_extremes and after[2] != total else after

    word = language.Regular(cells, nothing, step, lambda state: state[2] == total)
    return language.SumBetween(word, total)
