"""Rules of the whole board: chess moves, distances, and what each two by two cells hold."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from typing import ClassVar

from .... import primitives
from ....primitives.models import Rule
from ....problems.grid import Cell, Held, cell_name
from ....problems.layout import Layout, parts_of, squares
from ....problems.problem import Violation
from .base import CellPair, Everywhere, Primitives
from .parameters import Digits, Number


def equal_pairs(
    held: Held,
    distance: Callable[[int], str],
    apart: Callable[[int, int, int], bool],
    label: Callable[[int, Cell, Cell], str],
) -> Iterator[Violation]:
    """A violation for each two equal digits at certain distances.

    * distance (digit -> str): the name of the distance.
    * apart ((digit, rows, columns) -> bool): whether equal digits at this distance in rows and columns are a
      violation.
    * label ((digit, cell, cell) -> str): the label of the rule that the two break.
    """
    places: dict[int, list[Cell]] = {}
    for (r, c), digit in sorted(held.items()):
        for other in places.get(digit, ()):
            if apart(digit, r - other[0], abs(c - other[1])):
                cells = f"{cell_name(other)} and {cell_name((r, c))}"
                text = f"{digit} is on {cells}, {distance(digit)} apart"
                yield Violation(text, (other, (r, c)), label(digit, other, (r, c)))
        places.setdefault(digit, []).append((r, c))


class AntiKing(Everywhere):
    """A king moves one cell in any direction."""

    word = "anti-king"
    about = "cells that touch, at a corner too, hold different digits"

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        def label(_: int, one: Cell, two: Cell) -> str:
            corner = min(one[0], two[0], layout.rows - 2), min(one[1], two[1], layout.columns - 2)
            return f"king at {cell_name(corner)}"

        return equal_pairs(
            held, lambda _: "a king's move", lambda _, down, right: max(down, right) == 1, label
        )

    def model(self, layout: Layout) -> Primitives:
        """Two cells touch if and only if both are in one of the two by two squares."""
        for square in squares(layout):
            name = cell_name(square[0])
            yield Rule(f"king at {name}", primitives.AllDifferent(square, name=f"king@{name}"))


class Apart(Everywhere):
    """Cells joined by a leap, some cells in one direction and as many or more in the other, differ."""

    least: int
    most: int

    piece: ClassVar[str]
    """What leaps so."""

    @property
    def leap(self) -> str:
        return f"a {self.piece}'s move"

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        return equal_pairs(
            held,
            lambda _: self.leap,
            lambda _, *way: sorted(way) == [self.least, self.most],
            lambda _, one, two: f"{self.piece}'s move between {cell_name(one)} and {cell_name(two)}",
        )

    def model(self, layout: Layout) -> Primitives:
        """Each cell differs from those below it, or to the right in its row, that a leap reaches."""
        a, b = self.least, self.most
        leaps = {(down, right) for down, right in ((a, b), (a, -b), (b, a), (b, -a)) if down or right > 0}
        for r, c in layout.cells():
            for down, right in sorted(leaps):
                if layout.has(other := (r + down, c + right)):
                    names = cell_name((r, c)), cell_name(other)
                    different = primitives.AllDifferent(
                        ((r, c), other), name=f"{self.piece}@{'-'.join(names)}"
                    )
                    yield Rule(f"{self.piece}'s move between {' and '.join(names)}", different)


class AntiKnight(Apart):
    """A knight moves two cells in one direction and one in the other."""

    word, piece = "anti-knight", "knight"
    about = "cells a knight's move apart hold different digits"
    least, most = 1, 2


@dataclass(frozen=True)
class AntiLeap(Apart):
    """A leap of 1 and 3 goes one cell in one direction and three in the other: a camel's move."""

    least: int
    most: int

    word, piece = "anti-leap", "leap"
    about = "cells joined by a leap, M cells in one direction and N in the other, hold different digits"
    parameters = {"least": Number("cells", 0, 24), "most": Number("cells", 1, 24)}
    example = "anti-leap 1 3"

    def __post_init__(self) -> None:
        least, most = sorted((self.least, self.most))
        object.__setattr__(self, "least", least)
        object.__setattr__(self, "most", most)

    def unfit(self, layout: Layout) -> str | None:
        long, wide = sorted((layout.rows, layout.columns))
        return None if self.least < long and self.most < wide else "no leap stays on the board"

    @property
    def leap(self) -> str:
        return f"a leap of {self.least} and {self.most}"


class AntiTaxicab(Everywhere):
    """A step goes to a neighbouring cell of the row or column."""

    word = "anti-taxicab"
    about = "no two cells that hold a digit N are N steps along rows and columns apart"

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        return equal_pairs(
            held,
            lambda digit: f"{digit} steps",
            lambda digit, *way: sum(way) == digit,
            lambda digit, *_: f"no two {digit} are {digit} steps apart",
        )

    def model(self, layout: Layout) -> Primitives:
        """A relation for each distance, of cells in different rows and columns: others differ anyway."""
        pairs: dict[int, list[CellPair]] = {}
        for a, b in combinations(layout.cells(), 2):
            down, right = abs(a[0] - b[0]), abs(a[1] - b[1])
            if down and right and down + right in layout.digits:
                pairs.setdefault(down + right, []).append((a, b))
        for distance, those in sorted(pairs.items()):
            rule = primitives.Binary(tuple(those), partial(_not_both, distance))
            yield Rule(f"no two {distance} are {distance} steps apart", rule)


def _not_both(distance: int, first: int, second: int) -> bool:
    return not first == second == distance


@dataclass(frozen=True)
class Queen(Everywhere):
    """With the rules of rows and columns, the cells with such a digit are queens that attack no other."""

    digits: tuple[int, ...]

    word = "queen"
    about = "two cells with the same one of these digits are never on a diagonal, as chess queens"
    parameters = {"digits": Digits()}
    example = "queen 9"

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        queens = {cell: digit for cell, digit in held.items() if digit in self.digits}
        return equal_pairs(
            queens, lambda _: "a queen's move", lambda _, down, right: down == right, lambda *_: self.label
        )

    def model(self, layout: Layout) -> Primitives:
        pairs = tuple(
            ((r, c), (r + down, c + side * down))
            for r, c in layout.cells()
            for side in (-1, 1)
            for down in range(1, layout.rows)
            if layout.has((r + down, c + side * down))
        )
        yield primitives.Binary(pairs, lambda a, b: a != b or a not in self.digits)


class Flatmates(Everywhere):
    """Of nine digits: every 5 lives below a 1 or above a 9."""

    word = "flatmates"
    about = "Dutch flatmates: above each middle digit (5) is the lowest (1), or below it the highest (9)"

    def unfit(self, layout: Layout) -> str | None:
        size = len(layout.digits)
        return None if size % 2 else f"{size} digits have no middle one"

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        """Middle digits that have neither; a blank neighbour may still become one."""
        middle = (layout.lowest + layout.highest) // 2
        for (r, c), digit in sorted(held.items()):
            above, below = ((r - 1, c), layout.lowest), ((r + 1, c), layout.highest)
            if digit == middle and not any(
                layout.has(a) and held.get(a, mate) == mate for a, mate in (above, below)
            ):
                mates = f"no {layout.lowest} above it and no {layout.highest} below"
                text = f"the {digit} on {cell_name((r, c))} has {mates}"
                yield Violation(text, ((r, c),), f"flatmates in column {c + 1}")

    def model(self, layout: Layout) -> Primitives:
        """Each column from above; states: after the lowest digit, before a required highest one, other."""
        lowest, highest = layout.lowest, layout.highest
        middle = (lowest + highest) // 2

        def step(state: str, digit: int) -> str | None:
            if state == "needs" and digit != highest:
                return None
            if digit == middle and state != "lowest":
                return "needs"
            return "lowest" if digit == lowest else "else"

        for c in range(layout.columns):
            column = tuple((r, c) for r in range(layout.rows))
            mates = primitives.Regular(column, "else", step, lambda state: state != "needs")
            yield Rule(f"flatmates in column {c + 1}", mates)


class EverySquare(Everywhere):
    """Each two by two cells hold a digit of each of several sorts."""

    @abstractmethod
    def sorts(self, layout: Layout) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The digits of each sort, and what one of them is called."""

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        for square in squares(layout):
            if all(cell in held for cell in square):
                for name, digits in self.sorts(layout):
                    if not any(held[cell] in digits for cell in square):
                        place = f"in the two by two cells from {cell_name(square[0])}"
                        yield Violation(f"no {name} {place}", square, f"a {name} {place}")

    def model(self, layout: Layout) -> Primitives:
        for square in squares(layout):
            for name, digits in self.sorts(layout):
                rule = primitives.Count(square, digits, range(1, 5))
                yield Rule(f"a {name} in the two by two cells from {cell_name(square[0])}", rule)


class GlobalEntropy(EverySquare):
    """Low, middle and high are the thirds of the digits."""

    word = "global-entropy"
    about = "each two by two cells hold a digit of each third of them: low, middle, high"

    def unfit(self, layout: Layout) -> str | None:
        size = len(layout.digits)
        return f"{size} digits have no thirds" if size % 3 else None

    def sorts(self, layout: Layout) -> Iterator[tuple[str, tuple[int, ...]]]:
        third = len(layout.digits) // 3
        for number, name in enumerate(("low", "middle", "high")):
            yield f"{name} digit", tuple(layout.digits[number * third : (number + 1) * third])


@dataclass(frozen=True)
class GlobalModular(EverySquare):
    """Remainders by 3 if no number is stated."""

    modulus: int = 3

    word = "global-modular"
    about = "each two by two cells hold a digit of each remainder of a division by 3, or by 2 or 4"
    parameters = {"modulus": Number("modulus", 2, 4, optional=True, default=3)}

    def sorts(self, layout: Layout) -> Iterator[tuple[str, tuple[int, ...]]]:
        for rest in range(self.modulus):
            digits = tuple(digit for digit in layout.digits if digit % self.modulus == rest)
            yield f"digit that leaves {rest} by {self.modulus}", digits


class Doppelganger(Everywhere):
    """Every other digit is missing in one row, one column and one box or region."""

    word = "doppelganger"
    about = (
        "digits from 0, one more than the sides: every row, column, box and region holds a 0 and lacks one "
        "digit, no two rows (or columns, or boxes) the same; those that meet at a 0 lack different digits"
    )
    headings = "digits 0-9\n"

    def unfit(self, layout: Layout) -> str | None:
        size, parts = layout.rows, parts_of(layout)
        if layout.columns != size or layout.lowest != 0 or len(layout.digits) != size + 1:
            return f"it has as many rows as columns and digits from 0 to their number, such as 0-{size}"
        if layout.has_boxes and layout.labels:
            return "boxes and regions"
        return None if all(len(part) == size for part in parts) else f"boxes are not of {size} cells"

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        """Units with blank cells are not checked."""
        kinds = [
            [{(r, c) for c in range(layout.columns)} for r in range(layout.rows)],
            [{(r, c) for r in range(layout.rows)} for c in range(layout.columns)],
        ]
        labels = sorted({layout.part(cell) for cell in layout.cells()} - {None}, key=str)
        kinds.append([{cell for cell in layout.cells() if layout.part(cell) == label} for label in labels])
        lacking: dict[Cell, list[set[int]]] = {}
        for kind in kinds:
            seen: set[int] = set()
            for unit in kind:
                cells = tuple(sorted(unit))
                if not unit <= held.keys():
                    continue
                missing = {*layout.digits} - {held[cell] for cell in unit}
                if 0 in missing or missing & seen:
                    what = "no 0" if 0 in missing else f"no {min(missing & seen)}, as another one"
                    where = f"{cell_name(cells[0])} to {cell_name(cells[-1])}"
                    yield Violation(f"{what} in {where}", cells, self.label)
                    return
                seen |= missing
                for cell in cells:
                    lacking.setdefault(cell, []).append(missing)
        for cell, several in lacking.items():
            twice = [digit for digit in layout.digits if sum(digit in missing for missing in several) > 1]
            if held[cell] == 0 and twice:
                text = f"{twice[0]} is missing twice where 0 is on {cell_name(cell)}"
                yield Violation(text, (cell,), self.label)
                return

    def model(self, layout: Layout) -> Primitives:
        """Of the rows, and so on, all but one contain each digit; at least two of three where a 0 is."""
        meeting: dict[Cell, list[tuple[Cell, ...]]] = {}
        rows = [tuple((r, c) for c in range(layout.columns)) for r in range(layout.rows)]
        columns = [tuple((r, c) for r in range(layout.rows)) for c in range(layout.columns)]
        for kind in (rows, columns, [tuple(sorted(part)) for part in parts_of(layout)]):
            for unit in kind:
                yield primitives.Count(unit, (0,), (1,))
                for cell in unit:
                    meeting.setdefault(cell, []).append(unit)
            for digit in layout.digits[1:] if kind else ():
                terms = tuple((1, primitives.Contains(unit, (digit,))) for unit in kind)
                yield primitives.Sum(terms, (len(kind) - 1,))
        for cell, units in meeting.items():
            rows_of = [
                row for row in product((0, 1), repeat=len(units) + 1) if not row[0] or sum(row) >= len(units)
            ]
            zero = primitives.Contains((cell,), (0,))
            for digit in layout.digits[1:]:
                yield primitives.Table(
                    (zero, *(primitives.Contains(unit, (digit,)) for unit in units)), rows_of
                )
