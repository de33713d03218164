"""Compound constraints: blocks ``or``, ``and``, ``hidden``; reading and checking those of a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Self

from .... import primitives
from ....base.errors import ParseError
from ....problems.grid import Cell, Held, cell_name
from ....problems.layout import Layout
from ....problems.problem import Violation
from ....problems.text import LineReader, Token, alone
from .base import (
    Constraint,
    Placed,
    Primitives,
    constraint_of,
    how_to_write,
    is_constraint,
    near_words,
)
from .look import Caption, Look, Parts
from .parameters import Number, read_all

END = "end"
_DEEPEST = 20

_ONCE = {"regions": "regions", "hidden": "hidden cells", "chaos": "hidden cells"}
"""Constraints of which a puzzle has one with the same noun, and no block has any."""

IsAnother = Callable[[list[Token]], bool]


def read_one(tokens: list[Token], reader: LineReader, layout: Layout, otherwise: str) -> Constraint:
    """The constraint in a line; errors list the valid words, with examples."""
    word = tokens[0].text
    if not is_constraint(word):
        near = near_words([token.text for token in tokens])
        perhaps = f" (perhaps {' or '.join(map(repr, near))})" if near else " such as cage or thermo"
        error = tokens[0].error(f"{otherwise}, or a constraint{perhaps}")
        raise ParseError(error.line, error.column, error.reason, how_to_write(near))
    try:
        return constraint_of(word).read(tokens, reader, layout)
    except ParseError as error:
        hint = error.hint or how_to_write([word])
        raise ParseError(error.line, error.column, error.reason, hint) from None


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
        if (noun := _ONCE.get(tokens[0].text)) and any(_ONCE.get(one.word) == noun for one in found):
            raise tokens[0].error(f"one set of {noun}")
        found.append(read_one(tokens, reader, layout, f"the end of the text {place}"))
    return tuple(found)


def _with_regions(reader: LineReader, layout: Layout, is_another: IsAnother) -> Layout:
    """The board with the regions that a text states anywhere, since other constraints may depend on them."""
    while (tokens := reader.peek()) and (is_constraint(tokens[0].text) or not is_another(tokens)):
        reader.line("a constraint")
        if tokens[0].text == "regions":
            found: Any = constraint_of("regions").read(tokens, reader, layout)
            return layout._replace(labels=found.labels)
    return layout


def sound(constraints: Sequence[Constraint], layout: Layout) -> tuple[Constraint, ...]:
    """The constraints of a puzzle without repetitions, in canonical order, so that equal puzzles are equal
    values.

    Raise `ValueError` for a constraint that such a board cannot have, or two sets of regions or hidden cells.
    """
    different = dict.fromkeys(one.among(constraints) for one in constraints)
    nouns = [_ONCE.get(constraint.word) for constraint in different]
    for noun in dict.fromkeys(filter(None, nouns)):
        if nouns.count(noun) > 1:
            raise ValueError(f"more than one set of {noun}")
    for constraint in different:
        if fault := constraint.fault(layout):
            raise ValueError(fault)
    return tuple(sorted(different, key=lambda constraint: constraint.lines()))


@dataclass(frozen=True)
class Block(Placed):
    """A block that holds other constraints as its `parts`: a line of its own, theirs, and ``end``."""

    parts: tuple[Constraint, ...]

    @classmethod
    def usage(cls) -> str:
        return f"{super().usage()} / CONSTRAINT / CONSTRAINT ... / {END}"

    @classmethod
    def read(cls, tokens: list[Token], reader: LineReader, layout: Layout) -> Self:
        if not cls.parameters:
            alone(tokens)
        values = read_all(cls.parameters, tokens, layout)
        inside = cls(**values, parts=()).inside(layout)
        return cls(**values, parts=_parts(tokens[0], reader, inside)).checked(tokens[0], layout)

    def among(self, others: Sequence[Constraint]) -> Self:
        """Its parts are in the same puzzle."""
        return replace(self, parts=tuple(part.among((*others, *self.parts)) for part in self.parts))

    def lines(self) -> tuple[str, ...]:
        return (*super().lines(), *chain.from_iterable(part.lines() for part in self.parts), END)

    def unfit(self, layout: Layout) -> str | None:
        if not self.parts:
            return "no constraint in it"
        for word in (part.word for part in self.parts if part.word in _ONCE):
            return f"{_ONCE[word]} are of the whole board"
        return next(filter(None, (part.fault(self.inside(layout)) for part in self.parts)), None)

    def inside(self, layout: Layout) -> Layout:
        """The board of its parts."""
        return layout

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys(cell for part in self.parts for cell in part.scope(layout)))


def _parts(word: Token, reader: LineReader, layout: Layout) -> tuple[Constraint, ...]:
    """The constraints in the lines below the first word of a block, up to its end."""
    if reader.inside == _DEEPEST:
        raise word.error(f"blocks of at most {_DEEPEST} inside each other")
    found: list[Constraint] = []
    reader.inside += 1
    while (line := reader.line(f"a constraint, or '{END}'"))[0].text != END:
        found.append(read_one(line, reader, layout, f"'{END}'"))
    reader.inside -= 1
    alone(line)
    return tuple(found)


class And(Block):
    """Alone it means the same as its parts; in ``or`` it is one alternative."""

    word = "and"
    about = "all constraints below hold, a line each, up to 'end': an alternative of 'or'"
    example = "and\nthermo r2c2 r2c3 r2c4\narrow r5c5 r5c6 r6c7\nend"
    look = (Parts(captions=True),)

    @property
    def label(self) -> str:
        return " and ".join(part.label for part in self.parts)

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        for part in self.parts:
            yield from part.violations(held, layout)

    def model(self, layout: Layout) -> Primitives:
        for part in self.parts:
            yield from part.rules(layout)


class Or(Block):
    """An alternative of several constraints is a block ``and``."""

    word = "or"
    about = "at least one of the constraints below holds, a line each, up to 'end'"
    example = "or\nthermo r2c2 r2c3 r2c4\nthermo r2c4 r2c3 r2c2\nend"

    @property
    def label(self) -> str:
        return " or ".join(part.label for part in self.parts)

    @property
    def look(self) -> Look:
        """All parts, and the alternatives in words."""
        alternatives = " | ".join("; ".join(part.lines()) for part in self.parts)
        return Parts(captions=False), Caption(f"one of: {alternatives}")

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        """One, if every part is broken."""
        found = [part.violations(held, layout) for part in self.parts]
        if all(found):
            cells = dict.fromkeys(cell for those in found for one in those for cell in one.cells)
            first = "; ".join(str(those[0]) for those in found)
            yield Violation(f"none of {len(found)} constraints holds: {first}", tuple(cells), self.label)

    def model(self, layout: Layout) -> Primitives:
        parts = (tuple(rule.primitive for rule in part.rules(layout)) for part in self.parts)
        yield primitives.Or(tuple(parts))


MOST_HIDDEN = 99


@dataclass(frozen=True)
class Hidden(Block):
    """The cells follow the last row: ``r10c1``, ``r10c2`` and so on for a board of nine rows."""

    number: int

    word = "hidden"
    about = (
        "there are digits for N hidden cells, named as if they were the row below the board, with which all "
        "constraints below hold, a line each, up to 'end'; an answer does not show them"
    )
    parameters = {"number": Number("number of hidden cells", 1, MOST_HIDDEN, short="N")}
    example = "hidden 2\narrow r10c1 r1c2 r1c3\narrow r10c2 r3c3 r4c3\nall-different r10c1 r10c2\nend"

    @property
    def label(self) -> str:
        return f"hidden cells with {' and '.join(part.label for part in self.parts)}"

    def count(self, layout: Layout) -> int:
        """How many hidden cells there are."""
        return self.number

    def inside(self, layout: Layout) -> Layout:
        return layout._replace(hidden=self.count(layout))

    def hidden_cells(self, layout: Layout) -> tuple[Cell, ...]:
        return tuple((layout.rows, at) for at in range(self.count(layout)))

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        return tuple(filter(layout.has, super().scope(self.inside(layout))))

    def breaks(self, held: Held, layout: Layout) -> Iterator[Violation]:
        """What fails last when all digits are tried in the hidden cells, each as soon as it matters."""
        failure = self._failure(dict(held), self._in_turn(held, layout), self.parts, self.inside(layout))
        if failure is not None:
            found, cells = failure[1], tuple(filter(layout.has, self.scope(layout)))
            yield Violation(f"no digits in the hidden cells fit: {found}", cells, found.label)

    def _in_turn(self, held: Held, layout: Layout) -> list[Cell]:
        """The hidden cells of constraints without blank cells, the fewest that belong together first."""
        scopes = [set(part.scope(self.inside(layout))) for part in self.parts]
        full = [scope for scope in scopes if all(cell in held for cell in scope if layout.has(cell))]
        found: list[Cell] = []
        while open_ := [left for scope in full if (left := sorted(scope.difference(held, found)))]:
            fewest = min(open_, key=len)
            found += fewest
        return found

    def _failure(
        self, held: dict[Cell, int], left: Sequence[Cell], parts: Sequence[Constraint], layout: Layout
    ) -> tuple[int, Violation] | None:
        """The number of cells left where constraints fail, at best, and how; None if digits satisfy all.

        * held (dict of digits)
        * left: those still without a digit.
        * parts: those to be checked: all at first, then those of the last cell.
        """
        for part in parts:
            if wrong := part.violations(held, layout):
                return len(left), wrong[0]
        if not left:
            return None
        failures = []
        for step in self._steps(held, left[0], layout):
            others = [cell for cell in left if cell not in step]
            concerned = [part for part in self.parts if not step.keys().isdisjoint(part.scope(layout))]
            found = self._failure({**held, **step}, others, concerned, layout)
            if found is None:
                return None
            failures.append(found)
        nothing = len(left), Violation(f"nothing fits in {cell_name(left[0])}", (left[0],), self.label)
        return min(failures, key=lambda failure: failure[0], default=nothing)

    def _steps(self, held: Held, cell: Cell, layout: Layout) -> Iterator[Held]:
        """What hidden cells, this one among them, can hold."""
        return ({cell: digit} for digit in layout.digits)

    def model(self, layout: Layout) -> Primitives:
        inside = layout._replace(hidden=len(self.hidden_cells(layout)))
        for part in self.parts:
            yield from part.rules(inside)
