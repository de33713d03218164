"""Conditions in the constraint language.

What a condition becomes depends on its variables: a `Count` for one, a `Binary` for two with few pairs of
values, otherwise a `Sum` if it is a comparison of weighted sums, a `Table` if there are few combinations of
values, and for ``|`` an `Or` of what its parts become.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain, combinations, product
from math import prod
from typing import Any

from ..base.errors import ArgumentError
from . import AllDifferent, Binary, Contains, Count, Or, Sum, Table
from .expressions import Condition, Expression, Membership, Several, Stated, Variable, condition_of

FEW = 400
"""The most combinations of values that are listed if there is another way."""
MOST = 100_000
"""The most that are listed at all."""

Variables = Mapping[Any, Variable]


def primitives_of(rule: Any) -> Iterator[Any]:
    """The primitives that state a condition; anything else as it is.

    Raise `ArgumentError` for a condition that only a table of more than `MOST` rows could state.
    """
    match rule:
        case Several(sign="&", conditions=those):
            yield from chain.from_iterable(map(primitives_of, those))
        case Stated(primitive=primitive):
            yield from primitives_of(primitive)
        case Condition():
            yield _primitive_of(rule)
        case Expression():
            yield from primitives_of(condition_of(rule))
        case AllDifferent(Iterator() as cells):
            yield from primitives_of(rule._replace(cells=tuple(cells)))
        case AllDifferent(Collection() as cells, None, None) if not all(map(_is_plain, cells)):
            for one, other in combinations(cells, 2):
                yield from primitives_of(one != other)
        case _:
            yield rule


def _is_plain(cell: Any) -> bool:
    return isinstance(cell, Variable) or not isinstance(cell, Expression)


def _primitive_of(condition: Condition) -> Any:
    """The primitive that states a condition other than a conjunction."""
    if _mentions_primitives(condition):
        return _alternatives(condition)
    variables = variables_of(condition)
    keys, number = tuple(variables), prod(len(one.values) for one in variables.values())
    if len(keys) == 1:
        return Count(keys, tuple(value for (value,) in _rows(condition, variables)), (1,))
    if len(keys) == 2 and number <= FEW:
        return Binary((keys,), tuple(_rows(condition, variables)))  # type: ignore[arg-type]
    if isinstance(condition, Several) and number > FEW:
        return _alternatives(condition)
    if isinstance(condition, Membership) and _is_weighted_sum(condition.of):
        return _sum(condition)
    if number > MOST:
        raise ArgumentError(
            f"{condition.text!r} is no comparison of sums, and its {len(keys)} variables have {number} "
            f"combinations of values, more than {MOST}; give a part of it a variable of its own, as in "
            "add(y == part)"
        )
    return Table(keys, tuple(_rows(condition, variables)))


def _alternatives(condition: Any) -> Or:
    if not isinstance(condition, Several):
        raise ArgumentError(f"{condition.text!r} counts a primitive; write it as comparisons")
    return Or(tuple(tuple(primitives_of(one)) for one in condition.conditions))


def _mentions_primitives(expression: Expression) -> bool:
    return isinstance(expression, Stated) or (
        not isinstance(expression, Variable) and any(map(_mentions_primitives, expression.parts))
    )


def variables_of(expression: Expression) -> Variables:
    """The variables of an expression by their keys, in order of occurrence."""
    if isinstance(expression, Variable):
        return {expression.key: expression}
    inner = (variables_of(part).items() for part in expression.parts)
    return dict(chain.from_iterable(inner))


def _assignments(variables: Variables) -> Iterator[dict[Any, int]]:
    for values in product(*(one.values for one in variables.values())):
        yield dict(zip(variables, values, strict=True))


def _rows(condition: Expression, variables: Variables) -> Iterator[tuple[int, ...]]:
    """The values of the variables for which a condition holds."""
    return (tuple(one.values()) for one in _assignments(variables) if condition.value(one))


def _is_weighted_sum(expression: Expression) -> bool:
    """Whether it is a sum of variables, and of conditions on one variable each."""
    return all(
        isinstance(atom, Variable) or (isinstance(atom, Condition) and len(variables_of(atom)) == 1)
        for _, atom in expression.terms
    )


def _sum(condition: Membership) -> Any:
    """The primitive of a comparison of weighted sums."""
    factors: dict[Any, int] = {}
    ends: dict[Any, tuple[int, int]] = {}
    for factor, atom in condition.of.terms:
        term: Any = atom.key if isinstance(atom, Variable) else _contains(atom)
        factors[term] = factors.get(term, 0) + factor
        ends[term] = atom.ends
    terms = tuple((factor, term) for term, factor in factors.items() if factor)
    constant = condition.of.constant
    least = sum(min(factor * end for end in ends[term]) for factor, term in terms)
    most = sum(max(factor * end for end in ends[term]) for factor, term in terms)
    ranges = [
        range(int(max(least, low - constant)), int(min(most, high - constant)) + 1)
        for low, high in condition.ranges
        if low - constant <= most and high - constant >= least
    ]
    if len(ranges) == 1:
        return _with_totals(terms, ranges[0])
    if sum(map(len, ranges)) <= MOST:
        return _with_totals(terms, tuple(chain.from_iterable(ranges)))
    return Or(tuple((_with_totals(terms, one),) for one in ranges))


def _contains(condition: Expression) -> Contains:
    """A condition on one variable as a term."""
    variables = variables_of(condition)
    return Contains(tuple(variables), tuple(value for (value,) in _rows(condition, variables)))


def _with_totals(terms: tuple[tuple[int, Any], ...], totals: range | tuple[int, ...]) -> Sum | Count:
    """The sum, or the count of cells with one of some values that it is."""
    held: Collection[int] = tuple(totals) if len(totals) == 1 else totals
    if all(factor == 1 and isinstance(term, Contains) for factor, term in terms):
        values = {term.values for _, term in terms}
        cells = tuple(chain.from_iterable(term.cells for _, term in terms))
        if len(values) == 1 and len(set(cells)) == len(cells):
            return Count(cells, values.pop(), held)
    return Sum(terms, held)
