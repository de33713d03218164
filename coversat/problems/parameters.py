"""What the words of a constraint's line mean: each parameter reads its words, writes them and judges them."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..kinds.sudoku.layout import Layout
from .grid import Cell, cell_name
from .iss import GROUPS, iss_cell
from .text import Token

_CELL = re.compile(r"r([0-9]{1,2})c([0-9]{1,2})", re.ASCII | re.IGNORECASE)
BETWEEN = "/"
"""Stands between groups of cells."""

Words = list[Token]
"""The words of a line that are not yet read: the first are next."""


class Parameter(ABC):
    """What all offer; the value of a parameter is hashable."""

    @property
    @abstractmethod
    def usage(self) -> str:
        """What people write for it: ``CELLS``."""

    @abstractmethod
    def read(self, words: Words, before: Token, layout: Layout) -> Any:
        """Its value, from the first of the words, which it takes away; `before` is the word before them."""

    @abstractmethod
    def words(self, content: Any) -> Iterator[str]:
        """What `read` reads."""

    def iss(self, content: Any) -> Iterator[str]:
        """The arguments that tell it to Interactive Sudoku Solver."""
        return self.words(content)

    @abstractmethod
    def fault(self, content: Any, layout: Layout) -> str | None:
        """Why a board cannot have it, or None."""


Parameters = Mapping[str, Parameter]
"""By the fields of a constraint, in the order of the words."""


def cell_of(word: Token, layout: Layout) -> Cell:
    """The cell that a word names."""
    found = _CELL.fullmatch(word.text)
    cell = (int(found[1]) - 1, int(found[2]) - 1) if found else (-1, -1)
    if not layout.has(cell):
        raise word.error(f"a cell, from r1c1 to r{layout.rows}c{layout.columns}")
    return cell


def names_cell(word: Token) -> bool:
    """Whether a word has the form of a cell's name."""
    return _CELL.fullmatch(word.text) is not None


def missing(before: Token, expected: str) -> Any:
    """Say that the line ends too early."""
    raise before.part(len(before.text)).error(expected, "the end of the line")


@dataclass(frozen=True)
class Cells(Parameter):
    """Cells in order, each once.

    Attributes
    ----------
    least : int
    most : int or None
        None where only the board bounds them.
    repeated : bool
        Whether a cell may be named again, as on a line that crosses itself.
    """

    least: int = 1
    most: int | None = None
    repeated: bool = False

    @property
    def usage(self) -> str:
        """``CELL`` for one, ``CELL CELL`` for two, otherwise ``CELLS``."""
        return " ".join(["CELL"] * self.least) if self.least == self.most else "CELLS"

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[Cell, ...]:
        """All that follow, or as many as there may be."""
        found: list[Cell] = []
        while words and words[0].text != BETWEEN and len(found) != self.most:
            cell = cell_of(words[0], layout)
            if cell in found and not self.repeated:
                raise words[0].error(f"another cell, from r1c1 to r{layout.rows}c{layout.columns}")
            found.append(cell)
            before = words.pop(0)
        if len(found) < self.least:
            missing(before, f"at least {self.least} cells" if self.least > 1 else "a cell")
        return tuple(found)

    def words(self, content: tuple[Cell, ...]) -> Iterator[str]:
        """A name for each."""
        return map(cell_name, content)

    def iss(self, content: tuple[Cell, ...]) -> Iterator[str]:
        """The same with its names."""
        return map(iss_cell, content)

    def fault(self, content: tuple[Cell, ...], layout: Layout) -> str | None:
        """Too few, too many, one twice, or one off the board."""
        if not all(map(layout.has, content)):
            return "a cell off the board"
        if not self.repeated and len(set(content)) < len(content):
            return "a cell twice"
        if len(content) < self.least or (self.most is not None and len(content) > self.most):
            most = f" to {self.most}" if self.most != self.least else ""
            return f"{len(content)} cells, not {self.least}{most if self.most else ' or more'}"
        return None


@dataclass(frozen=True)
class CellGroups(Parameter):
    """Several groups of cells, with a stroke between them."""

    least: int = 2
    equal: bool = False
    """Whether all have as many cells."""

    @property
    def usage(self) -> str:
        """``CELLS / CELLS ...``."""
        return f"CELLS {BETWEEN} CELLS ..."

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[tuple[Cell, ...], ...]:
        """All that follow."""
        found: list[tuple[Cell, ...]] = []
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

    def words(self, content: tuple[tuple[Cell, ...], ...]) -> Iterator[str]:
        """The cells of each, strokes between."""
        for number, group in enumerate(content):
            if number:
                yield BETWEEN
            yield from map(cell_name, group)

    def iss(self, content: tuple[tuple[Cell, ...], ...]) -> Iterator[str]:
        """The same with its names and its sign between groups."""
        for number, group in enumerate(content):
            if number:
                yield GROUPS
            yield from map(iss_cell, group)

    def fault(self, content: tuple[tuple[Cell, ...], ...], layout: Layout) -> str | None:
        """A faulty group, too few, or of different sizes."""
        for group in content:
            if fault := Cells().fault(group, layout):
                return fault
        if len(content) < self.least:
            return f"{len(content)} groups of cells, not {self.least} or more"
        if self.equal and len(set(map(len, content))) > 1:
            return "groups of different sizes"
        return None


@dataclass(frozen=True)
class Number(Parameter):
    """A number; without a default it must stand in the line."""

    name: str
    least: int
    most: int
    optional: bool = False
    default: int | None = None
    """What is meant where an optional number is left out."""

    @property
    def usage(self) -> str:
        """``SUM``, ``[SUM]``."""
        return f"[{self.name.upper()}]" if self.optional else self.name.upper()

    def read(self, words: Words, before: Token, layout: Layout) -> int | None:
        """The next word; where that is a cell, nothing if it may."""
        if self.optional and (not words or names_cell(words[0])):
            return self.default
        if not words:
            missing(before, f"the {self.name}")
        return words.pop(0).integer(self.least, self.most, f"the {self.name}")

    def words(self, content: int | None) -> Iterator[str]:
        """The number, unless it is what is meant anyway."""
        if not self.optional or content != self.default:
            yield str(content)

    def iss(self, content: int | None) -> Iterator[str]:
        """The number, whatever is meant anyway."""
        if content is not None:
            yield str(content)

    def fault(self, content: int | None, layout: Layout) -> str | None:
        """Out of bounds."""
        if content is None and self.optional and self.default is None:
            return None
        if content is None or not self.least <= content <= self.most:
            return f"a {self.name} of {content}, not {self.least} to {self.most}"
        return None


@dataclass(frozen=True)
class Digits(Parameter):
    """Digits of the board, in increasing order: ``1 2 5``."""

    name: str = "digits"
    repeated: bool = False
    most: int | None = None

    @property
    def usage(self) -> str:
        """``DIGITS``."""
        return self.name.upper()

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[int, ...]:
        """All words up to a cell."""
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
        """Each by itself."""
        return map(str, content)

    def iss(self, content: tuple[int, ...]) -> Iterator[str]:
        """All in one list."""
        yield "_".join(map(str, content))

    def fault(self, content: tuple[int, ...], layout: Layout) -> str | None:
        """None, one twice, or no digit of the board."""
        if not content or not set(content) <= set(layout.digits):
            return f"digits other than {layout.lowest} to {layout.highest}"
        if (not self.repeated and len(set(content)) < len(content)) or len(content) > (self.most or 99):
            return "a digit too many"
        return None


@dataclass(frozen=True)
class Choice(Parameter):
    """One of a few words."""

    options: tuple[str, ...]

    @property
    def usage(self) -> str:
        """``up|down``."""
        return "|".join(self.options)

    def read(self, words: Words, before: Token, layout: Layout) -> str:
        """The next word."""
        expected = " or ".join(f"'{before.text} {option}'" for option in self.options)
        if not words:
            raise before.error(expected)
        if words[0].text not in self.options:
            raise words[0].error(expected)
        return words.pop(0).text

    def words(self, content: str) -> Iterator[str]:
        """The word."""
        yield content

    def fault(self, content: str, layout: Layout) -> str | None:
        """Another word."""
        return None if content in self.options else f"{content!r}, not {self.usage}"


@dataclass(frozen=True)
class Flag(Parameter):
    """A word that may stand there, or not."""

    word: str

    @property
    def usage(self) -> str:
        """``[shared]``."""
        return f"[{self.word}]"

    def read(self, words: Words, before: Token, layout: Layout) -> bool:
        """Whether it is the next word."""
        found = bool(words) and words[0].text == self.word
        if found:
            words.pop(0)
        return found

    def words(self, content: bool) -> Iterator[str]:
        """The word, or nothing."""
        if content:
            yield self.word

    def fault(self, content: bool, layout: Layout) -> str | None:
        """It is always fine."""


SIDES = ("left", "right", "top", "bottom")


@dataclass(frozen=True)
class Side(Parameter):
    """Where a clue stands beside the board, and so which line it speaks of, and from which end: ``left 3``.

    The value is the side and the number of the row or column, from 0.
    """

    sides: tuple[str, ...] = SIDES

    @property
    def both_ends(self) -> bool:
        """Whether a line has clues at either end."""
        return "left" in self.sides and "right" in self.sides

    @property
    def usage(self) -> str:
        """``left|top N``."""
        return f"{'|'.join(self.sides)} N"

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[str, int]:
        """The next two words."""
        side = Choice(self.sides).read(words, before, layout)
        if not words:
            missing(before, "the number of the row or column")
        return side, words.pop(0).integer(1, self._most(side, layout), "the number of the row or column") - 1

    def _most(self, side: str, layout: Layout) -> int:
        return layout.rows if side in ("left", "right") else layout.columns

    def words(self, content: tuple[str, int]) -> Iterator[str]:
        """The side, and the number from 1."""
        yield content[0]
        yield str(content[1] + 1)

    def fault(self, content: tuple[str, int], layout: Layout) -> str | None:
        """No such side, or no such line."""
        side, at = content
        if side not in self.sides:
            return f"{side!r}, not {'|'.join(self.sides)}"
        return None if 0 <= at < self._most(side, layout) else f"no row or column {at + 1}"


def line_from(side: tuple[str, int], layout: Layout) -> tuple[Cell, ...]:
    """The cells of a row or column, seen from where a clue stands."""
    where, at = side
    if where in ("left", "right"):
        cells = [(at, c) for c in range(layout.columns)]
    else:
        cells = [(r, at) for r in range(layout.rows)]
    return tuple(cells if where in ("left", "top") else reversed(cells))


def read_all(parameters: Parameters, line: Sequence[Token], layout: Layout) -> dict[str, Any]:
    """The value of each parameter, from the words of a line behind its first; none may be left over."""
    words, found = list(line[1:]), {}
    for name, parameter in parameters.items():
        before = line[len(line) - len(words) - 1]
        found[name] = parameter.read(words, before, layout)
    for word in words:
        raise word.error("the end of the line")
    return found
