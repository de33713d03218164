"""The base classes of a sudoku's constraints, and the table in which they are registered.

A constraint is a frozen value, and its class is the one place where the constraint is described:

=================================  ==================================================================
`word`, `about`, `example`         its name in a text, its rule in one line, a line for a 9x9 board
`parameters`                       its fields, in the order of the words in its line
`broken`                           the check: a message about what is wrong with digits, or None
`model`                            the same rule in the constraint language, for the encoders
`look`                             its appearance, as data
=================================  ==================================================================

The check and the model are two formulations: neither calls the other, so that the check
finds errors in the model. If both would be the same predicate it is written once, in `holds`, and the tests
compare it with another one.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from inspect import isabstract
from itertools import chain, pairwise
from typing import ClassVar, Self, TypeVar, dataclass_transform

from .... import primitives
from ....base.errors import PluginError
from ....base.registry import Registry
from ....base.wording import similar
from ....primitives.models import Rule
from ....problems.grid import Cell, Held, cell_name, repeated_digits
from ....problems.layout import Layout, line_from
from ....problems.problem import Violation
from ....problems.text import LineReader, Token
from .look import Caption, Look
from .parameters import Cells, Parameters, read_all

EMPTY = ("." * 9 + "\n") * 9
"""A 9x9 board."""
CellPair = tuple[Cell, Cell]
Primitives = Iterator[primitives.Primitive | Rule]
"""What a model yields: primitives, or rules with labels of their own."""


class Constraint(ABC):
    """The base class of all constraints."""

    word: ClassVar[str]
    """The first word of its line: lower-case letters, and hyphens between them."""
    about: ClassVar[str]
    """The rule in one line."""
    parameters: ClassVar[Parameters] = {}
    """Its fields, in the order of the words in its line."""
    example: ClassVar[str]
    """A line of it, for a 9x9 board; by default its word alone."""
    headings: ClassVar[str] = ""
    """The lines above the board of the example, if it is not a usual one."""
    noun: ClassVar[str] = ""
    """Its readable name, if that is not its word."""
    on_board: ClassVar[bool] = False
    """Whether the positions of its cells matter, so that they cannot be hidden cells."""

    @property
    def look(self) -> Look:
        """Its appearance; by default its text below the board."""
        return (Caption(),)

    @property
    def label(self) -> str:
        """Its readable name: its noun, values and place, such as ``cage 12 at r1c1``."""
        values = (one.words(getattr(self, name)) for name, one in self.parameters.items() if not one.is_place)
        noun = self.noun or self.word.replace("-", " ")
        return " ".join(filter(None, [noun, *chain.from_iterable(values), self.place]))

    @property
    def place(self) -> str:
        return ""

    @classmethod
    def usage(cls) -> str:
        return " ".join([cls.word, *(parameter.usage for parameter in cls.parameters.values())])

    @classmethod
    def example_text(cls) -> str:
        """An empty 9x9 board with the example."""
        return f"{cls.headings}{EMPTY}{cls.example}\n"

    @classmethod
    def read(cls, tokens: list[Token], reader: LineReader, layout: Layout) -> Self:
        """Read it from the words of a line; `reader` has the lines below.

        Raise `ParseError` if the line is malformed, or if such a board cannot have the constraint.
        """
        return cls(**read_all(cls.parameters, tokens, layout)).checked(tokens[0], layout)

    def lines(self) -> tuple[str, ...]:
        words = (one.words(getattr(self, name)) for name, one in self.parameters.items())
        return (" ".join([self.word, *chain.from_iterable(words)]),)

    def primitives(self, layout: Layout) -> list[primitives.Primitive]:
        return [rule.primitive for rule in self.rules(layout)]

    def fault(self, layout: Layout) -> str | None:
        layout = layout._replace(hidden=0) if self.on_board else layout
        faults = (one.fault(getattr(self, name), layout) for name, one in self.parameters.items())
        found = next(filter(None, faults), None) or self.unfit(layout)
        return found and f"{self.word}: {found}"

    def unfit(self, layout: Layout) -> str | None:
        """Why a board cannot have it although each parameter is valid, or None."""
        return None

    def checked(
        self, word: Token, layout: Layout, expected: str = "a constraint that fits this board"
    ) -> Self:
        """The constraint; raise `ParseError` at a word if such a board cannot have it."""
        if fault := self.fault(layout):
            raise word.error(expected, fault)
        return self

    def among(self, others: Sequence[Constraint]) -> Constraint:
        """Its meaning in a puzzle with these other constraints."""
        return self

    def caption(self) -> str:
        """Its lines, with what they mean if they name no place on the board."""
        lines = self.lines()
        if len(lines) == 1 and not any(parameter.is_place for parameter in self.parameters.values()):
            return f"{lines[0]}: {self.about}"
        return "; ".join(lines)

    def hidden_cells(self, layout: Layout) -> tuple[Cell, ...]:
        """Cells of its model that are not on the board: it holds if there are digits for them."""
        return ()

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """Its cells, in the order in which `broken` takes their digits."""
        groups: tuple[tuple[Cell, ...], ...] = getattr(self, "groups", ()) or (getattr(self, "cells", ()),)
        return tuple(chain.from_iterable(groups))

    @abstractmethod
    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """What is wrong with these digits of its cells, in words, or None."""

    @abstractmethod
    def model(self, layout: Layout) -> Primitives:
        """Primitives that hold together if and only if `broken` returns None."""

    def rules(self, layout: Layout) -> Iterator[Rule]:
        """The model, each primitive with a label: that of the constraint if it has no other."""
        for one in self.model(layout):
            yield one if isinstance(one, Rule) else Rule(self.label, one)

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """What is wrong with the digits of a board, ignoring its blank cells."""
        cells = self.scope(layout)
        if not all(cell in held for cell in cells):
            return []
        why = self.broken(tuple(held[cell] for cell in cells), layout)
        if why is None:
            return []
        return [Violation(f"{self.label}: {why}", tuple(dict.fromkeys(cells)), self.label)]


class Placed(Constraint):
    """A constraint that is checked place by place, also where cells are blank."""

    @abstractmethod
    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        """A violation for each place where it is broken."""

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        return list(self.breaks(held, layout))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        found = self.breaks(dict(zip(self.scope(layout), digits, strict=True)), layout)
        return next(map(str, found), None)


@dataclass(frozen=True)
class Line(Constraint):
    """Cells in an order."""

    cells: tuple[Cell, ...]

    parameters = {"cells": Cells(2)}

    @property
    def place(self) -> str:
        return f"from {cell_name(self.cells[0])} to {cell_name(self.cells[-1])}"


class Path(Line):
    """A line that is named by the cell where it begins."""

    @property
    def place(self) -> str:
        return f"from {cell_name(self.cells[0])}"


@dataclass(frozen=True)
class Group(Constraint):
    """Cells in any order, stored in reading order."""

    cells: tuple[Cell, ...]

    parameters = {"cells": Cells()}

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))

    @property
    def place(self) -> str:
        return f"at {cell_name(self.cells[0])}"


@dataclass(frozen=True)
class Groups(Constraint):
    """Several groups of cells."""

    groups: tuple[tuple[Cell, ...], ...]

    @property
    def place(self) -> str:
        return f"at {cell_name(self.groups[0][0])}"


_BESIDE = {"left": "left of row", "right": "right of row", "top": "above column", "bottom": "below column"}


@dataclass(frozen=True)
class Clue(Constraint):
    """A clue beside a row or column."""

    side: tuple[str, int]

    @property
    def place(self) -> str:
        where, at = self.side
        return f"{_BESIDE[where]} {at + 1}"

    @property
    def number(self) -> int:
        found: int = getattr(self, next(iter(self.parameters)))
        return found

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        return line_from(self.side, layout)


class Everywhere(Placed):
    """A rule of the whole board."""

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        return tuple(layout.cells())


class Relation(Constraint):
    """A relation between the digits of pairs of cells, in `holds`."""

    @abstractmethod
    def pairs(self, layout: Layout) -> Iterator[CellPair]:
        pass

    @abstractmethod
    def holds(self, one: int, two: int) -> bool:
        pass

    @abstractmethod
    def wrong(self, one: int, two: int) -> str:
        """What is wrong with two digits that do not have the relation."""

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        held = dict(zip(self.scope(layout), digits, strict=True))
        pairs = ((held[a], held[b]) for a, b in self.pairs(layout))
        return next((self.wrong(a, b) for a, b in pairs if not self.holds(a, b)), None)

    def model(self, layout: Layout) -> Primitives:
        """One relation of all pairs."""
        yield primitives.Binary(tuple(self.pairs(layout)), self.holds)

    def signs(self, layout: Layout) -> Iterator[CellPair]:
        """The pairs of cells with the higher digit first, if the relation determines it."""
        return ((a, b) if self.holds(1, 0) else (b, a) for a, b in self.pairs(layout))


T = TypeVar("T", bound=Constraint)
_REGISTRY = Registry[type[Constraint]](
    "coversat.constraints", type, "a constraint called {name!r}", lambda word, found: _accept(word, found)
)
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*", re.ASCII)


@dataclass_transform(frozen_default=True)
def register_constraint(constraint: type[T]) -> type[T]:
    """Add a class of constraints to those that are read, listed and drawn; usable as a decorator.

    The class becomes a frozen dataclass if it is not one.

    Raise `ValueError` if it is not a concrete class of constraints, has no proper word, or has the word of
    another constraint.
    """
    if not issubclass(constraint, Constraint) or isabstract(constraint):
        raise ValueError(f"{constraint.__qualname__} is not a class of constraints with a check and a model")
    word = getattr(constraint, "word", "")
    if not _WORD.fullmatch(word):
        raise ValueError(f"a constraint called {word!r}; its word has lower-case letters and hyphens")
    if "__dataclass_params__" not in vars(constraint):
        constraint = dataclass(frozen=True)(constraint)
    if not hasattr(constraint, "example"):
        constraint.example = word
    _REGISTRY.register(word, constraint)
    return constraint


def _accept(word: str, found: type[Constraint]) -> None:
    if getattr(found, "word", "") != word:
        raise PluginError(f"the constraint {word!r} of {found.__module__} has another word")
    register_constraint(found)


def is_constraint(word: str) -> bool:
    """Whether a line with this first word states a constraint."""
    return word in _REGISTRY.registered() or (_WORD.fullmatch(word) is not None and _REGISTRY.load(word))


def constraint_of(word: str) -> type[Constraint]:
    """The class of the constraint with this word. Raise `KeyError` if there is none."""
    is_constraint(word)
    return _REGISTRY.registered()[word]


def all_constraints() -> list[type[Constraint]]:
    """Every class of constraints, in the order of their words, those of installed packages included."""
    _REGISTRY.load()
    return [found for _, found in sorted(_REGISTRY.registered().items())]


def words() -> tuple[str, ...]:
    """The words of all constraints, in order."""
    return tuple(one.word for one in all_constraints())


OF_SETTERS = {
    word: ours.split()
    for ours, theirs in (
        ("difference ratio", "kropki dot dots"),
        ("difference", "white white-dot kropki-white consecutive"),
        ("ratio", "black black-dot kropki-black"),
        ("xv", "x v roman"),
        ("cage", "killer killer-cage"),
        ("whisper", "german german-whisper german-whispers dutch-whispers whispers"),
        ("anti-knight", "antiknight knight"),
        ("anti-king", "antiking king"),
        ("all-different", "extra-region extra"),
        ("thermo", "thermometer bulb"),
        ("anti-consecutive", "nonconsecutive non-consecutive"),
        ("regions", "jigsaw irregular region"),
        ("odd", "circle circles"),
        ("even", "square squares"),
    )
    for word in theirs.split()
}
"""What setters call constraints."""


def near_words(words: Sequence[str]) -> list[str]:
    """The words of at most three constraints that may be meant by the first words of a line."""
    first = words[0].lower().replace("_", "-")
    for word in ("-".join([first, *words[1:2]]).lower(), first):
        if word in OF_SETTERS or is_constraint(word):
            return OF_SETTERS.get(word, [word])
    return similar(first, sorted(_REGISTRY.registered()))


def how_to_write(words: Sequence[str]) -> str:
    """How lines of these constraints are written, with an example of each that is one line."""
    found = ((one.usage(), one.example) for one in map(constraint_of, words))
    return "; ".join(
        f"a line {line!r}" if usage == line else usage if "\n" in line else f"{usage}, such as {line!r}"
        for usage, line in found
    )


def item_name(word: str, cells: Sequence[Cell]) -> str:
    """``cage12@r1c1+r1c2``."""
    return f"{word}@{'+'.join(map(cell_name, cells))}"


def next_to_itself(cells: Sequence[Cell]) -> str | None:
    """A message if a cell of a line follows itself, or None."""
    return "a cell next to itself" if any(a == b for a, b in pairwise(cells)) else None


def twice(digits: Sequence[int]) -> str | None:
    """A message if a digit occurs twice, or None."""
    return None if len(set(digits)) == len(digits) else "a digit appears in it twice"


def repeated(held: Held, cells: Sequence[Cell], name: str, label: str = "") -> list[Violation]:
    """A violation for each digit that is twice in these cells; the label of the rule is `name` by default."""
    return repeated_digits(cells, list(map(held.get, cells)), name, label)
