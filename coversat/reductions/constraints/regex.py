"""Regex: an automaton whose states are the parts of the pattern that are still to come.

A state is a set of rows of parts (Antimirov, "Partial derivatives of regular expressions and finite automaton
constructions", Theoretical Computer Science 155, 1996); there are finitely many.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ...kinds.sudoku.layout import Layout
from ...language import Regular
from ...problems.constraints.regex import Regex
from ...problems.patterns import Alternatives, Node, One, Repeat, Row, pattern_of

_Rest = tuple[Node, ...]


def state(constraint: Regex, layout: Layout) -> Iterator[Regular]:
    """One word."""

    @cache
    def step(rests: frozenset[_Rest], digit: int) -> frozenset[_Rest] | None:
        return frozenset(left for rest in rests for left in _behind(rest, digit)) or None

    start = frozenset([(pattern_of(constraint.pattern),)])
    yield Regular(
        constraint.cells, start, step, lambda rests: any(all(map(_may_be_empty, one)) for one in rests)
    )


def _behind(rest: _Rest, digit: int) -> Iterator[_Rest]:
    """What may be left of these parts behind the digit."""
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
        case Row(parts=parts):
            yield from _behind(parts, digit)
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
        case Row(parts=parts):
            return all(map(_may_be_empty, parts))
        case Alternatives(parts=parts):
            return any(map(_may_be_empty, parts))
        case Repeat(part=one, least=least):
            return least == 0 or _may_be_empty(one)
