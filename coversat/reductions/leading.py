"""How many cells hold a value before the first that does not: lines of sight, and their sums.

Numbers are in the order encoding: a variable says that a number is at least some value. Sums stop at the
first value that is too large, and the last one, of both halves, needs no variables. All are determined.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..primitives import Leading, Repeats, Sum
from .cnf_builder import ALWAYS, NEVER, CnfBuilder, add_clauses
from .places import Literals, LiteralsOf

Number = Sequence[int]
"""Literals: that a number is at least 0, which is always true, at least 1 and so on."""


def leading_literals(formula: CnfBuilder, places: LiteralsOf, term: Leading) -> Literals:
    """The literal of each possible number of cells."""
    return _values(formula, _leading(formula, _showing(places, term)))


def repeats_literals(formula: CnfBuilder, places: LiteralsOf, term: Repeats) -> Literals:
    """The literal of each number of cells that hold the first one's value."""
    first, *others = map(places, term.cells)
    at_least = [ALWAYS, ALWAYS]
    for place in others:
        more, before = formula.variable(), at_least[-1]
        clauses: list[tuple[int, ...]] = [(-more, before)]
        for value in dict.fromkeys((*first, *place)):
            one, other = first.get(value, NEVER), place.get(value, NEVER)
            clauses += [(-more, -one, other), (-more, one, -other), (more, -before, -one, -other)]
        add_clauses(formula, clauses)
        at_least.append(more)
    return _values(formula, at_least)


def _values(formula: CnfBuilder, at_least: Number) -> Literals:
    found = {}
    for number, (here, more) in enumerate(pairwise((*at_least, NEVER))):
        if here == more:
            continue  # it is larger anyway
        literal = found[number] = formula.variable()
        add_clauses(formula, [(-literal, here), (-literal, -more), (literal, -here, more)])
    return found


def add_leading_sum(formula: CnfBuilder, places: LiteralsOf, primitive: Sum) -> None:
    """State the sum of such numbers of cells.

    Short lines are added to long ones: the clauses of a sum are as many as the product of its terms.
    """
    total = max(*primitive.totals, -1)  # no sum is negative
    found = (_showing(places, term) for _, term in primitive.terms if isinstance(term, Leading))
    numbers = [_leading(formula, line[: total + 1]) for line in sorted(found, key=len)]
    one, two = (_added(formula, those, total + 1) for those in (numbers[::2], numbers[1::2]))
    # At least this much of one leaves at most the rest for the other, and less leaves at least more.
    ends = [(_at_least(one, at), _at_least(two, total - at + 1)) for at in range(total + 2)]
    add_clauses(formula, [clause for a, b in ends for clause in ((-a, -b), (a, b))])


def _showing(places: LiteralsOf, term: Leading) -> list[int]:
    """The literals of the first cells, as far as they can hold the value."""
    found = []
    for cell in term.cells:
        literal = places(cell).get(term.value)
        if literal is None:
            break
        found.append(literal)
    return found


def _at_least(number: Number, value: int) -> int:
    return ALWAYS if value <= 0 else number[value] if value < len(number) else NEVER


def _leading(formula: CnfBuilder, literals: Sequence[int]) -> Number:
    """How many literals are true before the first that is not."""
    found = [ALWAYS, *literals[:1]]
    clauses: list[tuple[int, ...]] = []
    for literal, more in zip(literals[1:], formula.variables(len(literals[1:])), strict=True):
        before = found[-1]
        clauses += (-more, before), (-more, literal), (more, -before, -literal)
        found.append(more)
    formula.add_all(clauses)
    return found


def _added(formula: CnfBuilder, numbers: Sequence[Number], most: int) -> Number:
    """Return the sum of some numbers; `most` stands for all that are larger."""
    if len(numbers) < 2:
        return numbers[0] if numbers else (ALWAYS,)
    half = len(numbers) // 2
    one, two = (_added(formula, those, most) for those in (numbers[:half], numbers[half:]))
    xs, ys = one[1:], two[1:]
    size = min(len(xs) + len(ys), most)
    sums = formula.variables(size)
    formula.add_all([(lower, -higher) for lower, higher in pairwise(sums)])
    formula.add_all([(-x, z) for those in (xs, ys) for x, z in zip(those, sums, strict=False)])
    formula.add_all([(-x, -y, z) for a, x in enumerate(xs, 1) for y, z in zip(ys, sums[a:], strict=False)])
    # All of one and less of the other, or less of both.
    formula.add_all([(y, -z) for y, z in zip(ys, sums[len(xs) :], strict=False)])
    formula.add_all([(x, -z) for x, z in zip(xs, sums[len(ys) :], strict=False)])
    formula.add_all([(x, y, -z) for a, x in enumerate(xs) for y, z in zip(ys, sums[a:], strict=False)])
    return [ALWAYS, *sums]
