"""Primitives as plain data: relations and automata as tables, collections as tuples, variables renamed.

A `Binary` may have a collection of pairs in place of a function, and a `Regular` a mapping from
(state, value) to states and a collection of accepting states; `plain` makes these of functions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from typing import Any, TypeVar

from .. import primitives
from ..base.errors import ArgumentError
from . import Derived, Primitive, Term, Variable, expressions
from .expressions import Expression
from .sums import within

P = TypeVar("P", bound=Primitive)

MOST_STEPS = 400_000
"""The most steps of an automaton that becomes a table."""

Domain = Callable[[Variable], Sequence[int]]
"""The values of a variable."""


@dataclass(frozen=True)
class Pairs:
    """A relation as the pairs of values that satisfy it."""

    pairs: tuple[tuple[int, int], ...]

    def __call__(self, a: int, b: int) -> bool:
        return (a, b) in self._set

    @cached_property
    def _set(self) -> frozenset[tuple[int, int]]:
        return frozenset(self.pairs)


@dataclass(frozen=True)
class Steps:
    """The steps of an automaton as (state, value, next state)."""

    moves: tuple[tuple[Any, int, Any], ...]

    def __call__(self, state: Any, value: int) -> Hashable | None:
        return self._next.get((state, value))

    @cached_property
    def _next(self) -> Mapping[tuple[Any, int], Any]:
        return {(state, value): target for state, value, target in self.moves}


@dataclass(frozen=True)
class States:
    """The states in which an automaton accepts."""

    states: tuple[Any, ...]

    def __call__(self, state: Any) -> bool:
        return state in self.states


def values_of_term(term: Term, domain: Domain) -> Sequence[int]:
    """The values that a term may have."""
    match term:
        case primitives.Contains() | primitives.Matches():
            return (0, 1)
        case primitives.Leading(cells) | primitives.Repeats(cells):
            return range(len(cells) + 1)
        case primitives.Comparison():
            return range(3)
        case primitives.Total(cells):
            return range(
                sum(min(domain(cell)) for cell in cells), sum(max(domain(cell)) for cell in cells) + 1
            )
        case _:
            return domain(term)


def plain(primitive: P, domain: Domain) -> P:
    """The same primitive without functions, sets and lists.

    Raise `ArgumentError` for an automaton with too many steps.
    """
    once: Any = (tuple(part) if isinstance(part, Iterator) else part for part in primitive)
    found: Any = type(primitive)(*once)  # a generator would be empty after the first look at it
    match found:
        case primitives.Binary(pairs, allowed):
            found = primitives.Binary(_tuples(pairs), _pairs(pairs, allowed, domain))
        case primitives.Regular():
            found = _automaton(found, domain)
        case primitives.SumBetween(word, total, ends):
            found = primitives.SumBetween(_automaton(word, domain), total, _tuples(ends))
        case primitives.Or(alternatives):
            found = primitives.Or(tuple(tuple(plain(one, domain) for one in those) for those in alternatives))
        case _:
            found = within_reach(type(found)(*map(_tuples, found)), domain)
    return found  # type: ignore[no-any-return]


def within_reach(primitive: P, domain: Domain) -> P:
    """The same primitive; ranges of totals and of numbers, which may be long, end with what they can be."""
    found: Any = primitive
    match primitive:
        case primitives.Or(alternatives):
            found = primitives.Or(
                tuple(tuple(within_reach(one, domain) for one in those) for those in alternatives)
            )
        case primitives.Sum(terms, range() as totals):
            ends = [[factor * value for value in values_of_term(term, domain)] for factor, term in terms]
            found = primitives.Sum(terms, within(totals, sum(map(min, ends)), sum(map(max, ends))))
        case primitives.Count(cells, values, range() as numbers):
            found = primitives.Count(cells, values, within(numbers, 0, len(cells)))
    return found  # type: ignore[no-any-return]


def _tuples(value: Any) -> Any:
    """Collections as tuples and variables of expressions as keys, at any depth; terms stay what they are."""
    if isinstance(value, (int, str)):
        return value
    if isinstance(value, Expression):
        if not isinstance(value, expressions.Variable):
            raise ArgumentError(f"{value.text!r} is no variable; a primitive is about variables")
        return value.key
    if isinstance(value, Set):
        return tuple(sorted(map(_tuples, value)))
    if isinstance(value, (Collection, Iterator)) and not isinstance(value, (bytes, range)):
        inner = map(_tuples, value)
        return type(value)(*inner) if hasattr(value, "_fields") else tuple(inner)
    return int(value) if isinstance(value, Integral) else value  # one of numpy has another text


def _pairs(pairs: Sequence[tuple[Term, Term]], allowed: Any, domain: Domain) -> Pairs:
    if isinstance(allowed, Pairs):
        return allowed
    if not callable(allowed):
        return Pairs(tuple(sorted(map(tuple, allowed))))
    possible = {
        (a, b)
        for one, other in pairs
        for a in values_of_term(one, domain)
        for b in values_of_term(other, domain)
        if allowed(a, b)
    }
    return Pairs(tuple(sorted(possible)))


def _automaton(word: primitives.Regular, domain: Domain) -> primitives.Regular:
    cells = _tuples(word.cells)
    step: Any = word.step
    accepts: Any = word.accepts
    if isinstance(step, Steps) and isinstance(accepts, States):
        return word
    if isinstance(step, Mapping):
        step = Steps(tuple((state, value, target) for (state, value), target in step.items()))
    if isinstance(accepts, Collection):
        accepts = States(tuple(accepts))
    number: dict[Hashable, int] = {word.start: 0}
    moves: dict[tuple[int, int], int] = {}
    here: Collection[Hashable] = (word.start,)
    for term in cells:
        after: dict[Hashable, None] = {}
        for state in here:
            for value in values_of_term(term, domain):
                target = step(state, value)
                if target is not None:
                    moves[number[state], value] = number.setdefault(target, len(number))
                    after[target] = None
        if len(moves) > MOST_STEPS:
            raise ArgumentError(f"an automaton of {len(cells)} places has more than {MOST_STEPS} steps")
        here = after
    accepting = tuple(sorted(at for state, at in number.items() if accepts(state)))
    every = tuple((state, value, target) for (state, value), target in sorted(moves.items()))
    return primitives.Regular(cells, 0, Steps(every), States(accepting))


_DEPTHS = {
    **dict.fromkeys(("cells", "roots", "through", "inside", "one", "other"), 1),
    **dict.fromkeys(("pairs", "links", "terms", "alternatives"), 2),
    "word": 0,
}
"""The fields of primitives and derived values that have variables, and in how many tuples these are."""


def renamed(primitive: P, name: Callable[[Variable], Variable]) -> P:
    """The same primitive of other variables."""
    found: Any = _renamed(primitive, name, 0)
    return found  # type: ignore[no-any-return]


def _renamed(part: Any, name: Callable[[Variable], Variable], depth: int) -> Any:
    if depth:
        return tuple([_renamed(one, name, depth - 1) for one in part])
    if isinstance(part, Primitive | Derived):
        inside = ((field, at) for field, at in _DEPTHS.items() if field in part._fields)
        return part._replace(**{field: _renamed(getattr(part, field), name, at) for field, at in inside})
    return part if isinstance(part, int) else name(part)  # a factor, or a variable
