"""Lines of cells as numbers: which of two is the lower.

A variable for each place says that the lines are equal up to it; the first place where they are not decides.
The variables follow from the digits.

Source: Frisch, Hnich, Kiziltan, Miguel and Walsh, "Global constraints for lexicographic orderings", CP 2002.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .certain import ALWAYS, add_clauses
from .formula import Formula

Place = Mapping[int, int]


def add_comparison(formula: Formula, one: Sequence[Place], other: Sequence[Place]) -> tuple[int, int, int]:
    """What says that the first number is lower than the second, equal, higher."""
    lower, higher = formula.variables(2)
    equal = ALWAYS
    for a, b in zip(one, other, strict=True):
        if a != b:
            equal = _add_place(formula, a, b, equal, lower, higher)
    one_of_them: list[tuple[int, ...]] = [(lower, equal, higher)]
    add_clauses(formula, [*one_of_them, (-lower, -equal), (-lower, -higher), (-equal, -higher)])
    return lower, equal, higher


def _add_place(formula: Formula, a: Place, b: Place, before: int, lower: int, higher: int) -> int:
    """One place more; what says that both are equal up to it."""
    equal = formula.variable()
    clauses: list[tuple[int, ...]] = [(-equal, before)]
    for digit, literal in a.items():
        same = b[digit]
        clauses += [(-equal, -literal, same), (-before, -literal, -same, equal)]
        # Where they are equal up to here, and not here, the digits say which is the lower.
        below = [other for value, other in b.items() if value < digit]
        above = [other for value, other in b.items() if value > digit]
        clauses += [(-before, equal, -literal, lower, *below), (-before, equal, -literal, higher, *above)]
    add_clauses(formula, clauses)
    return equal
