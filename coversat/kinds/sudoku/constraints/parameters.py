"""The parameters of constraints: each type reads the words of a line, writes and checks them."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn, dataclass_transform

from ....problems.grid import Cell, cell_name
from ....problems.layout import Layout
from ....problems.text import Token

_CELL = re.compile(r"r([0-9]{1,2})c([0-9]{1,3})", re.ASCII | re.IGNORECASE)
_FACTOR = re.compile(r"([+-]?)(?:([0-9]{1,3})\*)?", re.ASCII)
BETWEEN = "/"
"""Separates groups of cells."""
LARGEST_FACTOR = 999

Words = list[Token]
"""The words of a line that are not read yet."""
CellGroup = tuple[Cell, ...]


@dataclass_transform(frozen_default=True)
class Parameter(ABC):
    """A type of parameter, a frozen dataclass; its values are hashable."""

    is_place: ClassVar[bool] = False
    """Whether it is the position of the constraint on the board."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    @property
    @abstractmethod
    def usage(self) -> str:
        """How a line's form names it: ``CELLS``."""

    @property
    def is_optional(self) -> bool:
        """Whether a line may leave it out, which brackets in its usage say."""
        return self.usage.startswith("[")

    @abstractmethod
    def read(self, words: Words, before: Token, layout: Layout) -> Any:
        """Take its words from the front of `words` and return the value; `before` is the word before them."""

    def words(self, content: Any) -> Iterator[str]:
        """The words of a value."""
        yield str(content)

    def fault(self, content: Any, layout: Layout) -> str | None:
        """Why a constraint of such a board cannot have the value, or None."""
        return None


Parameters = Mapping[str, Parameter]
"""The parameters of a constraint by its fields, in the order of the words."""


def cell_of(word: Token, layout: Layout) -> Cell:
    """The cell that a word names."""
    found = _CELL.fullmatch(word.text)
    cell = (int(found[1]) - 1, int(found[2]) - 1) if found else (-1, -1)
    if not layout.names(cell):
        raise word.error(f"a cell, {_names(layout)}")
    return cell


def _names(layout: Layout) -> str:
    hidden = f", or hidden from r{layout.rows + 1}c1 to r{layout.rows + 1}c{layout.hidden}"
    return f"from r1c1 to r{layout.rows}c{layout.columns}{hidden if layout.hidden else ''}"


def names_cell(word: Token) -> bool:
    """Whether a word has the form of a cell's name."""
    return _CELL.fullmatch(word.text) is not None


def missing(before: Token, expected: str) -> NoReturn:
    """Raise a `ParseError` for a line that ends too early."""
    raise before.part(len(before.text)).error(expected, "the end of the line")


class Cells(Parameter):
    """Cells in order.

    * repeated: whether a cell may occur again, as on a line that crosses itself.
    """

    is_place = True

    least: int = 1
    most: int | None = None
    repeated: bool = False

    @property
    def usage(self) -> str:
        return " ".join(["CELL"] * self.least) if self.least == self.most else "CELLS"

    def read(self, words: Words, before: Token, layout: Layout) -> CellGroup:
        found: list[Cell] = []
        while words and words[0].text != BETWEEN and len(found) != self.most:
            cell = cell_of(words[0], layout)
            if cell in found and not self.repeated:
                raise words[0].error(f"another cell, {_names(layout)}")
            found.append(cell)
            before = words.pop(0)
        if len(found) < self.least:
            missing(before, f"at least {self.least} cells" if self.least > 1 else "a cell")
        return tuple(found)

    def words(self, content: CellGroup) -> Iterator[str]:
        return map(cell_name, content)

    def fault(self, content: CellGroup, layout: Layout) -> str | None:
        if not all(map(layout.names, content)):
            return "a cell off the board"
        if not self.repeated and len(set(content)) < len(content):
            return "a cell twice"
        if len(content) < self.least or (self.most is not None and len(content) > self.most):
            most = f" to {self.most}" if self.most != self.least else ""
            return f"{len(content)} cells, not {self.least}{most if self.most else ' or more'}"
        return None


class CellGroups(Parameter):
    """Groups of cells, with a slash between them; `equal` if all have the same number of cells."""

    is_place = True
    usage = f"CELLS {BETWEEN} CELLS ..."

    least: int = 2
    equal: bool = False

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[CellGroup, ...]:
        found: list[CellGroup] = []
        while True:
            start = list(words)
            found.append(Cells().read(words, before, layout))
            if self.equal and len(found[-1]) != len(found[0]):
                raise start[0].error(f"{len(found[0])} cells in each group", str(len(found[-1])))
            before = start[len(start) - len(words) - 1]
            if not words:
                break
            before = words.pop(0)
        if len(found) < self.least:
            missing(before, f"'{BETWEEN}' and another group of cells")
        return tuple(found)

    def words(self, content: tuple[CellGroup, ...]) -> Iterator[str]:
        for number, group in enumerate(content):
            yield from [BETWEEN] * (number > 0)
            yield from map(cell_name, group)

    def fault(self, content: tuple[CellGroup, ...], layout: Layout) -> str | None:
        for group in content:
            if fault := Cells().fault(group, layout):
                return fault
        if len(content) < self.least:
            return f"{len(content)} groups of cells, not {self.least} or more"
        return "groups of different sizes" if self.equal and len(set(map(len, content))) > 1 else None


class Number(Parameter):
    """A number from `least` to `most`; an optional one that is left out has the value `default`.

    * short: its name in a line's form, if that is not `name`.
    """

    name: str
    least: int
    most: int
    optional: bool = False
    default: int | None = None
    short: str = ""

    @property
    def usage(self) -> str:
        name = self.short or self.name.upper()
        return f"[{name}]" if self.optional else name

    def read(self, words: Words, before: Token, layout: Layout) -> int | None:
        if self.optional and (not words or names_cell(words[0])):
            return self.default
        if not words:
            missing(before, f"the {self.name}")
        return words.pop(0).integer(self.least, self.most, f"the {self.name}")

    def words(self, content: int | None) -> Iterator[str]:
        if not self.optional or content != self.default:
            yield str(content)

    def fault(self, content: int | None, layout: Layout) -> str | None:
        if content is None and self.optional and self.default is None:
            return None
        if content is None or not self.least <= content <= self.most:
            return f"a {self.name} of {content}, not {self.least} to {self.most}"
        return None


class Digits(Parameter):
    """Digits of the board in increasing order: ``1 2 5``."""

    name: str = "digits"
    repeated: bool = False
    most: int | None = None

    @property
    def usage(self) -> str:
        return self.name.upper()

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[int, ...]:
        found: list[int] = []
        while words and not names_cell(words[0]):
            before = words.pop(0)
            digit = before.integer(layout.lowest, layout.highest, "a digit")
            if (digit in found and not self.repeated) or len(found) == self.most:
                raise before.error(f"a cell, or another digit from {layout.lowest} to {layout.highest}")
            found.append(digit)
        if not found:
            missing(before, f"the {self.name}")
        return tuple(sorted(found))

    def words(self, content: tuple[int, ...]) -> Iterator[str]:
        return map(str, content)

    def fault(self, content: tuple[int, ...], layout: Layout) -> str | None:
        if not content or not set(content) <= set(layout.digits):
            return f"digits other than {layout.lowest} to {layout.highest}"
        if (not self.repeated and len(set(content)) < len(content)) or len(content) > (self.most or 99):
            return "a digit too many"
        return None


class Choice(Parameter):
    """One of a few words."""

    options: tuple[str, ...]

    @property
    def usage(self) -> str:
        return "|".join(self.options)

    def read(self, words: Words, before: Token, layout: Layout) -> str:
        expected = " or ".join(f"'{before.text} {option}'" for option in self.options)
        if not words:
            raise before.error(expected)
        if words[0].text not in self.options:
            raise words[0].error(expected)
        return words.pop(0).text

    def fault(self, content: str, layout: Layout) -> str | None:
        return None if content in self.options else f"{content!r}, not {self.usage}"


class Flag(Parameter):
    """An optional word."""

    word: str

    @property
    def usage(self) -> str:
        return f"[{self.word}]"

    def read(self, words: Words, before: Token, layout: Layout) -> bool:
        found = bool(words) and words[0].text == self.word
        if found:
            words.pop(0)
        return found

    def words(self, content: bool) -> Iterator[str]:
        if content:
            yield self.word


SIDES = ("left", "right", "top", "bottom")


class Side(Parameter):
    """The position of a clue: ``left 3`` is left of row 3.

    The value is the side and the number of the row or column, from 0.
    """

    is_place = True

    sides: tuple[str, ...] = SIDES

    @property
    def both_ends(self) -> bool:
        """Whether a line can have clues at both ends."""
        return "left" in self.sides and "right" in self.sides

    @property
    def usage(self) -> str:
        return f"{'|'.join(self.sides)} N"

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[str, int]:
        side = Choice(self.sides).read(words, before, layout)
        if not words:
            missing(before, "the number of the row or column")
        return side, words.pop(0).integer(1, self._most(side, layout), "the number of the row or column") - 1

    def _most(self, side: str, layout: Layout) -> int:
        return layout.rows if side in ("left", "right") else layout.columns

    def words(self, content: tuple[str, int]) -> Iterator[str]:
        yield content[0]
        yield str(content[1] + 1)

    def fault(self, content: tuple[str, int], layout: Layout) -> str | None:
        side, at = content
        if side not in self.sides:
            return f"{side!r}, not {'|'.join(self.sides)}"
        return None if 0 <= at < self._most(side, layout) else f"no row or column {at + 1}"


class Terms(Parameter):
    """Cells with factors: ``r1c1``, ``-r1c1``, ``2*r1c1``; the value has a factor and a cell for each."""

    is_place = True
    usage = "[N*]CELL ..."

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[tuple[int, Cell], ...]:
        if not words:
            missing(before, "a cell")
        found = []
        while words:
            word = words.pop(0)
            head = _FACTOR.match(word.text)
            sign, number = head.groups() if head else ("", None)
            factor = int(sign + (number or "1"))
            found.append((factor, cell_of(word.part(head.end() if head else 0), layout)))
        return tuple(found)

    def words(self, content: tuple[tuple[int, Cell], ...]) -> Iterator[str]:
        for factor, cell in content:
            yield {1: "", -1: "-"}.get(factor, f"{factor}*") + cell_name(cell)

    def fault(self, content: tuple[tuple[int, Cell], ...], layout: Layout) -> str | None:
        if not content:
            return "no cells"
        if not all(layout.names(cell) for _, cell in content):
            return "a cell off the board"
        wrong = next((factor for factor, _ in content if not 1 <= abs(factor) <= LARGEST_FACTOR), None)
        return None if wrong is None else f"{wrong} times a cell, not 1 to {LARGEST_FACTOR}"


def read_all(parameters: Parameters, line: Sequence[Token], layout: Layout) -> dict[str, Any]:
    """The value of each parameter, from all words of a line after its first."""
    words, found = list(line[1:]), {}
    for name, parameter in parameters.items():
        before = line[len(line) - len(words) - 1]
        found[name] = parameter.read(words, before, layout)
    for word in words:
        raise word.error("the end of the line")
    return found
