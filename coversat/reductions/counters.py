"""How many literals are true, in the order encoding.

A variable says that at least some number of the first literals are true (Sinz, CP 2005). Both ways are
stated, so that the literals determine it. Numbers that no longer matter have no variable.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import pairwise

from .cnf_builder import ALWAYS, NEVER, CnfBuilder, Pattern, add_clauses

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
