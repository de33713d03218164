"""Reading and checking the constraints of a puzzle, and blocks of constraints: ``or`` and ``and``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import chain
from typing import Any, Self

from .... import language
from ....problems.grid import Cell
from ....problems.layout import Layout
from ....problems.problem import Violation
from ....problems.text import LineReader, Token
from .base import Constraint, Held, Primitives, constraint_of, is_constraint, near_words, register_constraint
from .iss import item_text
from .look import Caption, Look, Parts

END = "end"
_DEEPEST = 20

IsAnother = Callable[[list[Token]], bool]


def read_one(tokens: list[Token], reader: LineReader, layout: Layout, otherwise: str) -> Constraint:
    """The constraint in a line; errors list the valid words."""
    word = tokens[0].text
    if not is_constraint(word):
        near = near_words(word)
        perhaps = f" (perhaps {' or '.join(near)})" if near else " such as cage or thermo"
        raise tokens[0].error(f"{otherwise}, or a constraint{perhaps}")
    return constraint_of(word).read(tokens, reader, layout)


def read_constraints(
    reader: LineReader, layout: Layout, place: str, is_another: IsAnother
) -> tuple[Constraint, ...]:
    """The constraints that the rest of a text states, or in its lines before another board.

    A line of a constraint may have as many numbers as a row of a board.
    """
    found: list[Constraint] = []
    layout = _with_regions(copy(reader), layout, is_another)
    while (tokens := reader.peek()) and (is_constraint(tokens[0].text) or not is_another(tokens)):
        reader.line("a constraint")
        if tokens[0].text == "regions" and any(earlier.word == "regions" for earlier in found):
            raise tokens[0].error("one set of regions")
        found.append(read_one(tokens, reader, layout, f"the end of the text {place}"))
    return tuple(found)


def _with_regions(reader: LineReader, layout: Layout, is_another: IsAnother) -> Layout:
    """The board with the regions that a text states anywhere, since other constraints may depend on them."""
    while (tokens := reader.peek()) and (is_constraint(tokens[0].text) or not is_another(tokens)):
        reader.line("a constraint")
        if tokens[0].text == "regions":
            found: Any = constraint_of("regions").read(tokens, reader, layout)
            return replace(layout, labels=found.labels)
    return layout


def sound(constraints: Sequence[Constraint], layout: Layout) -> tuple[Constraint, ...]:
    """The constraints of a puzzle without repetitions, in canonical order, so that equal puzzles are equal
    values.

    Raise `ValueError` for a constraint that such a board cannot have, or two sets of regions.
    """
    different = dict.fromkeys(one.among(constraints) for one in constraints)
    if [constraint.word for constraint in different].count("regions") > 1:
        raise ValueError("more than one set of regions")
    for constraint in different:
        if fault := constraint.fault(layout):
            raise ValueError(fault)
    return tuple(sorted(different, key=lambda constraint: constraint.lines()))


class Block(Constraint):
    """A block that holds other constraints as its `parts`: a word, their lines, and ``end``."""

    parts: tuple[Constraint, ...]

    @classmethod
    def usage(cls) -> str:
        return f"{cls.word} / CONSTRAINT / CONSTRAINT ... / {END}"

    @classmethod
    def read(cls, tokens: list[Token], reader: LineReader, layout: Layout) -> Self:
        expected, parts = f"a constraint, or '{END}'", []
        _alone(tokens)
        if reader.inside == _DEEPEST:
            raise tokens[0].error(f"blocks of at most {_DEEPEST} inside each other")
        reader.inside += 1
        while (line := reader.line(expected))[0].text != END:
            parts.append(read_one(line, reader, layout, f"'{END}'"))
        reader.inside -= 1
        _alone(line)
        found = cls(tuple(parts))  # type: ignore[call-arg]
        if fault := found.fault(layout):
            raise tokens[0].error("another constraint", fault)
        return found

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """One item that holds those of its parts, if all have any."""
        texts = [list(part.to_iss(layout)) for part in self.parts]
        if all(texts):
            inside = (one[0] if len(one) == 1 else item_text("And", inside=one) for one in texts)
            yield item_text(self.iss, inside=inside)

    def among(self, others: Sequence[Constraint]) -> Self:
        """Its parts are in the same puzzle."""
        return replace(self, parts=tuple(part.among((*others, *self.parts)) for part in self.parts))  # type: ignore[type-var]

    def lines(self) -> tuple[str, ...]:
        return (self.word, *chain.from_iterable(part.lines() for part in self.parts), END)

    def unfit(self, layout: Layout) -> str | None:
        if not self.parts:
            return "no constraint in it"
        if any(part.word == "regions" for part in self.parts):
            return "regions are of the whole board"
        return next(filter(None, (part.fault(layout) for part in self.parts)), None)

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys(cell for part in self.parts for cell in part.scope(layout)))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        held: Held = dict(zip(self.scope(layout), digits, strict=True))
        return next(map(str, self.violations(held, layout)), None)


def _alone(tokens: list[Token]) -> None:
    for token in tokens[1:]:
        raise token.error(f"the end of the line after '{tokens[0].text}'")


@register_constraint
class And(Block):
    """Alone it means the same as its parts; in ``or`` it is one alternative."""

    parts: tuple[Constraint, ...]

    word = "and"
    about = "all constraints below hold, a line each, up to 'end': an alternative of 'or'"
    example = "and\nthermo r2c2 r2c3 r2c4\narrow r5c5 r5c6 r6c7\nend"
    iss = "And"
    look = (Parts(captions=True),)

    @property
    def label(self) -> str:
        return " and ".join(part.label for part in self.parts)

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        return [one for part in self.parts for one in part.violations(held, layout)]

    def model(self, layout: Layout) -> Primitives:
        for part in self.parts:
            yield from part.rules(layout)


@register_constraint
class Or(Block):
    """An alternative of several constraints is a block ``and``."""

    parts: tuple[Constraint, ...]

    word = "or"
    about = "at least one of the constraints below holds, a line each, up to 'end'"
    example = "or\nthermo r2c2 r2c3 r2c4\nthermo r2c4 r2c3 r2c2\nend"
    iss = "Or"

    @property
    def label(self) -> str:
        return " or ".join(part.label for part in self.parts)

    @property
    def look(self) -> Look:
        """All parts, and the alternatives in words."""
        alternatives = " | ".join("; ".join(part.lines()) for part in self.parts)
        return Parts(captions=False), Caption(f"one of: {alternatives}")

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """One, if every part is broken."""
        found = [part.violations(held, layout) for part in self.parts]
        if not all(found):
            return []
        cells = dict.fromkeys(cell for those in found for one in those for cell in one.cells)
        first = "; ".join(str(those[0]) for those in found)
        return [Violation(f"none of {len(found)} constraints holds: {first}", tuple(cells), self.label)]

    def model(self, layout: Layout) -> Primitives:
        parts = (tuple(rule.primitive for rule in part.rules(layout)) for part in self.parts)
        yield language.Or(tuple(parts))
