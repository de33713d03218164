"""A rule that a setter draws on a sudoku: a value with its line of text and its judgement.

A constraint knows nothing of solving.  Its module in `constraints` says what people write and when digits
break it; the statement for the encoders, in `reductions.constraints`, is written apart from it, and tests
compare the two over all fillings of small boards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import ClassVar, Self

from ..kinds.sudoku.layout import Layout
from .grid import Cell, cell_name
from .iss import clue_args, clue_words, item_text, own_words
from .parameters import Parameters, Side, line_from, read_all
from .problem import Violation
from .text import LineReader, Token

Held = Mapping[Cell, int]
"""The digits of a board, in the cells that hold one."""


class Constraint(ABC):
    """The base of all; a constraint is a frozen value whose fields are its parameters."""

    word: ClassVar[str]
    """What its line begins with."""
    about: ClassVar[str]
    """The rule in one line."""
    parameters: ClassVar[Parameters] = {}
    """Its fields, in the order in which the words of its line tell them."""
    example: ClassVar[str]
    """A line of it, for a 9x9 board."""
    iss: ClassVar[str] = ""
    """What Interactive Sudoku Solver calls it, where it has it; the first of several names is written."""
    fpuzzles: ClassVar[str] = ""
    """The member of f-puzzles' JSON that states it, where there is one."""

    @classmethod
    def usage(cls) -> str:
        """What people write: ``cage [SUM] CELLS``."""
        return " ".join([cls.word, *(parameter.usage for parameter in cls.parameters.values())])

    @classmethod
    def read(cls, tokens: list[Token], reader: LineReader, layout: Layout) -> Self:
        """The constraint that a line states; `reader` has the lines below it.

        Raises
        ------
        ParseError
            For what is not understood, and for what a board like this cannot have.
        """
        found = cls(**read_all(cls.parameters, tokens, layout))
        if fault := found.fault(layout):
            raise tokens[0].error("another constraint", fault)
        return found

    def lines(self) -> tuple[str, ...]:
        """Its text; the first word of the first line says which constraint it is."""
        told = (one.words(getattr(self, name)) for name, one in self.parameters.items())
        return (" ".join([self.word, *chain.from_iterable(told)]),)

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """What an item of Interactive Sudoku Solver states: mostly one, told in the order of its words."""
        told = [name._replace(text=cls.word), *own_words(args, layout)]
        yield cls.read(told, LineReader(""), layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """Its items there; none where it cannot be stated."""
        if self.iss:
            told = (one.iss(getattr(self, name)) for name, one in self.parameters.items())
            yield item_text(self.iss.split()[0], *chain.from_iterable(told))

    def fault(self, layout: Layout) -> str | None:
        """Why a board cannot have it, or None."""
        faults = (one.fault(getattr(self, name), layout) for name, one in self.parameters.items())
        found = next(filter(None, faults), None) or self.unfit(layout)
        return found and f"{self.word}: {found}"

    def unfit(self, layout: Layout) -> str | None:
        """What else stands in the way, each parameter by itself being right."""
        return None

    def among(self, others: Sequence[Constraint]) -> Constraint:
        """The same in a puzzle that has these others."""
        return self

    def caption(self) -> str:
        """What stands below a picture that has no place for it."""
        return "; ".join(self.lines())

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """The cells that are judged, in the order in which `broken` takes their digits."""
        found: tuple[Cell, ...] = getattr(self, "cells", ())
        return found

    @abstractmethod
    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """What is wrong with these digits of its cells, as a person would say it; None where nothing is."""

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """What digits break of it, whatever cells that hold none will hold."""
        cells = self.scope(layout)
        if not all(cell in held for cell in cells):
            return []
        why = self.broken(tuple(held[cell] for cell in cells), layout)
        if why is None:
            return []
        return [Violation(f"{self.label(layout)}: {why}", tuple(dict.fromkeys(cells)))]

    def label(self, layout: Layout) -> str:
        """What tells it from others of its word: ``cage on r1c1``."""
        cells = self.scope(layout)
        return f"{self.word} on {cell_name(cells[0])}" if cells else self.word


class GroupConstraint(Constraint):
    """One of cells in any order; its field `cells` has them in reading order."""

    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))


class LineConstraint(Constraint):
    """One whose clue stands beside a row or column: its field `side`."""

    side: tuple[str, int]

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """The clues at the ends of a row or column."""
        for words in clue_words(args):
            yield cls.read([name._replace(text=cls.word), *words], LineReader(""), layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The line, and the clue in its place."""
        told: list[str] = []
        for name, one in self.parameters.items():
            content = getattr(self, name)
            told = (
                clue_args(content, told[0], one.both_ends) if isinstance(one, Side) else [*one.iss(content)]
            )
        yield item_text(self.iss, *told)

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """The cells of the line, as they are seen from the clue."""
        return line_from(self.side, layout)


class EverywhereConstraint(Constraint):
    """One that is told of the whole board and judged place by place; it has no parameters."""

    @abstractmethod
    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """What digits break of it anywhere."""

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Of a board row by row, the first."""
        found = self.violations(dict(zip(layout.cells(), digits, strict=True)), layout)
        return str(found[0]) if found else None

    def label(self, layout: Layout) -> str:
        """Its word."""
        return self.word

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """Every cell."""
        return tuple(layout.cells())


def repeated(held: Held, cells: tuple[Cell, ...], name: str) -> list[Violation]:
    """One violation for each digit that stands twice among `cells`."""
    seen: dict[int, Cell] = {}
    found = []
    for cell in cells:
        digit = held.get(cell)
        if digit is None:
            continue
        if digit in seen:
            places = f"{cell_name(seen[digit])} and {cell_name(cell)}"
            found.append(Violation(f"{digit} stands twice in {name}: {places}", (seen[digit], cell)))
        seen[digit] = cell
    return found


def equal_pairs(held: Held, name: str, apart: Callable[[int, int], bool]) -> list[Violation]:
    """Equal digits whose distances in rows and in columns are such as `apart` says."""
    found = []
    places: dict[int, list[Cell]] = {}
    for (r, c), digit in sorted(held.items()):
        for other in places.get(digit, ()):
            if apart(r - other[0], abs(c - other[1])):
                text = f"{digit} stands on {cell_name(other)} and {cell_name((r, c))}, {name} apart"
                found.append(Violation(text, (other, (r, c))))
        places.setdefault(digit, []).append((r, c))
    return found
