"""Rules for the digits along a line as a word: tables, patterns and automata."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, groupby
from typing import Self

from .... import primitives
from ....problems.layout import Layout
from ....problems.text import LineReader, Token, alone
from .base import Groups, Line, Path, Primitives
from .expressions import Alternatives, Concatenation, Node, One, Pattern, Repeat, pattern_of
from .look import Caption, Dashes
from .parameters import BETWEEN, CellGroups, Cells, Parameter, Words, missing


class Rows(Parameter):
    """Rows of digits, a slash before each, in increasing order."""

    is_place = True
    usage = f"{BETWEEN} DIGITS {BETWEEN} DIGITS ..."

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = []
        while words:
            before = words.pop(0)
            if before.text == BETWEEN:
                found.append([])
            else:  # the cells end at a slash, so there is a row
                found[-1].append(before.integer(layout.lowest, layout.highest, "a digit"))
        if not found:
            missing(before, f"'{BETWEEN}' and digits")
        return tuple(sorted(map(tuple, found)))

    def words(self, content: tuple[tuple[int, ...], ...]) -> Iterator[str]:
        for row in content:
            yield BETWEEN
            yield from map(str, row)

    def fault(self, content: tuple[tuple[int, ...], ...], layout: Layout) -> str | None:
        if not content:
            return "a table without rows"
        return None if {d for row in content for d in row} <= set(layout.digits) else "a digit off the board"


@dataclass(frozen=True)
class Table(Line):
    """Every row has a digit for each cell."""

    rows: tuple[tuple[int, ...], ...]

    word = "table"
    about = "the digits of the cells, in their order, are one of the rows that follow"
    parameters = {"cells": Cells(), "rows": Rows()}
    example = "table r2c2 r2c3 r3c4 / 1 2 3 / 3 2 1 / 4 5 4"
    look = (Dashes("4 3"), Caption())

    def unfit(self, layout: Layout) -> str | None:
        odd = next((row for row in self.rows if len(row) != len(self.cells)), None)
        return None if odd is None else f"a row of {len(odd)} digits for {len(self.cells)} cells"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        return None if digits in self.rows else f"{' '.join(map(str, digits))} is not a row of its table"

    def model(self, layout: Layout) -> Primitives:
        """An automaton whose states are the possible continuations: rows with the same end share them."""

        def step(rests: frozenset[tuple[int, ...]], digit: int) -> frozenset[tuple[int, ...]] | None:
            return frozenset(rest[1:] for rest in rests if rest[0] == digit) or None

        yield primitives.Regular(self.cells, frozenset(self.rows), step, bool)


@dataclass(frozen=True)
class Regex(Path):
    """The whole line matches; digits from 10 on are letters."""

    pattern: str

    word, noun = "regex", "pattern"
    about = "the digits along the line match a pattern of digits, . [1-3] [^5] ( ) | * + ? {2,4}"
    parameters = {"pattern": Pattern(), "cells": Cells(1, repeated=True)}
    example = "regex [1-4]+9[^9]* r2c2 r2c3 r3c4 r4c4"
    look = (Dashes("2 4 8 4"), Caption())

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Match by the sets of positions where parts of the pattern end."""
        matches = len(digits) in _ends(pattern_of(self.pattern), digits, {0})
        return None if matches else f"{' '.join(map(str, digits))} does not match {self.pattern}"

    def model(self, layout: Layout) -> Primitives:
        """An automaton whose states are sets of sequences of parts that may still follow.

        These are Antimirov's partial derivatives (Theoretical Computer Science 155, 1996); there are finitely
        many.
        """

        @cache
        def step(rests: frozenset[_Rest], digit: int) -> frozenset[_Rest] | None:
            return frozenset(left for rest in rests for left in _after(rest, digit)) or None

        def accepts(rests: frozenset[_Rest]) -> bool:
            return any(all(map(_may_be_empty, rest)) for rest in rests)

        yield primitives.Regular(self.cells, frozenset([(pattern_of(self.pattern),)]), step, accepts)


def _ends(node: Node, digits: tuple[int, ...], starts: set[int]) -> set[int]:
    """The positions where matches of a pattern end that begin at one of these positions."""
    match node:
        case One():
            return {at + 1 for at in starts if at < len(digits) and node.fits(digits[at])}
        case Concatenation(parts=parts):
            for part in parts:
                starts = _ends(part, digits, starts)
            return starts
        case Alternatives(parts=parts):
            return {end for part in parts for end in _ends(part, digits, starts)}
        case Repeat(part=part, least=least, most=most):
            for _ in range(least):
                before, starts = starts, _ends(part, digits, starts)
                if starts == before:
                    break  # more repetitions change nothing
            # After as many repetitions as there are digits nothing new is found.
            found, more = set(starts), len(digits) if most is None else most - least
            for _ in range(min(more, len(digits))):
                starts = _ends(part, digits, starts)
                found |= starts
            return found


_Rest = tuple[Node, ...]


def _after(rest: _Rest, digit: int) -> Iterator[_Rest]:
    """The possible remainders of a sequence of parts after a digit."""
    for at, part in enumerate(rest):
        for left in _left(part, digit):
            yield (*left, *rest[at + 1 :])
        if not _may_be_empty(part):
            return


def _left(part: Node, digit: int) -> Iterator[_Rest]:
    match part:
        case One():
            if part.fits(digit):
                yield ()
        case Concatenation(parts=parts):
            yield from _after(parts, digit)
        case Alternatives(parts=parts):
            for one in parts:
                yield from _left(one, digit)
        case Repeat(part=one, least=least, most=most):
            again = Repeat(one, max(least - 1, 0), None if most is None else most - 1)
            for left in _left(one, digit) if most != 0 else ():
                yield (*left, again)


@cache
def _may_be_empty(part: Node) -> bool:
    match part:
        case One():
            return False
        case Concatenation(parts=parts):
            return all(map(_may_be_empty, parts))
        case Alternatives(parts=parts):
            return any(map(_may_be_empty, parts))
        case Repeat(part=one, least=least):
            return least == 0 or _may_be_empty(one)


_ARROW, _START, _ACCEPT, _END = "->", "start", "accept", "end"
_STATE = re.compile(r"[A-Za-z0-9_]+", re.ASCII)
_RANGE = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", re.ASCII)
BREAK = -1
"""The symbol that is read between two groups of cells."""
_LINES = "start, accept, end, or steps such as 'a 1-3 -> b'"

Transition = tuple[str, int, str]
"""From a state, by a digit or a break, to a state."""


@dataclass(frozen=True)
class Automaton(Groups):
    """It may be nondeterministic: some path must end in an accepting state."""

    starts: tuple[str, ...]
    accepts: tuple[str, ...]
    steps: tuple[Transition, ...]

    word = "automaton"
    about = (
        "the digits along the cells are accepted by an automaton, which the lines below state up to 'end': "
        "'start a', 'accept b c', 'a 1-3 5 -> b' for a step; '/' is read between groups of cells"
    )
    parameters = {"groups": CellGroups(1)}
    example = (
        "automaton r2c2 r2c3 r2c4\nstart low\naccept high\n"
        "low 1-4 -> low\nlow 5-9 -> high\nhigh 5-9 -> high\nend"
    )
    look = (Dashes("6 3 1 3"), Caption())

    def __post_init__(self) -> None:
        for name in ("starts", "accepts", "steps"):
            object.__setattr__(self, name, tuple(sorted(set(getattr(self, name)))))

    @classmethod
    def read(cls, tokens: list[Token], reader: LineReader, layout: Layout) -> Self:
        """Read the cells, and the automaton from the lines below."""
        words = tokens[1:]
        groups = cls.parameters["groups"].read(words, tokens[0], layout)
        found: dict[str, list[str]] = {_START: [], _ACCEPT: []}
        steps: list[Transition] = []
        while (line := reader.line(_LINES))[0].text != _END:
            if any(word.text == _ARROW for word in line):
                steps += _steps(line, layout)
            elif line[0].text in found and len(line) > 1:
                found[line[0].text] += map(_state, line[1:])
            else:
                raise line[0].error(_LINES)
        alone(line)
        automaton = cls(groups, tuple(found[_START]), tuple(found[_ACCEPT]), tuple(steps))
        return automaton.checked(tokens[0], layout)

    def lines(self) -> tuple[str, ...]:
        lines = [" ".join([_START, *self.starts]), " ".join([_ACCEPT, *self.accepts])]
        by_states = sorted(self.steps, key=lambda step: (step[0], step[2], step[1]))
        for (source, target), some in groupby(by_states, key=lambda step: (step[0], step[2])):
            symbols = (BETWEEN if symbol == BREAK else str(symbol) for _, symbol, _ in some)
            lines.append(" ".join([source, *symbols, _ARROW, target]))
        return (*super().lines(), *lines, _END)

    def unfit(self, layout: Layout) -> str | None:
        if not self.starts or not self.accepts:
            return f"no state to {_ACCEPT if self.starts else _START}"
        states = {*self.starts, *self.accepts, *(at for step in self.steps for at in (step[0], step[2]))}
        if odd := sorted(
            one for one in states if not _STATE.fullmatch(one) or one in (_START, _ACCEPT, _END)
        ):
            return f"a state called {odd[0]!r}"
        if any(symbol != BREAK and symbol not in layout.digits for _, symbol, _ in self.steps):
            return "a step by a digit that the board does not have"
        return None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Read backwards: no start is among the states from which the word is accepted."""
        left, good = list(digits), set(self.accepts)
        for number, group in enumerate(reversed(self.groups)):
            word = [left.pop() for _ in group]
            for symbol in [BREAK, *word] if number else word:
                good = {source for source, by, target in self.steps if by == symbol and target in good}
        return None if good & set(self.starts) else f"{' '.join(map(str, digits))} is not accepted"

    def model(self, layout: Layout) -> Primitives:
        """A state is the set of possible states, with its position, since a group may begin there."""
        leads: dict[tuple[str, int], set[str]] = {}
        for source, symbol, target in self.steps:
            leads.setdefault((source, symbol), set()).add(target)
        begins = set(accumulate(map(len, self.groups[:-1])))

        def after(states: frozenset[str], symbol: int) -> frozenset[str]:
            return frozenset(target for one in states for target in leads.get((one, symbol), ()))

        def step(state: tuple[int, frozenset[str]], digit: int) -> tuple[int, frozenset[str]] | None:
            at, states = state
            found = after(after(states, BREAK) if at in begins else states, digit)
            return (at + 1, found) if found else None

        accepts = frozenset(self.accepts)
        cells = tuple(cell for group in self.groups for cell in group)
        start = (0, frozenset(self.starts))
        yield primitives.Regular(cells, start, step, lambda state: bool(state[1] & accepts))


def _state(word: Token) -> str:
    if not _STATE.fullmatch(word.text) or word.text in (_START, _ACCEPT, _END):
        raise word.error("the name of a state, of letters and digits")
    return word.text


def _steps(line: list[Token], layout: Layout) -> Iterator[Transition]:
    """The steps of a line: a state, digits and ranges, an arrow, and the states after the step."""
    at = next(number for number, word in enumerate(line) if word.text == _ARROW)
    if at < 2 or at == len(line) - 1:
        raise line[at].error("a state and digits before the arrow, and a state behind")
    for word in line[1:at]:
        for symbol in _symbols(word, layout):
            for target in line[at + 1 :]:
                yield _state(line[0]), symbol, _state(target)


def _symbols(word: Token, layout: Layout) -> Sequence[int]:
    if word.text == BETWEEN:
        return (BREAK,)
    found = _RANGE.fullmatch(word.text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if not layout.lowest <= first <= last <= layout.highest:
        raise word.error(f"digits from {layout.lowest} to {layout.highest}, or '{BETWEEN}'")
    return range(first, last + 1)
