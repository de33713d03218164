"""Relations of two digits in one word: ``a<b``, ``|a-b|>=3&a+b!=10``, ``1:2-4.7,2:9``.

A relation compares sums and products of numbers and of the digits ``a`` and ``b``; ``&`` is and, ``;`` is or,
``|...|`` an absolute value, ``%`` the remainder of a division by a number.  Or it lists, behind each digit
for ``a``, those for ``b``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from ..errors import ParseError
from ..kinds.sudoku.layout import Layout
from .expression import Expression, ExpressionReader
from .text import Token

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


@cache
def relation_of(text: str) -> Related:
    """What a word says; `ParseError` for what is no relation."""
    found: Related = Relation().understood(Token(text, 1, 1))
    return found


def listed(pairs: Iterable[tuple[int, int]]) -> str:
    """The word that lists these pairs."""
    seconds: dict[int, list[str]] = {}
    for a, b in sorted(pairs):
        seconds.setdefault(a, []).append(str(b))
    return ",".join(f"{a}:{'.'.join(those)}" for a, those in seconds.items())


@dataclass(frozen=True)
class Relation(Expression):
    """A relation, as it is written."""

    noun = "relation"
    example = "a<b"
    longest = 4_000

    def parse(self, word: Token) -> Related:
        """Whether two digits are so related."""
        return _read_list(word) if _LIST.match(word.text) else _Reader(self.noun, word).relation()

    def fault(self, content: str, layout: Layout) -> str | None:
        """No relation, or one that no two digits have."""
        try:
            related = relation_of(content)
        except ParseError as error:
            return f"{content!r}: {error}"
        digits = layout.digits
        return None if any(related(a, b) for a in digits for b in digits) else f"no two digits have {content}"


def _read_list(word: Token) -> Related:
    """Digits and ranges behind each first digit."""
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


class _Reader(ExpressionReader):
    """Reads a comparison, or several, from left to right."""

    def relation(self) -> Related:
        return self._whole(self._either)

    def _either(self) -> Related:
        parts = [self._both()]
        while self._take(";"):
            parts.append(self._both())
        return lambda a, b: any(part(a, b) for part in parts)

    def _both(self) -> Related:
        parts = [self._comparison()]
        while self._take("&"):
            parts.append(self._comparison())
        return lambda a, b: all(part(a, b) for part in parts)

    def _comparison(self) -> Related:
        left = self._sum()
        sign = self._take(*_COMPARE)
        if sign is None:
            self._fail("<, <=, =, !=, >= or >")
        if sign == "=" and self._next() == "=":
            self._fail("a, b or a number (equality is '=', not '==')")
        compare, right = _COMPARE[sign], self._sum()
        return lambda a, b: compare(left(a, b), right(a, b))

    def _sum(self) -> _Number:
        found = _negative(self._product()) if self._take("-") else self._product()
        while sign := self._take("+", "-"):
            found = _joined(operator.add if sign == "+" else operator.sub, found, self._product())
        return found

    def _product(self) -> _Number:
        found = self._factor()
        while True:
            if self._take("%"):
                found = _remainder(found, self._number(1))
            elif self._take("*") or self._next() in ("a", "b", "("):
                found = _joined(operator.mul, found, self._factor())
            else:
                return found

    def _factor(self) -> _Number:
        if self._take("a"):
            return lambda a, b: a
        if self._take("b"):
            return lambda a, b: b
        if sign := self._take("(", "|"):
            inside = self._inside(self._sum, ")" if sign == "(" else "|", "brackets")
            return inside if sign == "(" else _absolute(inside)
        number = self._number(0)
        return lambda a, b: number

    def _number(self, least: int) -> int:
        found = re.compile(r"[0-9]{1,4}", re.ASCII).match(self._word.text, self._at)
        if found is None or int(found[0]) < least:
            self._fail("a, b or a number" if not least else "a number from 1")
        self._at = found.end()
        return int(found[0])


def _joined(join: Callable[[int, int], int], one: _Number, two: _Number) -> _Number:
    return lambda a, b: join(one(a, b), two(a, b))


def _negative(one: _Number) -> _Number:
    return lambda a, b: -one(a, b)


def _absolute(one: _Number) -> _Number:
    return lambda a, b: abs(one(a, b))


def _remainder(one: _Number, modulus: int) -> _Number:
    return lambda a, b: one(a, b) % modulus
