"""Lines whose digits are related: thermometers, whispers, palindromes and the like."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise

from .... import primitives
from ....problems.grid import Cell
from ....problems.layout import Layout
from .base import CellPair, Line, Path, Primitives, Relation, next_to_itself
from .expressions import Relation as RelationText
from .expressions import relation_of
from .look import ENDS, FIRST, GREY, THIN, WHITE, Caption, Circle, Dashes, Diamond, Look, Note, Stroke
from .parameters import Cells, Number

_THIRDS = ("low", "middle", "high")


class Thermo(Path):
    """The bulb is the first cell."""

    word, noun = "thermo", "thermometer"
    about = "a thermometer: digits grow along the line, from the bulb"
    example = "thermo r2c2 r3c3 r4c3 r5c3"
    look = (Stroke(GREY, 12), Circle(14, GREY, at=FIRST))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        return next((f"{b} comes after {a}" for a, b in pairwise(digits) if b <= a), None)

    def model(self, layout: Layout) -> Primitives:
        """The digits of cells that are n apart differ by at least n."""
        for (i, a), (j, b) in combinations(enumerate(self.cells), 2):
            yield primitives.Binary(((a, b),), partial(_rises, j - i))


def _rises(least: int, first: int, second: int) -> bool:
    return second - first >= least


class ThermoSlow(Path):
    """The bulb is the first cell."""

    word, noun = "thermo-slow", "slow thermometer"
    about = "a slow thermometer: digits grow or stay as they are along the line, from the bulb"
    example = "thermo-slow r2c2 r3c3 r4c4 r5c4"
    look = (Stroke(GREY, 7), Circle(12, WHITE, GREY, 5, at=FIRST))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        return next((f"{b} comes after {a}" for a, b in pairwise(digits) if b < a), None)

    def model(self, layout: Layout) -> Primitives:
        """Any two cells, so that propagation crosses undecided cells."""
        yield primitives.Binary(tuple(combinations(self.cells, 2)), operator.le)


class Palindrome(Line):
    """The line may cross itself."""

    word = "palindrome"
    about = "the digits on the line are the same from either end"
    parameters = {"cells": Cells(2, repeated=True)}
    example = "palindrome r2c2 r3c3 r4c4 r5c4"
    look = (Stroke("#cfcfcf", 9),)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        there, back = " ".join(map(str, digits)), " ".join(map(str, reversed(digits)))
        return None if there == back else f"{there} is not a palindrome"

    def model(self, layout: Layout) -> Primitives:
        """Each cell of the first half is equal to its partner."""
        partners = zip(self.cells[: len(self.cells) // 2], self.cells[::-1], strict=False)
        yield primitives.Binary(tuple((one, two) for one, two in partners if one != two), operator.eq)


@dataclass(frozen=True)
class Whisper(Relation, Line):
    """The number is 5 on a German whisper, 4 on a Dutch one; a line that ends in its first cell is closed."""

    least: int = 5

    word, noun = "whisper", "whisper line"
    about = "digits next to each other on the line differ by at least the number, usually 5"
    parameters = {
        "least": Number("difference", 1, 24, optional=True, default=5),
        "cells": Cells(2, repeated=True),
    }
    example = "whisper r2c2 r2c3 r3c4 r4c4"

    @property
    def look(self) -> Look:
        dutch = self.least == 4
        return (Stroke("#ffc069" if dutch else "#9be59b", 9), *(() if dutch else (Note("least"),)))

    def unfit(self, layout: Layout) -> str | None:
        return layout.too_far(self.least) or next_to_itself(self.cells)

    def pairs(self, layout: Layout) -> Iterator[CellPair]:
        return pairwise(self.cells)

    def holds(self, one: int, two: int) -> bool:
        return abs(one - two) >= self.least

    def wrong(self, one: int, two: int) -> str:
        return f"{one} and {two} differ by less than {self.least}"


def alternating(cells: Sequence[Cell], number: int, sort: Callable[[int], int]) -> Primitives:
    """Cells `number` apart have digits of one class, and all others have digits of different classes.

    So any `number` cells in sequence have one digit of each class, and cells of a shorter line all differ.
    """
    apart = [(j - i, (one, two)) for (i, one), (j, two) in combinations(enumerate(cells), 2)]
    equal = tuple(pair for steps, pair in apart if steps % number == 0)
    different = tuple(pair for steps, pair in apart if steps % number)
    yield primitives.Binary(equal, lambda one, two: sort(one) == sort(two))
    yield primitives.Binary(different, lambda one, two: sort(one) != sort(two))


class Parity(Line):
    """The first digit is odd or even."""

    word, noun = "parity", "parity line"
    about = "odd and even digits take turns along the line"
    example = "parity r2c2 r3c2 r4c3 r4c4"
    look = (Stroke("#f5a8a8", 9),)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        equal = ((a, b) for a, b in pairwise(digits) if a % 2 == b % 2)
        return next((f"{a} and {b} are both {'odd' if a % 2 else 'even'}" for a, b in equal), None)

    def model(self, layout: Layout) -> Primitives:
        return alternating(self.cells, 2, lambda digit: digit & 1)


@dataclass(frozen=True)
class Modular(Line):
    """For 3, the default, the classes of digits are 1 4 7, 2 5 8 and 3 6 9."""

    number: int = 3

    word, noun = "modular", "modular line"
    about = (
        "any N cells in sequence on the line, or all cells of a shorter line, leave different remainders by "
        "N, usually 3"
    )
    parameters = {"number": Number("number", 2, 25, optional=True, default=3), "cells": Cells(2)}
    example = "modular r2c2 r3c2 r4c3 r4c4"
    look = (Stroke("#8fd9d2", 9), Note("number"))

    def unfit(self, layout: Layout) -> str | None:
        digits = len(layout.digits)
        return f"remainders by {self.number} of {digits} digits" if self.number > digits else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        for (i, a), (j, b) in combinations(enumerate(digits), 2):
            if j - i < self.number and a % self.number == b % self.number:
                return f"{a} and {b} leave {a % self.number} when divided by {self.number}"
        return None

    def model(self, layout: Layout) -> Primitives:
        return alternating(self.cells, self.number, lambda digit: digit % self.number)


class Entropic(Line):
    """Of nine digits 1 2 3 are low, 4 5 6 middle and 7 8 9 high; other digits are divided in the same way."""

    word, noun = "entropic", "entropic line"
    about = (
        "any three cells in sequence on the line hold a low, a middle and a high digit; two cells, digits of "
        "two of these"
    )
    example = "entropic r2c2 r3c2 r4c3 r4c4"
    look = (Stroke("#ffc9a8", 9),)

    def unfit(self, layout: Layout) -> str | None:
        number = len(layout.digits)
        return f"{number} digits are not three equal parts" if number % 3 else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        third = len(layout.digits) // 3
        sorts = [(digit, (digit - layout.lowest) // third) for digit in digits]
        for at in range(max(len(digits) - 2, 1)):
            for (a, one), (b, two) in combinations(sorts[at : at + 3], 2):
                if one == two:
                    return f"{a} and {b} are both {_THIRDS[one]}"
        return None

    def model(self, layout: Layout) -> Primitives:
        third = len(layout.digits) // 3
        return alternating(self.cells, 3, lambda digit: (digit - layout.lowest) // third)


class Nabner(Line):
    """The opposite of a renban line."""

    word, noun = "nabner", "nabner line"
    about = "no two digits on the line are equal or consecutive, wherever on it they are"
    example = "nabner r2c2 r3c2 r4c3 r4c4"
    look = (Stroke("#f2dc6b", 9),)

    def unfit(self, layout: Layout) -> str | None:
        most = (len(layout.digits) + 1) // 2
        return f"{len(self.cells)} cells; {most} digits are apart at most" if len(self.cells) > most else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        near = ((a, b) for a, b in pairwise(sorted(digits)) if b - a < 2)
        return next((f"{a} and {b} are on one line" for a, b in near), None)

    def model(self, layout: Layout) -> Primitives:
        yield primitives.Binary(tuple(combinations(self.cells, 2)), lambda one, two: abs(one - two) > 1)


class Between(Line):
    """The circles are the first and the last cell."""

    word, noun = "between", "between line"
    about = "the digits on the line are between those in the circles at its ends, and neither"
    parameters = {"cells": Cells(3)}
    example = "between r2c2 r3c2 r4c3 r4c4"
    look = (Stroke("#c9c9c9", 5), Circle(16, "#ececec", THIN, 2, at=ENDS))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        low, high = sorted((digits[0], digits[-1]))
        outside = (digit for digit in digits[1:-1] if not low < digit < high)
        return next((f"{digit} is not between {low} and {high}" for digit in outside), None)

    def model(self, layout: Layout) -> Primitives:
        """An automaton that reads both ends first; its states are the ends, the lower one first."""

        def step(ends: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
            if len(ends) < 2:
                return tuple(sorted((*ends, digit)))
            return ends if ends[0] < digit < ends[1] else None

        first, *inner, last = self.cells
        yield primitives.Regular((first, last, *inner), (), step, lambda ends: True)


@dataclass(frozen=True)
class Lockout(Line):
    """The diamonds are the first and the last cell."""

    least: int = 4

    word, noun = "lockout", "lockout line"
    about = (
        "the ends differ by the number, usually 4, or more; no digit on the line is one of them or between"
    )
    parameters = {"least": Number("difference", 1, 24, optional=True, default=4), "cells": Cells(2)}
    example = "lockout r2c2 r3c2 r4c3 r4c4"
    look = (Stroke("#b7d3f5", 5), Diamond(18, "#e6effb", "#6c8fc4", 2), Note("least"))

    def unfit(self, layout: Layout) -> str | None:
        return layout.too_far(self.least)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        low, high = sorted((digits[0], digits[-1]))
        if high - low < self.least:
            return f"{low} and {high} differ by less than {self.least}"
        inside = (digit for digit in digits[1:-1] if low <= digit <= high)
        return next((f"{digit} is locked out by {low} and {high}" for digit in inside), None)

    def model(self, layout: Layout) -> Primitives:
        """An automaton that reads both ends first; its states are none, one end, both and what is allowed."""
        allowed = tuple(layout.digits)

        def step(known: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
            if not known:
                return (digit,)
            if len(known) > 1:
                return known if digit in known[2:] else None
            (end,) = known
            ends = min(end, digit), max(end, digit)
            if ends[1] - ends[0] < self.least:
                return None
            return (*ends, *(one for one in allowed if one < ends[0] or one > ends[1]))

        first, *inner, last = self.cells
        yield primitives.Regular((first, last, *inner), (), step, lambda known: True)


@dataclass(frozen=True)
class Related(Relation, Path):
    """A relation that is stated as a formula or a list."""

    relation: str

    parameters = {"relation": RelationText(), "cells": Cells(2)}

    def holds(self, one: int, two: int) -> bool:
        return relation_of(self.relation)(one, two)

    def wrong(self, one: int, two: int) -> str:
        return f"{one} before {two}"


class Pair(Related):
    """Of two neighbours, the earlier is a, the later b."""

    word = "pair"
    about = "the relation holds for each two neighbours on the line, a and then b: pair |a-b|>4 ..."
    example = "pair |a-b|>=4;a+b=10 r2c2 r2c3 r3c4 r4c4"
    look = (Dashes("1 5"), Caption())

    def pairs(self, layout: Layout) -> Iterator[CellPair]:
        return pairwise(self.cells)


class PairAll(Related):
    """Of two cells, the earlier is a, the later b."""

    word = "pair-all"
    about = "the relation holds for any two cells of the line, the earlier a, the later b"
    example = "pair-all |a-b|>1 r2c2 r2c3 r3c4 r4c4"
    look = (Dashes("7 5"), Caption())

    def pairs(self, layout: Layout) -> Iterator[CellPair]:
        return combinations(self.cells, 2)
