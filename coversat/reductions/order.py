"""Numbers in the order encoding: a variable says that a number is at least so much.

Both directions of an addition are written, so that the variables follow from the digits and propagation
goes from sums to digits as well.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from .certain import ALWAYS, add_clauses
from .formula import Formula


class OrderedNumber(NamedTuple):
    """A number that is one of `values`, in increasing order.

    Attributes
    ----------
    values : tuple of int
    at_least : tuple of literals
        Of each value, that the number is that or more; of the first it is always so.
    """

    values: tuple[int, ...]
    at_least: tuple[int, ...]

    def below(self, at: int) -> int:
        """That the number is less than the value at this place."""
        return -self.at_least[at] if at < len(self.values) else ALWAYS


def _fresh(formula: Formula, values: Sequence[int]) -> OrderedNumber:
    """A new number, whose literals are in order."""
    literals = (ALWAYS, *formula.variables(len(values) - 1))
    for lower, higher in pairwise(literals[1:]):
        formula.add(lower, -higher)
    return OrderedNumber(tuple(values), literals)


def digit_number(formula: Formula, place: Mapping[int, int], factor: int) -> OrderedNumber:
    """The digit of a cell, times a factor."""
    held = sorted((factor * digit, literal) for digit, literal in place.items())
    number = _fresh(formula, [value for value, _ in held])
    for at, (_, literal) in enumerate(held):
        # The digit says that the number is at least this and not the next.
        clauses = [(-literal, number.at_least[at]), (-literal, number.below(at + 1))]
        above = number.at_least[at + 1] if at + 1 < len(held) else -ALWAYS
        add_clauses(formula, [*clauses, (-number.at_least[at], above, literal)])
    return number


def added(formula: Formula, one: OrderedNumber, two: OrderedNumber) -> OrderedNumber:
    """The sum of two numbers."""
    sums = sorted({a + b for a in one.values for b in two.values})
    place = {value: at for at, value in enumerate(sums)}
    total = _fresh(formula, sums)
    clauses = []
    for i, a in enumerate(one.values):
        for j, b in enumerate(two.values):
            at = place[a + b]
            clauses.append((-one.at_least[i], -two.at_least[j], total.at_least[at]))
            # Neither is more than a and b: the sum is no more than theirs.
            clauses.append((-one.below(i + 1), -two.below(j + 1), total.below(at + 1)))
    add_clauses(formula, clauses)
    return total


ZERO = OrderedNumber((0,), (ALWAYS,))


def in_halves(formula: Formula, numbers: Sequence[OrderedNumber]) -> OrderedNumber:
    """The sum of all, as a balanced tree."""
    if len(numbers) == 1:
        return numbers[0]
    half = len(numbers) // 2
    return added(formula, in_halves(formula, numbers[:half]), in_halves(formula, numbers[half:]))


def is_one_of(formula: Formula, number: OrderedNumber, allowed: Collection[int]) -> None:
    """The number is one of these values."""
    add_clauses(
        formula,
        (
            (-number.at_least[at], -number.below(at + 1))
            for at, value in enumerate(number.values)
            if value not in allowed
        ),
    )
