"""How many literals are true, in the order encoding.

A variable says that at least some number of the first literals are true (Sinz, CP 2005). Both ways are
stated, so that the literals determine it. Numbers that no longer matter have no variable.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from .cnf_builder import ALWAYS, NEVER, CnfBuilder, Pattern, add_clauses


def add_counter(formula: CnfBuilder, literals: Sequence[int], numbers: Sequence[int]) -> None:
    """State that the number of true literals is one of `numbers`.

    Many counts are alike, so their clauses are made once.
    """
    certain, first = literals.count(ALWAYS), formula.clause_count
    unknown = [literal for literal in literals if literal not in (ALWAYS, NEVER)]
    left = tuple(number - certain for number in numbers)
    formula.add_pattern(unknown, *_counter(len(unknown), left))
    possible = [number for number in left if 0 <= number <= len(unknown)]
    if possible and len(set(possible)) == max(possible) - min(possible) + 1:
        formula.add_cardinality(first, unknown, min(possible), max(possible))


@lru_cache(maxsize=4096)
def _counter(size: int, numbers: tuple[int, ...]) -> tuple[Pattern, int]:
    """The clauses for so many literals, and the number of auxiliary variables."""
    formula = CnfBuilder()
    literals = formula.variables(size)
    allowed = [number in numbers for number in range(size + 1)]
    # Where an allowed number follows one that is not, or the reverse: only these can be reached or missed.
    ends = [number for number in range(1, size + 1) if allowed[number] != allowed[number - 1]]
    at_least = {0: ALWAYS}
    for left, literal in zip(reversed(range(size)), literals, strict=True):
        before, at_least = at_least, {0: ALWAYS}
        seen = size - left
        for number in range(max(1, ends[0] - left), min(seen, ends[-1]) + 1) if ends else ():
            same, less = before.get(number, NEVER), before[number - 1]
            if number == ends[0] - left and not allowed[0]:
                here = ALWAYS
            elif number == ends[-1] and not allowed[size]:
                here = NEVER
            else:
                here = literal if seen == 1 else formula.variable()
            at_least[number] = here
            if here != literal:
                clauses = (-same, here), (-less, -literal, here), (-here, same, literal), (-here, less)
                add_clauses(formula, clauses)
    for start, end in pairwise(ends):
        if not allowed[start]:
            add_clauses(formula, [(-at_least[start], at_least[end])])
    if not any(allowed):
        formula.add()
    return Pattern.of(formula), formula.variable_count - size
