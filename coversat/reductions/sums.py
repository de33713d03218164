"""Sums in the order encoding and between two ends; lines compared as numbers. By sets, see `digit_sets`.

All auxiliary variables are determined by the values of the cells.

* `OrderedNumber`: a variable says that a number is at least some value.  Both directions of an addition are
  stated.
* `add_enclosed`: the sum between two ends, by the sets that may stand there: for each set a variable, for
  each value whether it is in the set, and for each cell whether it is an end or between them.
* `add_comparison`: a variable for each position says that two lines are equal up to it (Frisch, Hnich,
  Kiziltan, Miguel and Walsh, "Global constraints for lexicographic orderings", CP 2002).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import accumulate, combinations, pairwise
from typing import Any, NamedTuple

from ..base.errors import ReductionError
from ..primitives import Sum
from ..primitives.sums import combinations_of, least_and_most, within
from .cnf_builder import ALWAYS, NEVER, CnfBuilder, add_clauses
from .digit_sets import values_in
from .places import Literals


class OrderedNumber(NamedTuple):
    """A number with increasing possible `values`, in the order encoding.

    * at_least (tuple of literals): for each value, that the number is at least this value; always true for
      the first.
    """

    values: tuple[int, ...]
    at_least: tuple[int, ...]

    def below(self, at: int) -> int:
        """The literal that the number is less than the value at this position."""
        return -self.at_least[at] if at < len(self.values) else ALWAYS


Scaled = tuple[int, Literals]
"""A factor, and the literals of the values that it multiplies."""
Terms = Callable[[Any], Literals]
"""The literals of a term, by value."""


def in_order(places: Terms, primitive: Sum) -> list[Scaled]:
    """The terms of a sum, those that change it least first."""
    held = [(factor, places(term)) for factor, term in primitive.terms]
    return sorted(held, key=span_of)


def span_of(one: Scaled) -> int:
    """The difference between what a term adds to a sum at most and at least."""
    factor, place = one
    return abs(factor) * (max(place) - min(place))


def ends_of(held: Sequence[Scaled], totals: Collection[int]) -> tuple[int, int] | None:
    """The least and the most of the totals, less the lowest sum; None if they are not all between two."""
    lowest = sum(min(factor * value for value in place) for factor, place in held)
    highest = lowest + sum(map(span_of, held))
    if isinstance(totals, range):
        totals = within(totals, lowest, highest)
    else:
        totals = {total for total in totals if lowest <= total <= highest}
    if not totals:
        return 1, 0
    least, most = least_and_most(totals)
    has_gaps = totals.step > 1 if isinstance(totals, range) else len(totals) <= most - least
    return None if has_gaps and least < most else (least - lowest, most - lowest)


def needed_ends(held: Sequence[Scaled], totals: Collection[int]) -> tuple[int, int]:
    """As `ends_of`; raise `ReductionError` for other totals."""
    ends = ends_of(held, totals)
    if ends is None:
        raise ReductionError("the totals of a sum are not all numbers between two; name another encoding")
    return ends


def _fresh(formula: CnfBuilder, values: Sequence[int]) -> OrderedNumber:
    """A new number, and the clauses that order its literals."""
    literals = (ALWAYS, *formula.variables(len(values) - 1))
    for lower, higher in pairwise(literals[1:]):
        formula.add(lower, -higher)
    return OrderedNumber(tuple(values), literals)


def digit_number(formula: CnfBuilder, place: Literals, factor: int) -> OrderedNumber:
    """The value of a cell times a factor."""
    if len(place) == 2:
        (low, _), (high, literal) = sorted((factor * value, literal) for value, literal in place.items())
        return OrderedNumber((low, high), (ALWAYS, literal))
    held = sorted((factor * digit, literal) for digit, literal in place.items())
    number = _fresh(formula, [value for value, _ in held])
    for at, (_, literal) in enumerate(held):
        # A value implies that the number is at least this and less than the next.
        clauses = [(-literal, number.at_least[at]), (-literal, number.below(at + 1))]
        above = number.at_least[at + 1] if at + 1 < len(held) else -ALWAYS
        add_clauses(formula, [*clauses, (-number.at_least[at], above, literal)])
    return number


MOST_PAIRS = 2_000_000
"""The most pairs of values of two numbers that are added."""


def added(formula: CnfBuilder, one: OrderedNumber, two: OrderedNumber) -> OrderedNumber:
    """The sum of two numbers."""
    if len(one.values) * len(two.values) > MOST_PAIRS:
        raise ReductionError(f"partial sums have too many values, {len(one.values)} and {len(two.values)}")
    sums = sorted({a + b for a in one.values for b in two.values})
    place = {value: at for at, value in enumerate(sums)}
    total = _fresh(formula, sums)
    clauses = []
    for i, a in enumerate(one.values):
        for j, b in enumerate(two.values):
            at = place[a + b]
            clauses.append((-one.at_least[i], -two.at_least[j], total.at_least[at]))
            # If neither is more than a and b, the sum is at most a + b.
            clauses.append((-one.below(i + 1), -two.below(j + 1), total.below(at + 1)))
    add_clauses(formula, clauses)
    return total


ZERO = OrderedNumber((0,), (ALWAYS,))


def in_halves(formula: CnfBuilder, numbers: Sequence[OrderedNumber]) -> OrderedNumber:
    """The sum of all numbers, as a balanced tree."""
    if len(numbers) == 1:
        return numbers[0]
    half = len(numbers) // 2
    return added(formula, in_halves(formula, numbers[:half]), in_halves(formula, numbers[half:]))


def is_one_of(formula: CnfBuilder, number: OrderedNumber, allowed: Collection[int]) -> None:
    """State that the number is one of these values."""
    add_clauses(
        formula,
        (
            (-number.at_least[at], -number.below(at + 1))
            for at, value in enumerate(number.values)
            if value not in allowed
        ),
    )


MOST_DIGITS = 16
"""The most values of which all sets are listed."""


def add_enclosed(
    formula: CnfBuilder, places: Sequence[Literals], total: int, ends: tuple[int, int] | None
) -> None:
    """State that the values between two ends add up to the total.

    * places (sequence of mappings from digits to literals): two or more cells, whose values are known to
      differ.
    * ends (two digits): both occur in the cells; by default the lowest and the highest of the cells.
    """
    values = values_in(places)
    inner = values[1:-1] if ends is None else [value for value in values if value not in ends]
    sizes = range(min(len(places) - 2, len(inner)) + 1)
    sets = [chosen for size in sizes for chosen in combinations_of(inner, size, total)]
    selectors = formula.variables(len(sets))
    formula.add(*selectors)
    chosen = dict(zip(sets, selectors, strict=True))
    present = {
        digit: _any_of(formula, [place[digit] for place in places if digit in place]) for digit in values
    }
    within = {digit: _is_one(formula, [digit in one for one in sets], selectors) for digit in inner}
    for digit, literal in within.items():
        formula.add(-literal, present[digit])
    if ends is None:
        is_end = _extremes(formula, present)
    else:
        is_end = {digit: ALWAYS if digit in ends else NEVER for digit in present}
        add_clauses(formula, ((present.get(digit, NEVER),) for digit in ends))
    _add_cells(formula, places, is_end, within, _sizes(formula, chosen))


def _any_of(formula: CnfBuilder, literals: Sequence[int]) -> int:
    """A literal that is true exactly if one of these is."""
    known = [literal for literal in literals if literal != NEVER]
    if ALWAYS in known or len(known) < 2:
        return ALWAYS if ALWAYS in known else known[0] if known else NEVER
    found = formula.variable()
    formula.add(-found, *known)
    for literal in known:
        formula.add(found, -literal)
    return found


def _is_one(formula: CnfBuilder, belongs: Sequence[bool], selectors: Sequence[int]) -> int:
    """A literal that is true exactly if the selector that is true `belongs`."""
    found = formula.variable()
    for side, wanted in ((found, True), (-found, False)):
        those = [one for one, so in zip(selectors, belongs, strict=True) if so is wanted]
        formula.add(-side, *those)
        for one in those:
            formula.add(-one, side)
    return found


def _extremes(formula: CnfBuilder, present: Mapping[int, int]) -> dict[int, int]:
    """For each value, the literal that it is the lowest or the highest that occurs."""
    literals = list(present.values())
    found = {}
    below = [NEVER, *accumulate(literals, lambda a, b: _any_of(formula, [a, b]))]
    above = [NEVER, *accumulate(literals[::-1], lambda a, b: _any_of(formula, [a, b]))][-2::-1]
    for digit, literal, lower, higher in zip(present, literals, below, above, strict=False):
        end = found[digit] = formula.variable()
        add_clauses(formula, [(-end, literal), (-end, -lower, -higher)])
        add_clauses(formula, [(end, -literal, lower), (end, -literal, higher)])
    return found


def _sizes(formula: CnfBuilder, chosen: Mapping[tuple[int, ...], int]) -> dict[int, int]:
    """For each size of a set, the literal that the chosen set has this size."""
    by_size: dict[int, list[int]] = {}
    for digits, selector in chosen.items():
        by_size.setdefault(len(digits), []).append(selector)
    return {size: _any_of(formula, selectors) for size, selectors in by_size.items()}


def _add_cells(
    formula: CnfBuilder,
    places: Sequence[Literals],
    is_end: Mapping[int, int],
    within: Mapping[int, int],
    sizes: Mapping[int, int],
) -> None:
    """State that each cell is an end, or between the ends with a value of the set, or neither."""
    ends = formula.variables(len(places))
    between = formula.variables(len(places))
    for place, end, inside in zip(places, ends, between, strict=True):
        for digit, literal in place.items():
            of_set = within.get(digit, NEVER)
            add_clauses(formula, [(-literal, -is_end[digit], end), (-literal, is_end[digit], -end)])
            add_clauses(formula, [(-literal, -inside, of_set), (-literal, inside, -of_set)])
    for first, second in combinations(range(len(places)), 2):
        size = sizes.get(second - first - 1, NEVER)
        add_clauses(formula, [(-ends[first], -ends[second], size)])
        for at, inside in enumerate(between):
            formula.add(-ends[first], -ends[second], inside if first < at < second else -inside)
    for at, end in enumerate(ends):
        for size, literal in sizes.items():
            others = [ends[other] for other in (at - size - 1, at + size + 1) if 0 <= other < len(ends)]
            formula.add(-end, -literal, *others)


def add_comparison(
    formula: CnfBuilder, one: Sequence[Literals], other: Sequence[Literals]
) -> tuple[int, int, int]:
    """Return the literals that the first line is lower than the second, equal to it, and higher."""
    lower, higher = formula.variables(2)
    equal = ALWAYS
    for a, b in zip(one, other, strict=True):
        if a != b:
            equal = _add_place(formula, a, b, equal, lower, higher)
    one_of_them: list[tuple[int, ...]] = [(lower, equal, higher)]
    add_clauses(formula, [*one_of_them, (-lower, -equal), (-lower, -higher), (-equal, -higher)])
    return lower, equal, higher


def _add_place(formula: CnfBuilder, a: Literals, b: Literals, before: int, lower: int, higher: int) -> int:
    """Compare one more position; return the literal that both lines are equal up to it."""
    equal = formula.variable()
    clauses: list[tuple[int, ...]] = [(-equal, before)]
    for digit, literal in a.items():
        same = b.get(digit, NEVER)
        clauses += [(-equal, -literal, same), (-before, -literal, -same, equal)]
        # At the first position where the lines differ, the values decide.
        below = [other for value, other in b.items() if value < digit]
        above = [other for value, other in b.items() if value > digit]
        clauses += [(-before, equal, -literal, lower, *below), (-before, equal, -literal, higher, *above)]
    add_clauses(formula, clauses)
    return equal
