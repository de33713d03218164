"""How many literals are true, by counters and by sorting networks; and sums by their digits.

A counter (`add_counter`) has variables that at least some number of the first literals are true (Sinz, CP
2005). Both ways are stated, so that the literals determine it. Numbers that no longer matter have no
variable.

A network sorts truth values: its n-th output says that at least n inputs are true. Its comparators are stated
in both directions, so that the inputs determine every variable, and it is arc consistent for a count (Asín,
Nieuwenhuis, Oliveras and Rodríguez-Carbonell, "Cardinality networks", Constraints 16, 2011). It is Batcher's
odd-even merging (TAOCP 5.3.4) of long sequences, and that of totalizers for short ones (Abío, Nieuwenhuis,
Oliveras and Rodríguez-Carbonell, CP 2013), cut off behind the last output that matters.

By digits (`add_digits`), the factors of a sum are written in base two; the literals of each digit are sorted
together with the carry, which is every second output of the digit before (Eén and Sörensson, "Translating
pseudo-Boolean constraints into SAT", JSAT 2, 2006). For a bound a constant is added, so that the last digit
alone decides (Bailleux, Boufkhad and Roussel, SAT 2009). It is short for any factors, and refutes every
contradiction of one bound, but is not arc consistent.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import pairwise

from ..primitives import Sum
from .cnf_builder import ALWAYS, NEVER, CnfBuilder, Pattern, add_clauses
from .sums import Scaled, Terms, in_order, needed_ends, span_of

Add = Callable[[CnfBuilder, Sequence[int], tuple[int, ...]], None]


def state_count(formula: CnfBuilder, literals: Sequence[int], numbers: Sequence[int], add: Add) -> None:
    """State by `add` how many of the literals are true, among which may be `ALWAYS` and `NEVER`."""
    certain, first = literals.count(ALWAYS), formula.clause_count
    unknown = [literal for literal in literals if literal not in (ALWAYS, NEVER)]
    left = tuple(number - certain for number in numbers)
    add(formula, unknown, left)
    possible = [number for number in left if 0 <= number <= len(unknown)]
    if possible and len(set(possible)) == max(possible) - min(possible) + 1:
        formula.add_cardinality(first, unknown, min(possible), max(possible))


def add_counter(formula: CnfBuilder, literals: Sequence[int], numbers: Sequence[int]) -> None:
    """State that the number of true literals is one of `numbers`.

    Many counts are alike, so their clauses are made once.
    """
    state_count(formula, literals, numbers, _add_counter)


def _add_counter(formula: CnfBuilder, literals: Sequence[int], numbers: tuple[int, ...]) -> None:
    formula.add_pattern(literals, *_counter(len(literals), numbers))


def changes(size: int, numbers: Collection[int]) -> list[int]:
    """Each number up to this size that is one of `numbers` while the one before it is not, or the reverse."""
    return [number for number in range(1, size + 1) if (number in numbers) != (number - 1 in numbers)]


@lru_cache(maxsize=4096)
def _counter(size: int, numbers: tuple[int, ...]) -> tuple[Pattern, int]:
    """The clauses for so many literals, and the number of auxiliary variables."""
    formula = CnfBuilder()
    literals = formula.variables(size)
    ends = changes(size, numbers)  # only these can be reached or missed
    at_least = {0: ALWAYS}
    for left, literal in zip(reversed(range(size)), literals, strict=True):
        before, at_least = at_least, {0: ALWAYS}
        seen = size - left
        for number in range(max(1, ends[0] - left), min(seen, ends[-1]) + 1) if ends else ():
            same, less = before.get(number, NEVER), before[number - 1]
            if number == ends[0] - left and 0 not in numbers:
                here = ALWAYS
            elif number == ends[-1] and size not in numbers:
                here = NEVER
            else:
                here = literal if seen == 1 else formula.variable()
            at_least[number] = here
            if here != literal:
                clauses = (-same, here), (-less, -literal, here), (-here, same, literal), (-here, less)
                add_clauses(formula, clauses)
    for start, end in pairwise(ends):
        if start not in numbers:
            add_clauses(formula, [(-at_least[start], at_least[end])])
    if not ends and 0 not in numbers:
        formula.add()
    return Pattern.of(formula), formula.variable_count - size


DIRECT, DIRECT_OF_DIGITS = 8192, 64
"""The most pairs of positions of two sequences that are merged by clauses for each pair, in counts and in
digits. Up to 64 that is as short as comparators; beyond, it is longer, and needs far fewer conflicts."""


def _merged(formula: CnfBuilder, a: Sequence[int], b: Sequence[int], most: int, direct: int) -> list[int]:
    """The first outputs, at most so many, of two sorted sequences."""
    a, b = a[:most], b[:most]
    if not a or not b:
        return [*a, *b]
    if len(a) * len(b) <= direct:
        return _merged_directly(formula, a, b, most)
    first, *evens = _merged(formula, a[::2], b[::2], most // 2 + 1, direct)
    odds = _merged(formula, a[1::2], b[1::2], most // 2, direct)
    found = [first]
    for odd, even in zip(odds, evens, strict=False):
        found += _merged_directly(formula, [odd], [even], min(2, most - len(found)))
    paired = min(len(odds), len(evens))
    return [*found, *odds[paired:], *evens[paired:]][:most]


def _merged_directly(formula: CnfBuilder, a: Sequence[int], b: Sequence[int], most: int) -> list[int]:
    """The same without further variables: two clauses for each number of true literals in both."""
    found = list(formula.variables(min(most, len(a) + len(b))))
    ones, twos, total = [ALWAYS, *a, NEVER], [ALWAYS, *b, NEVER], [ALWAYS, *found]
    clauses: list[tuple[int, ...]] = []
    for i in range(len(a) + 1):
        for j in range(min(len(b), len(found) - i) + 1):
            clauses.append((-ones[i], -twos[j], total[i + j]))
            if i + j < len(found):
                clauses.append((ones[i + 1], twos[j + 1], -total[i + j + 1]))
    add_clauses(formula, clauses)
    return found


def _sorted(formula: CnfBuilder, literals: Sequence[int], most: int, direct: int) -> list[int]:
    """For each number up to `most`, that at least so many of the literals are true."""
    if len(literals) < 2:
        return [*literals][:most]
    half = len(literals) // 2
    one, other = (_sorted(formula, those, most, direct) for those in (literals[:half], literals[half:]))
    return _merged(formula, one, other, most, direct)


MOST_COUNTED = 600
"""The most variables of a counter; networks are shorter for larger counts."""


def add_count(formula: CnfBuilder, literals: Sequence[int], numbers: Sequence[int]) -> None:
    """State that the number of true literals is one of `numbers`, by the shorter of two encodings."""
    ends = changes(len(literals), numbers) or [0]
    is_long = ends[-1] * (len(literals) + 1 - ends[0]) > MOST_COUNTED
    (add_network if is_long else add_counter)(formula, literals, numbers)


def add_network(formula: CnfBuilder, literals: Sequence[int], numbers: Sequence[int]) -> None:
    """State that the number of true literals is one of `numbers`."""
    state_count(formula, literals, numbers, _add_network)


def _add_network(formula: CnfBuilder, literals: Sequence[int], numbers: Sequence[int]) -> None:
    size = len(literals)
    ends = changes(size, numbers)
    if not ends:
        if 0 not in numbers:
            formula.add()
        return
    if size + 1 - ends[0] < ends[-1]:  # it is shorter to count those that are false
        _add_network(formula, [-literal for literal in literals], [size - number for number in numbers])
        return
    at_least = _sorted(formula, literals, ends[-1], DIRECT)
    if 0 not in numbers:
        formula.add(at_least[ends[0] - 1])
    for start, end in pairwise(ends):
        if start not in numbers:
            formula.add(-at_least[start - 1], at_least[end - 1])
    if size not in numbers:
        formula.add(-at_least[ends[-1] - 1])


def add_radix(formula: CnfBuilder, places: Terms, primitive: Sum) -> None:
    """State a sum by its digits.

    Raise `ReductionError` if it has other totals than all numbers between two.
    """
    held = in_order(places, primitive)
    add_digits(formula, held, *needed_ends(held, primitive.totals))


def add_digits(formula: CnfBuilder, held: Sequence[Scaled], least: int, most: int) -> None:
    """State that the sum of terms, less its lowest value, is between two bounds."""
    highest = sum(map(span_of, held))
    if least > most or most < 0 or least > highest:
        formula.add()
    elif least == most:
        _add_equal(formula, _above_lowest(held, 1), most)
    else:
        if most < highest:
            _add_at_most(formula, _above_lowest(held, 1), most)
        if least > 0:
            _add_at_most(formula, _above_lowest(held, -1), highest - least)


def _above_lowest(held: Sequence[Scaled], sign: int) -> list[tuple[int, int]]:
    """Positive factors of literals, whose sum is that of the terms, or its negation, less the lowest."""
    found = []
    for factor, place in held:
        scaled = {sign * factor * value: literal for value, literal in place.items()}
        found += [(value - min(scaled), x) for value, x in sorted(scaled.items()) if value > min(scaled)]
    return found


def _digit(
    formula: CnfBuilder, factors: Sequence[tuple[int, int]], carry: Sequence[int]
) -> tuple[list[int], list[tuple[int, int]]]:
    """The sorted literals of the lowest digit, and what is left of the factors, by two."""
    ones = [literal for factor, literal in factors if factor % 2]
    ordered = _sorted(formula, ones, len(ones), DIRECT_OF_DIGITS)
    total = _merged(formula, carry, ordered, len(carry) + len(ones), DIRECT_OF_DIGITS)
    return total, [(factor // 2, literal) for factor, literal in factors if factor > 1]


def _add_equal(formula: CnfBuilder, factors: Sequence[tuple[int, int]], bound: int) -> None:
    carry: list[int] = []
    while factors:
        total, factors = _digit(formula, factors, carry)
        if factors:  # the number of true literals is even or odd, as the bound is
            steps = enumerate(pairwise([ALWAYS, *total, NEVER]))
            add_clauses(formula, [(-here, more) for at, (here, more) in steps if (at - bound) % 2])
            carry, bound = total[1::2], bound // 2
        elif bound > len(total):
            formula.add()
        else:
            add_clauses(formula, [([ALWAYS, *total][bound],), (-[*total, NEVER][bound],)])


def _add_at_most(formula: CnfBuilder, factors: Sequence[tuple[int, int]], bound: int) -> None:
    last = 1 << (max(factor for factor, _ in factors).bit_length() - 1)
    added = -(bound + 1) % last  # the sum with this is less than a multiple of the last digit
    factors = [*factors, (added, ALWAYS)] if added else factors
    carry: list[int] = []
    while factors:
        total, factors = _digit(formula, factors, carry)
        carry = total[1::2]
    add_clauses(formula, [(-[*total, NEVER][(bound + added) // last],)])
