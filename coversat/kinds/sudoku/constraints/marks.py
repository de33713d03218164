"""Marks in cells and on the borders between them: dots, letters and signs, odd and even cells, candidates."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from .... import primitives
from ....problems.grid import Cell, cell_name
from ....problems.layout import Layout
from ....problems.text import Token
from .base import CellPair, Group, Primitives, Relation
from .look import INK, WHITE, Chevron, Circle, Dot, Letter, Look, Marks, Shade, Square
from .parameters import Cells, Digits, Number, Words


@dataclass(frozen=True)
class Mark(Relation):
    """A mark on the border between two cells."""

    cells: tuple[Cell, ...]

    parameters = {"cells": Cells(2, 2)}
    on_board = True

    @property
    def place(self) -> str:
        return f"between {' and '.join(map(cell_name, self.cells))}"

    def unfit(self, layout: Layout) -> str | None:
        (r, c), (down, right) = self.cells
        return None if abs(r - down) + abs(c - right) == 1 else "two cells that are not beside each other"

    def pairs(self, layout: Layout) -> Iterator[CellPair]:
        one, two = self.cells
        yield one, two


class EvenMark(Mark):
    """A mark that means the same in both directions; its cells are in reading order."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))


@dataclass(frozen=True)
class Difference(EvenMark):
    """A white Kropki dot."""

    number: int = 1

    word, noun = "difference", "white dot"
    about = "a white dot: the two digits beside it differ by the number, usually 1"
    parameters = {"number": Number("difference", 1, 24, optional=True, default=1), "cells": Cells(2, 2)}
    example = "difference r2c2 r2c3"
    look = (Dot(WHITE, "number"),)

    def unfit(self, layout: Layout) -> str | None:
        return super().unfit(layout) or layout.too_far(self.number)

    def holds(self, one: int, two: int) -> bool:
        return abs(one - two) == self.number

    def wrong(self, one: int, two: int) -> str:
        return f"{one} and {two} differ by {abs(one - two)}"


@dataclass(frozen=True)
class Ratio(EvenMark):
    """A black Kropki dot."""

    number: int = 2

    word, noun = "ratio", "black dot"
    about = "a black dot: one digit beside it is the other times the number, usually 2"
    parameters = {"number": Number("ratio", 2, 25, optional=True, default=2), "cells": Cells(2, 2)}
    example = "ratio r2c2 r2c3"
    look = (Dot(INK, "number"),)

    def unfit(self, layout: Layout) -> str | None:
        none = f"no digit is {self.number} times another"
        return super().unfit(layout) or (none if self.number > layout.highest else None)

    def holds(self, one: int, two: int) -> bool:
        return max(one, two) == self.number * min(one, two)

    def wrong(self, one: int, two: int) -> str:
        return f"{max(one, two)} is not {self.number} times {min(one, two)}"


LETTERS = {"v": 5, "x": 10}


class LetterOrSum(Number):
    """A letter or the sum that it means."""

    @property
    def usage(self) -> str:
        return f"x|v|{super().usage}"

    def read(self, words: Words, before: Token, layout: Layout) -> int | None:
        if words and words[0].text.lower() in LETTERS:
            return LETTERS[words.pop(0).text.lower()]
        return super().read(words, before, layout)

    def words(self, content: int | None) -> Iterator[str]:
        yield next((letter for letter, total in LETTERS.items() if total == content), str(content))


@dataclass(frozen=True)
class Xv(EvenMark):
    """The sum of an X is 10, of a V 5."""

    total: int

    word, noun = "xv", "letter"
    about = "the two digits add up to 10 beside an x, 5 beside a v, or to the sum"
    parameters = {"total": LetterOrSum("sum", 1, 50), "cells": Cells(2, 2)}
    example = "xv x r2c2 r2c3"

    @property
    def look(self) -> Look:
        letters = [letter.upper() for letter, total in LETTERS.items() if total == self.total]
        return (Letter(letters[0] if letters else str(self.total)),)

    def unfit(self, layout: Layout) -> str | None:
        least, most = 2 * layout.lowest + 1, 2 * layout.highest - 1
        out = f"a total of {self.total}; its digits add up to at least {least} and at most {most}"
        return super().unfit(layout) or (None if least <= self.total <= most else out)

    def holds(self, one: int, two: int) -> bool:
        return one + two == self.total

    def wrong(self, one: int, two: int) -> str:
        return f"{one} and {two} add up to {one + two}"


class Greater(Mark):
    """The sign opens to the first cell."""

    word, noun = "greater", "greater-than sign"
    about = "the digit in the first of two cells beside each other is greater"
    example = "greater r2c2 r2c3"
    look = (Chevron(0.5, knockout=True),)

    def holds(self, one: int, two: int) -> bool:
        return one > two

    def wrong(self, one: int, two: int) -> str:
        return f"{one} is not greater than {two}"


@dataclass(frozen=True)
class Extreme(Relation):
    """A cell that is compared with each of its neighbours."""

    cells: tuple[Cell, ...]

    parameters = {"cells": Cells(1, 1)}
    on_board = True

    @property
    def place(self) -> str:
        return f"at {cell_name(self.cells[0])}"

    def pairs(self, layout: Layout) -> Iterator[CellPair]:
        ((r, c),) = self.cells
        for other in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if layout.has(other):
                yield (r, c), other

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        return (*self.cells, *(other for _, other in self.pairs(layout)))

    def wrong(self, one: int, two: int) -> str:
        return f"{one} is next to {two}"

    def model(self, layout: Layout) -> Primitives:
        for pair in self.pairs(layout):
            yield primitives.Binary((pair,), self.holds)


class Maximum(Extreme):
    """A grey cell with signs on its borders."""

    word = "maximum"
    about = "the digit of the cell is greater than those above, below and to either side"
    example = "maximum r2c2"
    look = (Shade(), Chevron(0.38))

    def holds(self, one: int, two: int) -> bool:
        return one > two


class Minimum(Extreme):
    """A grey cell with signs on its borders."""

    word = "minimum"
    about = "the digit of the cell is less than those above, below and to either side"
    example = "minimum r2c2"
    look = (Shade(), Chevron(0.62))

    def holds(self, one: int, two: int) -> bool:
        return one < two


class OneOf(Group):
    """Cells whose digits are of some sort."""

    @abstractmethod
    def wrong(self, digit: int) -> str | None:
        """What is wrong with a digit, or None."""

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        return next(filter(None, map(self.wrong, digits)), None)


class Even(OneOf):
    """Each cell has a grey square."""

    word, noun = "even", "even cells"
    about = "the digits of the cells are even"
    example = "even r2c2"
    look = (Square(28, "#d6d6d6"),)

    def wrong(self, digit: int) -> str | None:
        return f"{digit} is not even" if digit % 2 else None

    def model(self, layout: Layout) -> Primitives:
        for cell in self.cells:
            yield primitives.Count((cell,), range(0, layout.highest + 1, 2), (1,))


class Odd(OneOf):
    """Each cell has a grey circle."""

    word, noun = "odd", "odd cells"
    about = "the digits of the cells are odd"
    example = "odd r2c2"
    look = (Circle(15, "#d6d6d6"),)

    def wrong(self, digit: int) -> str | None:
        return None if digit % 2 else f"{digit} is not odd"

    def model(self, layout: Layout) -> Primitives:
        for cell in self.cells:
            yield primitives.Count((cell,), range(1, layout.highest + 1, 2), (1,))


@dataclass(frozen=True)
class Candidates(OneOf):
    """Given pencil marks."""

    digits: tuple[int, ...]

    word = "candidates"
    about = "each of the cells holds one of the digits"
    parameters = {"digits": Digits(), "cells": Cells()}
    example = "candidates 1 4 7 r2c2 r3c5"
    look = (Marks(),)

    def wrong(self, digit: int) -> str | None:
        return None if digit in self.digits else f"{digit} is not one of {' '.join(map(str, self.digits))}"

    def model(self, layout: Layout) -> Primitives:
        for cell in self.cells:
            yield primitives.Count((cell,), self.digits, (1,))
