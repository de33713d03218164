"""Zebra puzzles: houses in a row, in each of which something of each sort is, and clues in English.

The classic is of *Life International*, 17 December 1962; ZebraLogic is a set of them for language models.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Self

from ..base.errors import ArgumentError, ParseError
from ..primitives import AllDifferent, Binary, Count
from ..primitives.models import FORMULAS, Rule
from ..problems.elements import Lines, Values, element_form
from ..problems.graph import name_fault
from ..problems.problem import Form
from ..problems.text import LineReader, Token
from .graphs import ValuedProblem
from .zebra_clues import NUMBERS, Attribute, Clue, Lexicon, key_of, plain, words_of
from .zebra_tables import cells

MOST_HOUSES = 10
CLUES = "clues:"
"""The line between the attributes and the clues."""


@dataclass(frozen=True)
class Zebra(ValuedProblem):
    """Who lives in which house, by clues in English.

    Attributes
    ----------
    houses : int
    attributes : tuple of (name, things) pairs
        As many things as houses; each is in another house.
    clues : tuple of str
        See `zebra_clues`.

    Raise `ArgumentError` for a clue that is not understood.
    """

    houses: int
    attributes: tuple[Attribute, ...]
    clues: tuple[str, ...] = ()

    kind: ClassVar[str] = "zebra"
    place_words: ClassVar[str] = "things"
    heading: ClassVar[tuple[str, ...]] = ("houses",)
    body_words: ClassVar[str] = (
        "'pet: cat, dog, fish', another such line for each sort, 'clues:', and a clue a line"
    )
    encoding_names: ClassVar[tuple[str, ...]] = (*FORMULAS, "cover")

    def __post_init__(self) -> None:
        things = [thing for _, those in self.attributes for thing in those]
        if not 1 <= self.houses <= MOST_HOUSES or not things:
            raise ArgumentError(f"there are 1 to {MOST_HOUSES} houses, and at least one sort of things")
        for name, those in self.attributes:
            if len(those) != self.houses or len(set(those)) < self.houses:
                raise ArgumentError(f"{name!r} has {len(set(those))} things for {self.houses} houses")
        if fault := next(filter(None, map(name_fault, self.names)), None):
            raise ArgumentError(fault)
        try:
            self.meanings  # noqa: B018
        except ParseError as error:
            raise ArgumentError(f"a clue is not understood: {error.reason}") from None
        super().__post_init__()

    @cached_property
    def meanings(self) -> tuple[Clue, ...]:
        """What each clue says."""
        lexicon = Lexicon(self.houses, self.attributes)
        return tuple(map(lexicon.read, self.clues))

    # Elements

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The things; one that is in several attributes has the number of its attribute."""
        every = [
            (re.sub(r"\s+", "_", thing), at)
            for at, (_, those) in enumerate(self.attributes, 1)
            for thing in those
        ]
        times = Counter(name for name, _ in every)
        return tuple(name if times[name] == 1 else f"{name}.{at}" for name, at in every)

    def domain(self, at: int) -> Sequence[int]:
        return range(1, self.houses + 1)

    def read_value(self, token: Token) -> int:
        return token.integer(1, self.houses, "a house")

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        return f"{place} is {'' if holds else 'not '}in house {value}"

    def given_names(self) -> tuple[str, ...]:
        return self.clues

    def given_cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return tuple(tuple((0, thing) for thing in clue.things) for clue in self.meanings)

    def with_givens(self, keep: Collection[int]) -> Self:
        return replace(self, clues=tuple(clue for at, clue in enumerate(self.clues) if at in keep))

    # Rules

    def model(self) -> Iterator[Rule]:
        for at, (name, _) in enumerate(self.attributes):
            things = range(at * self.houses, (at + 1) * self.houses)
            yield Rule(
                f"another {name} in each house", AllDifferent(self.at(*things)), name=f"attribute{at + 1}"
            )
        for at, (text, clue) in enumerate(zip(self.clues, self.meanings, strict=True)):
            places = self.at(*clue.things)
            stated: Any = (
                Count(places, tuple(sorted(clue.allowed)), (1,))
                if len(places) == 1
                else Binary(((places[0], places[1]),), partial(_differ_by, clue.allowed))
            )
            yield Rule(text, stated, at, f"clue{at + 1}")

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        for at, (name, those) in enumerate(self.attributes):
            if len(set(values[at * self.houses : (at + 1) * self.houses])) < len(those):
                yield f"a house has two things of {name!r}"
        for text, (things, allowed) in zip(self.clues, self.meanings, strict=True):
            first, *last = (values[thing] for thing in things)
            if (last[0] - first if last else first) not in allowed:
                yield f"it is not so that: {text}"

    # Texts

    def body(self) -> Iterable[str]:
        for name, things in self.attributes:
            yield f"{name}: {', '.join(things)}"
        yield CLUES
        yield from self.clues

    def render(self, answer: Values | None = None) -> str:
        """A line for each sort, with the house of each thing."""
        if answer is None:
            return super().render()
        words = super().render(answer).split()
        lines = (words[at : at + self.houses] for at in range(0, len(words), self.houses))
        return "\n".join(map(" ".join, lines))

    def parse_answer(self, text: str) -> Values:
        """The house of each thing, also in a table; see `zebra_tables`."""
        last = [*cells(text)][-len(self.names) :]
        if not last:
            return super().parse_answer(text)
        table: dict[str, dict[str, int]] = {}
        for cell in last:
            table.setdefault(cell.sort, {})[key_of(cell.thing)] = cell.house
        by_things = {frozenset(houses): houses for houses in table.values()}
        held: list[int] = []
        for name, things in self.attributes:
            keys = [*map(key_of, things)]
            if len(by_things) < len(self.attributes) or frozenset(keys) not in by_things:
                raise ParseError(1, 1, f"expected a table with the house of each thing of {name!r}")
            held += map(by_things[frozenset(keys)].__getitem__, keys)
        return tuple(held)

    @classmethod
    def read_body(cls, lines: Lines, head: Mapping[str, int]) -> Self:
        attributes: list[Attribute] = []
        rest = [*lines]
        while rest and (found := _attribute(rest[0])) is not None:
            token = rest.pop(0)[0]
            if len(set(found[1])) != head["houses"] or len(found[1]) != head["houses"]:
                raise token.error(f"{head['houses']} things that differ", f"{len(set(found[1]))}")
            attributes.append(found)
        if not 1 <= head["houses"] <= MOST_HOUSES or not attributes:
            raise (rest or lines)[0][0].error(
                f"a sort of things for 1 to {MOST_HOUSES} houses, such as 'pet: cat, dog'"
            )
        if rest and _text(rest[0]).strip("#* ").casefold() == CLUES:
            rest.pop(0)
        lexicon, clues = Lexicon(head["houses"], attributes), []
        for line in rest:
            text, start = _clue(line)
            with _placed(start):
                lexicon.read(text)
            clues.append(text)
        return cls(head["houses"], tuple(attributes), tuple(clues))


def _differ_by(allowed: Collection[int], first: int, second: int) -> bool:
    return second - first in allowed


@contextmanager
def _placed(start: Token) -> Iterator[None]:
    """Give the errors of a piece of text their places in the whole."""
    try:
        yield
    except ParseError as error:
        raise ParseError(start.line, start.column + error.column - 1, error.reason) from None


def _text(line: Sequence[Token]) -> str:
    """A line as it is, without what is before its first word."""
    found = ""
    for token in line:
        found = found.ljust(token.column - line[0].column) + token.text
    return found


def _attribute(line: Sequence[Token]) -> Attribute | None:
    """The name and the things of ``pet: cat, dog``, which may be in backquotes; None for another line."""
    name, colon, things = _text(line).strip("-*• ").partition(":")
    if not colon or not things.strip() or "clues" in name.casefold():
        return None
    return name.strip(), tuple(thing.strip(" `'\"") for thing in things.rstrip(". ").split(","))


def _clue(line: Sequence[Token]) -> tuple[str, Token]:
    """The words of a clue without its number, and where they begin."""
    text = _text(line)
    before = re.match(r"(?:\d+[.)]\s*|[-*•]\s*)?", text)
    start = before.end() if before else 0
    return text[start:], Token(text[start:], line[0].line, line[0].column + start)


# A puzzle in words

_THERE_ARE = re.compile(r"\bthere are (\w+) (?:different )?houses\b", re.IGNORECASE)
_INTRODUCTION = """
    this is a logic puzzle there are different houses numbered number from to on the left right in
    as seen across street perspective of someone standing them each has have they person people
    characteristic occupied by unique attribute for following and live row with its own
""".split()
_QUESTIONS = ("what", "who", "which", "where", "question")


def _begins(text: str) -> bool:
    return _THERE_ARE.search(text[:400]) is not None


def _read(text: str) -> tuple[Zebra, ...]:
    """A puzzle as ZebraLogic and others write it: sentences, attributes, clues, and perhaps a question."""
    lines = list(LineReader(text))
    houses = None
    known = {*map(plain, _INTRODUCTION), *NUMBERS}
    while lines and _attribute(lines[0]) is None:
        line = _text(lines[0])
        with _placed(lines[0][0]):
            for token in words_of(line):
                if (word := plain(token.text)) not in known and not word.isdecimal():
                    raise token.error("'There are 5 houses' and the like, then 'pet: cat, dog'")
        if stated := _THERE_ARE.search(line):
            word = stated[1].casefold()
            houses = NUMBERS.get(word, int(word[:3]) if word.isdecimal() else 0)
        lines.pop(0)
    if houses is None or not lines:
        raise ParseError(1, 1, "expected 'There are 5 houses', then things, such as 'pet: cat, dog'")
    asked = (at for at, line in enumerate(lines) if plain(line[0].text).strip("#:") in _QUESTIONS)
    return (Zebra.read_body(lines[: next(asked, len(lines))], {"houses": houses}),)


Zebra.forms = (
    element_form(Zebra),
    Form(
        "words", "'There are 5 houses', attributes and clues as ZebraLogic writes them", _begins, _read, None
    ),
)
