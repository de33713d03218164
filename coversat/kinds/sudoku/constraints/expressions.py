"""Relations of two digits and patterns of digits, each in one word of a line.

A relation such as ``|a-b|>=3&a+b!=10`` compares sums and products of numbers and of the digits ``a`` and
``b``; ``&`` is and, ``;`` is or, ``|...|`` an absolute value, ``%`` the remainder of a division by a number.
Or it lists, for each digit ``a``, the digits for ``b``: ``1:2-4.7,2:9``.

A pattern is a regular expression of digits and ``. [1-36] [^5] ( ) | * + ? {2} {2,} {2,4}``.
"""

from __future__ import annotations

import operator
import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, TypeVar

from ....base.errors import ParseError
from ....problems.forms.lines import Characters
from ....problems.grid import DIGITS
from ....problems.layout import Layout
from ....problems.text import Token
from .parameters import Parameter, Words, missing

T = TypeVar("T")
_DEEPEST = 20


class Expression(Parameter):
    """A parameter that is a word in a small language; its value is the word."""

    noun: ClassVar[str]
    example: ClassVar[str]
    longest: ClassVar[int]
    """The most characters of the word."""

    @property
    def usage(self) -> str:
        return self.noun.upper()

    @abstractmethod
    def parse(self, word: Token) -> Any:
        """The meaning of the word; `ParseError` if it is malformed."""

    def understood(self, word: Token) -> Any:
        """The meaning of the word; `ParseError` if it is malformed or too long."""
        if len(word.text) > self.longest:
            raise word.part(self.longest).error(f"a {self.noun} of at most {self.longest} characters", "more")
        return self.parse(word)

    def read(self, words: Words, before: Token, layout: Layout) -> str:
        if not words:
            missing(before, f"a {self.noun} such as {self.example}")
        self.understood(words[0])
        return words.pop(0).text


class ExpressionReader(Characters):
    """Reads a word in a small language."""

    def __init__(self, noun: str, word: Token) -> None:
        super().__init__(word, f"the end of the {noun}")
        self._depth = 0

    def _whole(self, read: Callable[[], T]) -> T:
        """The result of `read`, if the word ends there."""
        found = read()
        if not self.at_end():
            raise self.error(self._end_words)
        return found

    def _inside(self, read: Callable[[], T], close: str, what: str) -> T:
        """The result of `read`, up to the closing sign; `what` names such pieces in a message."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.error(f"at most {_DEEPEST} {what} inside each other")
        found = read()
        self._depth -= 1
        if not self.skip(close):
            raise self.error(f"'{close}'")
        return found


Related = Callable[[int, int], bool]
_Number = Callable[[int, int], int]

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
_LIST = re.compile(r"[0-9]+:")
_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)


@cache
def relation_of(text: str) -> Related:
    """The meaning of a relation; `ParseError` if it is malformed."""
    found: Related = Relation().understood(Token(text, 1, 1))
    return found


def listed(pairs: Iterable[tuple[int, int]]) -> str:
    """The relation that lists these pairs."""
    seconds: dict[int, list[str]] = {}
    for a, b in sorted(pairs):
        seconds.setdefault(a, []).append(str(b))
    return ",".join(f"{a}:{'.'.join(those)}" for a, those in seconds.items())


class Relation(Expression):
    """A relation of two digits."""

    noun = "relation"
    example = "a<b"
    longest = 4_000

    def parse(self, word: Token) -> Related:
        return _read_list(word) if _LIST.match(word.text) else _RelationReader(self.noun, word).relation()

    def fault(self, content: str, layout: Layout) -> str | None:
        try:
            related = relation_of(content)
        except ParseError as error:
            return f"{content!r}: {error}"
        digits = layout.digits
        return None if any(related(a, b) for a in digits for b in digits) else f"no two digits have {content}"


def _read_list(word: Token) -> Related:
    pairs: set[tuple[int, int]] = set()
    at = 0
    for entry in word.text.split(","):
        found = re.fullmatch(
            r"([0-9]{1,2}):([0-9]{1,2}(?:-[0-9]{1,2})?(?:\.[0-9]{1,2}(?:-[0-9]{1,2})?)*)", entry
        )
        if found is None:
            raise word.part(at, at + len(entry)).error("a list such as 1:2-4.7", None if entry else "nothing")
        for some in found[2].split("."):
            first, _, last = some.partition("-")
            pairs.update((int(found[1]), b) for b in range(int(first), int(last or first) + 1))
        at += len(entry) + 1
    return lambda a, b: (a, b) in pairs


class _RelationReader(ExpressionReader):
    def relation(self) -> Related:
        return self._whole(self._either)

    def _either(self) -> Related:
        parts = [self._both()]
        while self.skip(";"):
            parts.append(self._both())
        return lambda a, b: any(part(a, b) for part in parts)

    def _both(self) -> Related:
        parts = [self._comparison()]
        while self.skip("&"):
            parts.append(self._comparison())
        return lambda a, b: all(part(a, b) for part in parts)

    def _comparison(self) -> Related:
        left = self._sum()
        sign = self.one_of(*_COMPARE)
        if not sign:
            raise self.error("<, <=, =, !=, >= or >")
        if sign == "=" and self.peek() == "=":
            raise self.error("a, b or a number (equality is '=', not '==')")
        compare, right = _COMPARE[sign], self._sum()
        return lambda a, b: compare(left(a, b), right(a, b))

    def _sum(self) -> _Number:
        found = _joined(operator.sub, _always(0), self._product()) if self.skip("-") else self._product()
        while sign := self.one_of("+", "-"):
            found = _joined(operator.add if sign == "+" else operator.sub, found, self._product())
        return found

    def _product(self) -> _Number:
        found = self._factor()
        while True:
            if self.skip("%"):
                found = _joined(operator.mod, found, _always(self._number(1)))
            elif self.skip("*") or self.peek() in ("a", "b", "("):
                found = _joined(operator.mul, found, self._factor())
            else:
                return found

    def _factor(self) -> _Number:
        if self.skip("a"):
            return lambda a, b: a
        if self.skip("b"):
            return lambda a, b: b
        if sign := self.one_of("(", "|"):
            inside = self._inside(self._sum, ")" if sign == "(" else "|", "brackets")
            return inside if sign == "(" else lambda a, b: abs(inside(a, b))
        return _always(self._number(0))

    def _number(self, least: int) -> int:
        expected = "a, b or a number" if not least else "a number from 1"
        found = self.take(_NUMBER, expected)
        if int(found) < least:
            raise self.error(expected, back=len(found))
        return int(found)


def _joined(join: Callable[[int, int], int], one: _Number, two: _Number) -> _Number:
    return lambda a, b: join(one(a, b), two(a, b))


def _always(number: int) -> _Number:
    return lambda a, b: number


_NUMERALS = "0" + DIGITS
_REPEATED = 3


@dataclass(frozen=True)
class One:
    """One digit of these, or, if `negated`, any other."""

    digits: tuple[int, ...]
    negated: bool = False

    def fits(self, digit: int) -> bool:
        """Whether a digit matches."""
        return (digit in self.digits) != self.negated


@dataclass(frozen=True)
class Concatenation:
    """Parts one after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Alternatives:
    """Any one of the parts."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Repeat:
    """A part, `least` to `most` times; None is without a bound."""

    part: Node
    least: int
    most: int | None


Node = One | Concatenation | Alternatives | Repeat


@cache
def pattern_of(text: str) -> Node:
    """The meaning of a pattern; `ParseError` if it is malformed."""
    found: Node = Pattern().understood(Token(text, 1, 1))
    return found


def digits_in(node: Node) -> Iterator[int]:
    """Every digit that a pattern names."""
    match node:
        case One(digits=digits):
            yield from digits
        case Repeat(part=part):
            yield from digits_in(part)
        case Concatenation(parts=parts) | Alternatives(parts=parts):
            for part in parts:
                yield from digits_in(part)


class Pattern(Expression):
    """A pattern of digits."""

    noun = "pattern"
    example = "[12]*3"
    longest = 1_000

    def parse(self, word: Token) -> Node:
        return _PatternReader(self.noun, word).pattern()

    def fault(self, content: str, layout: Layout) -> str | None:
        try:
            named = digits_in(pattern_of(content))
        except ParseError as error:
            return f"{content!r}: {error}"
        foreign = next((digit for digit in named if digit not in layout.digits), None)
        return None if foreign is None else f"{foreign} is not a digit of the board"


class _PatternReader(ExpressionReader):
    def pattern(self) -> Node:
        return self._whole(self._alternatives)

    def _alternatives(self) -> Node:
        parts = [self._sequence()]
        while self.skip("|"):
            parts.append(self._sequence())
        return parts[0] if len(parts) == 1 else Alternatives(tuple(parts))

    def _sequence(self) -> Node:
        parts: list[Node] = []
        while self.peek() not in ("", "|", ")"):
            parts.append(self._repeated())
        return parts[0] if len(parts) == 1 else Concatenation(tuple(parts))

    def _repeated(self) -> Node:
        found = self._single()
        times = {"*": (0, None), "+": (1, None), "?": (0, 1)}
        for _ in range(_REPEATED):
            if (sign := self.peek()) not in ("*", "+", "?", "{"):
                break
            found = Repeat(found, *(self._braces() if sign == "{" else times[sign]))
            self._at += 1
        return found

    def _braces(self) -> tuple[int, int | None]:
        """Read the numbers; the next character is then the closing brace."""
        found = re.compile(r"\{([0-9]{1,2})(,?)([0-9]{0,2})\}", re.ASCII).match(self._token.text, self._at)
        if found is None or (found[3] and (not found[2] or int(found[3]) < int(found[1]))):
            raise self.error("a number of times such as {2}, {2,} or {2,4}")
        self._at = found.end() - 1
        return int(found[1]), int(found[3]) if found[3] else None if found[2] else int(found[1])

    def _single(self) -> Node:
        if self.skip("("):
            return self._inside(self._alternatives, ")", "groups")
        if self.skip("."):
            return One((), True)
        if self.skip("["):
            return self._class()
        return One((self._digit(),))

    def _class(self) -> Node:
        negated, digits = bool(self.skip("^")), set[int]()
        while not (digits and self.skip("]")):
            first = self._digit()
            last = self._digit() if self.skip("-") else first
            if last < first:
                raise self.error("a range that goes up")
            digits.update(range(first, last + 1))
        return One(tuple(sorted(digits)), negated)

    def _digit(self) -> int:
        found = self.peek().upper()
        if not found or found not in _NUMERALS:
            raise self.error("a digit, '.', '[' or '('")
        self._at += 1
        return _NUMERALS.index(found)
