"""Automaton: the digits along a line, or along several, are a word that an automaton accepts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Self

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..iss import GROUPS, cell_at, item_text, lines_apart
from ..iss_automaton import SYMBOLS, Packing, packed, unpacked
from ..parameters import BETWEEN, CellGroups, Parameters
from ..text import LineReader, Token

_ARROW, _START, _ACCEPT, _END = "->", "start", "accept", "end"
_STATE = re.compile(r"[A-Za-z0-9_]+", re.ASCII)
_RANGE = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", re.ASCII)
BREAK = -1
"""What is read between two groups of cells."""
_NOTHING = "start, accept, end, or steps such as 'a 1-3 -> b'"

Step = tuple[str, int, str]
"""From a state, by a digit or a break, to a state."""


@dataclass(frozen=True)
class Automaton(Constraint):
    """It may have several starts, and several ways to go on: some way must end in a state that accepts."""

    groups: tuple[tuple[Cell, ...], ...]
    starts: tuple[str, ...]
    accepts: tuple[str, ...]
    steps: tuple[Step, ...]

    word: ClassVar[str] = "automaton"
    about: ClassVar[str] = (
        "the digits along the cells are accepted by an automaton, told in the lines below up to 'end': "
        "'start a', 'accept b c', 'a 1-3 5 -> b' for a step; '/' is read between groups of cells"
    )
    parameters: ClassVar[Parameters] = {"groups": CellGroups(1)}
    example: ClassVar[str] = (
        "automaton r2c2 r2c3 r2c4\nstart low\naccept high\n"
        "low 1-4 -> low\nlow 5-9 -> high\nhigh 5-9 -> high\nend"
    )
    iss: ClassVar[str] = "NFA"

    def __post_init__(self) -> None:
        for name in ("starts", "accepts", "steps"):
            object.__setattr__(self, name, tuple(sorted(set(getattr(self, name)))))

    @classmethod
    def read(cls, tokens: list[Token], reader: LineReader, layout: Layout) -> Self:
        """The cells; below, the automaton."""
        words = tokens[1:]
        groups = cls.parameters["groups"].read(words, tokens[0], layout)
        found: dict[str, list[str]] = {_START: [], _ACCEPT: []}
        steps: list[Step] = []
        while (line := reader.line(_NOTHING))[0].text != _END:
            if any(word.text == _ARROW for word in line):
                steps += _steps(line, layout)
            elif line[0].text in found and len(line) > 1:
                found[line[0].text] += map(_state, line[1:])
            else:
                raise line[0].error(_NOTHING)
        for word in line[1:]:
            raise word.error(f"the end of the line after '{_END}'")
        automaton = cls(groups, tuple(found[_START]), tuple(found[_ACCEPT]), tuple(steps))
        if fault := automaton.fault(layout):
            raise tokens[0].error("another constraint", fault)
        return automaton

    def lines(self) -> tuple[str, ...]:
        """The same, a line for each two states."""
        told = [
            " ".join([_START, *self.starts]),
            " ".join([_ACCEPT, *self.accepts]),
        ]
        by_states = sorted(self.steps, key=lambda step: (step[0], step[2], step[1]))
        for (source, target), some in groupby(by_states, key=lambda step: (step[0], step[2])):
            read = (BETWEEN if symbol == BREAK else str(symbol) for _, symbol, _ in some)
            told.append(" ".join([source, *read, _ARROW, target]))
        return (*super().lines(), *told, _END)

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """An automaton packed, and lines of cells."""
        if not args:
            raise name.error("a packed automaton behind it")
        packing = unpacked(args[0], (*layout.digits, BREAK))
        for line in lines_apart(args[1:]):
            apart = [list(some) for apart, some in groupby(line, lambda arg: arg.text == GROUPS) if not apart]
            groups = tuple(tuple(cell_at(arg, layout) for arg in some) for some in apart)
            automaton = cls(groups, *packing)
            if fault := automaton.fault(layout):
                raise args[0].error("another automaton", fault)
            yield automaton

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The same, without a name."""
        symbols = (*layout.digits, BREAK) if len(self.groups) > 1 else tuple(layout.digits)
        if len(symbols) > SYMBOLS:
            return
        key = packed(Packing(self.starts, self.accepts, self.steps), symbols)
        cells = self.parameters["groups"].iss(self.groups)
        yield item_text(self.iss, key, "_", *cells)

    def unfit(self, layout: Layout) -> str | None:
        """No start, no end, a reserved name, or a digit that the board does not have."""
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

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """Group after group."""
        return tuple(cell for group in self.groups for cell in group)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """From the end: the states from which the rest is accepted do not come to a start."""
        left, good = list(digits), set(self.accepts)
        for number, group in enumerate(reversed(self.groups)):
            read = [left.pop() for _ in group]
            for symbol in [BREAK, *read] if number else read:
                good = {source for source, by, target in self.steps if by == symbol and target in good}
        return None if good & set(self.starts) else f"{' '.join(map(str, digits))} is not accepted"


def _state(word: Token) -> str:
    if not _STATE.fullmatch(word.text) or word.text in (_START, _ACCEPT, _END):
        raise word.error("the name of a state, of letters and digits")
    return word.text


def _steps(line: list[Token], layout: Layout) -> Iterator[Step]:
    """A state, digits and ranges, an arrow, and the states where they lead."""
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


CONSTRAINT = Automaton
