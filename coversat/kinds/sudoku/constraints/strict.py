"""Rules of borders without a mark: all dots or letters are given."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from ....problems.grid import Cell, Held, cell_name
from ....problems.layout import Layout, borders
from ....problems.problem import Violation
from ....problems.text import Token
from .base import CellPair, Constraint, Everywhere, Relation
from .marks import LETTERS, Mark
from .parameters import BETWEEN, CellGroups, Digits, Words


class ExceptedPairs(CellGroups):
    """Pairs of cells with a common border, with a slash between them; none if they are left out."""

    usage = f"[CELL CELL {BETWEEN} ...]"

    least: int = 1

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[CellPair, ...]:
        if not words:
            return ()
        first = words[0]
        found = super().read(words, before, layout)
        if fault := self.fault(found, layout):
            raise first.error("pairs of cells beside each other", fault)
        return found  # type: ignore[return-value]

    def fault(self, content: tuple[tuple[Cell, ...], ...], layout: Layout) -> str | None:
        if content and (fault := super().fault(content, layout)):
            return fault
        for pair in content:
            if len(pair) != 2 or abs(pair[0][0] - pair[1][0]) + abs(pair[0][1] - pair[1][1]) != 1:
                return f"{' '.join(map(cell_name, pair))}, which are not two such cells"
        return None


class RelationEverywhere(Everywhere, Relation):
    """A relation of all pairs of cells of a sort."""

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        for pair in self.pairs(layout):
            if all(cell in held for cell in pair):
                one, two = (held[cell] for cell in pair)
                if not self.holds(one, two):
                    names = " and ".join(map(cell_name, pair))
                    text = f"{one} and {two} on {names} {self.wrong(one, two)}"
                    yield Violation(text, pair, self.label)


class Strict(RelationEverywhere):
    """All marks are given: without a mark, two digits do not have its relation.

    The borders of the pairs in `excepted` are excepted. A puzzle adds those of its marks, so that the
    constraint means the same without them.
    """

    marks: ClassVar[tuple[str, ...]]
    """The words of the marks that are exceptions."""

    excepted: tuple[CellPair, ...]

    def __post_init__(self) -> None:
        pairs = {tuple(sorted(pair)) for pair in self.excepted}
        object.__setattr__(self, "excepted", tuple(sorted(pairs)))

    def among(self, others: Sequence[Constraint]) -> Self:
        marked = (one.cells for one in others if isinstance(one, Mark) and one.word in self.marks)
        return replace(self, excepted=(*self.excepted, *marked))  # type: ignore[type-var]

    def caption(self) -> str:
        """Without the exceptions: the marks are in the picture."""
        line = replace(self, excepted=()).lines()[0]  # type: ignore[type-var]
        return f"{line}: {self.about}"

    @abstractmethod
    def marked(self, one: int, two: int) -> str | None:
        """The meaning of a mark between two digits, or None."""

    def pairs(self, layout: Layout) -> Iterator[CellPair]:
        excepted = set(self.excepted)
        return (pair for pair in borders(layout) if pair not in excepted)

    def holds(self, one: int, two: int) -> bool:
        return self.marked(one, two) is None

    def wrong(self, one: int, two: int) -> str:
        return f"{self.marked(one, two)}, without a mark"


@dataclass(frozen=True)
class StrictDifference(Strict):
    """A white dot with another number, and a black one, are marks too."""

    numbers: tuple[int, ...]
    excepted: tuple[CellPair, ...] = ()

    word = "strict-difference"
    about = "digits beside each other without a dot between differ by none of the numbers"
    parameters = {"numbers": Digits("numbers"), "excepted": ExceptedPairs()}
    example = "strict-difference 1"
    marks = ("difference", "ratio")

    def marked(self, one: int, two: int) -> str | None:
        return f"differ by {abs(one - two)}" if abs(one - two) in self.numbers else None


@dataclass(frozen=True)
class StrictKropki(Strict):
    """All dots are given."""

    excepted: tuple[CellPair, ...] = ()

    word = "strict-kropki"
    about = "digits beside each other without a dot are not consecutive, nor 1 to 2"
    parameters = {"excepted": ExceptedPairs()}
    marks = ("difference", "ratio")

    def marked(self, one: int, two: int) -> str | None:
        if abs(one - two) == 1:
            return "are consecutive"
        return "are 2 to 1" if max(one, two) == 2 * min(one, two) else None


@dataclass(frozen=True)
class StrictRatio(Strict):
    """A black dot with another number, and a white one, are marks too."""

    numbers: tuple[int, ...]
    excepted: tuple[CellPair, ...] = ()

    word = "strict-ratio"
    about = "no digit is one of the numbers times one beside it without a dot on their border"
    parameters = {"numbers": Digits("numbers"), "excepted": ExceptedPairs()}
    example = "strict-ratio 2"
    marks = ("difference", "ratio")

    def marked(self, one: int, two: int) -> str | None:
        low, high = sorted((one, two))
        found = next((number for number in self.numbers if low * number == high), None)
        return None if found is None else f"are {found} to 1"


@dataclass(frozen=True)
class StrictXv(Strict):
    """All letters are given."""

    excepted: tuple[CellPair, ...] = ()

    word = "strict-xv"
    about = "digits beside each other without an x or v between do not add up to 10 or 5"
    parameters = {"excepted": ExceptedPairs()}
    marks = ("xv",)

    def marked(self, one: int, two: int) -> str | None:
        return f"add up to {one + two}" if one + two in LETTERS.values() else None


class AntiConsecutive(RelationEverywhere):
    """It also holds at marks."""

    word = "anti-consecutive"
    about = "no two cells beside each other hold consecutive digits"

    def pairs(self, layout: Layout) -> Iterator[CellPair]:
        return borders(layout)

    def holds(self, one: int, two: int) -> bool:
        return abs(one - two) != 1

    def wrong(self, one: int, two: int) -> str:
        return "are consecutive"
