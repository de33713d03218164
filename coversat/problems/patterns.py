"""Patterns of digits: regular expressions of digits and ``. [1-36] [^5] ( ) | * + ? {2} {2,} {2,4}``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ..errors import ParseError
from ..kinds.sudoku.layout import Layout
from .expression import Expression, ExpressionReader
from .grid import DIGITS
from .text import Token

_NUMERALS = "0" + DIGITS
_REPEATED = 3


@dataclass(frozen=True)
class One:
    """One digit: one of these, or, `negated`, any other."""

    digits: tuple[int, ...]
    negated: bool = False

    def fits(self, digit: int) -> bool:
        """Whether a digit is such a one."""
        return (digit in self.digits) != self.negated


@dataclass(frozen=True)
class Row:
    """One part behind the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Alternatives:
    """One of the parts."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Repeat:
    """A part, so many times; without a bound where `most` is None."""

    part: Node
    least: int
    most: int | None


Node = One | Row | Alternatives | Repeat


@cache
def pattern_of(text: str) -> Node:
    """What a word says; `ParseError` for what is no pattern."""
    found: Node = Pattern().understood(Token(text, 1, 1))
    return found


def digits_in(node: Node) -> Iterator[int]:
    """Every digit that a pattern names."""
    match node:
        case One(digits=digits):
            yield from digits
        case Repeat(part=part):
            yield from digits_in(part)
        case Row(parts=parts) | Alternatives(parts=parts):
            for part in parts:
                yield from digits_in(part)


@dataclass(frozen=True)
class Pattern(Expression):
    """A pattern, as it is written."""

    noun = "pattern"
    example = "[12]*3"
    longest = 1_000

    def parse(self, word: Token) -> Node:
        """Of which parts it is made."""
        return _Reader(self.noun, word).pattern()

    def fault(self, content: str, layout: Layout) -> str | None:
        """No pattern, or a digit that the board does not have."""
        try:
            named = digits_in(pattern_of(content))
        except ParseError as error:
            return f"{content!r}: {error}"
        foreign = next((digit for digit in named if digit not in layout.digits), None)
        return None if foreign is None else f"{foreign} is no digit of the board"


class _Reader(ExpressionReader):
    """Reads a pattern from left to right."""

    def pattern(self) -> Node:
        return self._whole(self._alternatives)

    def _alternatives(self) -> Node:
        parts = [self._row()]
        while self._take("|"):
            parts.append(self._row())
        return parts[0] if len(parts) == 1 else Alternatives(tuple(parts))

    def _row(self) -> Node:
        parts: list[Node] = []
        while self._next() not in ("", "|", ")"):
            parts.append(self._repeated())
        return parts[0] if len(parts) == 1 else Row(tuple(parts))

    def _repeated(self) -> Node:
        found = self._single()
        times = {"*": (0, None), "+": (1, None), "?": (0, 1)}
        for _ in range(_REPEATED):
            if (sign := self._next()) not in ("*", "+", "?", "{"):
                break
            found = Repeat(found, *(self._braces() if sign == "{" else times[sign]))
            self._at += 1
        return found

    def _braces(self) -> tuple[int, int | None]:
        """Up to the closing one, which is next then."""
        found = re.compile(r"\{([0-9]{1,2})(,?)([0-9]{0,2})\}", re.ASCII).match(self._word.text, self._at)
        if found is None or (found[3] and (not found[2] or int(found[3]) < int(found[1]))):
            self._fail("a number of times such as {2}, {2,} or {2,4}")
        self._at = found.end() - 1
        return int(found[1]), int(found[3]) if found[3] else None if found[2] else int(found[1])

    def _single(self) -> Node:
        if self._take("("):
            return self._inside(self._alternatives, ")", "groups")
        if self._take("."):
            return One((), True)
        if self._take("["):
            return self._class()
        return One((self._digit(),))

    def _class(self) -> Node:
        negated, digits = bool(self._take("^")), set[int]()
        while not (digits and self._take("]")):
            first = self._digit()
            last = self._digit() if self._take("-") else first
            if last < first:
                self._fail("a range that goes up")
            digits.update(range(first, last + 1))
        return One(tuple(sorted(digits)), negated)

    def _digit(self) -> int:
        found = self._next().upper()
        if not found or found not in _NUMERALS:
            self._fail("a digit, '.', '[' or '('")
        self._at += 1
        return _NUMERALS.index(found)
