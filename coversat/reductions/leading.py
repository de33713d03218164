"""How many cells hold a value before the first that does not: lines of sight, and their sums.

Numbers are in the order encoding: a variable says that a number is at least some value. Sums stop at the
first value that is too large, and the last one, of both halves, needs no variables. All are determined.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, pairwise, product

from ..language import Leading, Sum
from .encoders import Places
from .formula import ALWAYS, NEVER, Formula, Pattern, add_clauses
from .sums import Place

Number = Sequence[int]
"""Literals: that a number is at least 0, which is always true, at least 1 and so on."""


def leading_literals(formula: Formula, places: Places, term: Leading) -> Place:
    """The literal of each possible number of cells."""
    return _values(formula, _leading(formula, _showing(places, term)))


def repeats_literals(formula: Formula, held: Sequence[Place]) -> Place:
    """The literal of each number of cells that hold the first one's value."""
    first, *others = held
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


def _values(formula: Formula, at_least: Number) -> Place:
    """The literal of each value of a number."""
    found = {}
    for number, (here, more) in enumerate(pairwise((*at_least, NEVER))):
        if here == more:
            continue  # it is larger anyway
        literal = found[number] = formula.variable()
        add_clauses(formula, [(-literal, here), (-literal, -more), (literal, -here, more)])
    return found


def add_leading_sum(formula: Formula, places: Places, primitive: Sum) -> None:
    """State the sum of such numbers of cells. Many are alike, so their clauses are made once."""
    total = max(*primitive.totals, -1)  # no sum is negative
    lines = [_showing(places, term) for _, term in primitive.terms if isinstance(term, Leading)]
    formula.add_pattern(list(chain.from_iterable(lines)), *_sum_of(tuple(map(len, lines)), total))


def _showing(places: Places, term: Leading) -> list[int]:
    """The literals of the first cells, as far as they can hold the value."""
    found = []
    for cell in term.cells:
        literal = places(cell).get(term.value)
        if literal is None:
            break
        found.append(literal)
    return found


@lru_cache(maxsize=4096)
def _sum_of(lengths: tuple[int, ...], total: int) -> tuple[Pattern, int]:
    """The clauses for lines of these lengths, and the number of auxiliary variables."""
    formula = Formula()
    lines = [formula.variables(length) for length in lengths]
    before = formula.variable_count
    numbers = [_leading(formula, line[: total + 1]) for line in lines]
    half = len(numbers) // 2
    one, two = (_added(formula, those, total + 1) for those in (numbers[:half], numbers[half:]))
    for at in range(total + 2):
        # At least this much of one leaves at most the rest for the other, and less leaves at least more.
        add_clauses(formula, [(-_at_least(one, at), -_at_least(two, total - at + 1))])
        add_clauses(formula, [(_at_least(one, at), _at_least(two, total - at + 1))])
    return Pattern.of(formula), formula.variable_count - before


def _at_least(number: Number, value: int) -> int:
    return ALWAYS if value <= 0 else number[value] if value < len(number) else NEVER


def _leading(formula: Formula, literals: Sequence[int]) -> Number:
    """How many literals are true before the first that is not."""
    found = [ALWAYS, *literals[:1]]
    for literal in literals[1:]:
        more, before = formula.variable(), found[-1]
        formula.add_all([(-more, before), (-more, literal), (more, -before, -literal)])
        found.append(more)
    return found


def _added(formula: Formula, numbers: Sequence[Number], most: int) -> Number:
    """Return the sum of some numbers; `most` stands for all that are larger."""
    if len(numbers) < 2:
        return numbers[0] if numbers else (ALWAYS,)
    half = len(numbers) // 2
    one, two = (_added(formula, those, most) for those in (numbers[:half], numbers[half:]))
    size = min(len(one) + len(two) - 2, most)
    found = [ALWAYS, *formula.variables(size)]
    add_clauses(formula, [(lower, -higher) for lower, higher in pairwise(found[1:])])
    for a, b in product(range(len(one)), range(len(two))):
        if a + b <= size:
            add_clauses(formula, [(-one[a], -two[b], found[a + b])])
        if a + b < size:
            more = _at_least(one, a + 1), _at_least(two, b + 1)
            add_clauses(formula, [(*more, -found[a + b + 1])])
    return found
