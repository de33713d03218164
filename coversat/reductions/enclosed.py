"""The sum of what stands between two ends, by the sets of digits that it may be.

A variable for each set, and for each digit whether it is of the set; for each cell whether it is an end, and
whether it is between them.  The digits determine them all.  Where two ends stand tells how large the set is;
so it follows that all its digits stand, and none of them elsewhere, and to say so makes propagation find it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, combinations

from .certain import ALWAYS, NEVER, add_clauses
from .formula import Formula

Place = Mapping[int, int]

MOST_DIGITS = 16
"""Of so many the sets are listed."""


def add_enclosed(formula: Formula, places: Sequence[Place], total: int, ends: tuple[int, int] | None) -> None:
    """What stands between the ends adds up to the total.

    Parameters
    ----------
    formula : Formula
    places : sequence of mappings from digits to literals
        Two or more, whose digits are known to differ.
    total : int
    ends : two digits, optional
        Both stand there; where none are told, the lowest and the highest that do.
    """
    inner = list(places[0])[1:-1]
    sizes = range(min(len(places) - 2, len(inner)) + 1)
    sets = [chosen for size in sizes for chosen in combinations(inner, size) if sum(chosen) == total]
    selectors = formula.variables(len(sets))
    formula.add(*selectors)
    chosen = dict(zip(sets, selectors, strict=True))
    stands = {digit: _any_of(formula, [place[digit] for place in places]) for digit in places[0]}
    within = {digit: _is_one(formula, [digit in one for one in sets], selectors) for digit in inner}
    for digit, literal in within.items():
        formula.add(-literal, stands[digit])
    if ends is None:
        is_end = _extremes(formula, stands)
    else:
        is_end = {digit: ALWAYS if digit in ends else NEVER for digit in stands}
        for digit in ends:
            formula.add(stands[digit])
    _add_cells(formula, places, is_end, within, _sizes(formula, chosen))


def _any_of(formula: Formula, literals: Sequence[int]) -> int:
    """Whether one of these is true."""
    known = [literal for literal in literals if literal != NEVER]
    if ALWAYS in known or len(known) < 2:
        return ALWAYS if ALWAYS in known else known[0] if known else NEVER
    found = formula.variable()
    formula.add(-found, *known)
    for literal in known:
        formula.add(found, -literal)
    return found


def _is_one(formula: Formula, belongs: Sequence[bool], selectors: Sequence[int]) -> int:
    """Whether what is selected belongs to it; one is."""
    found = formula.variable()
    for side, wanted in ((found, True), (-found, False)):
        those = [one for one, so in zip(selectors, belongs, strict=True) if so is wanted]
        formula.add(-side, *those)
        for one in those:
            formula.add(-one, side)
    return found


def _extremes(formula: Formula, stands: Mapping[int, int]) -> dict[int, int]:
    """Of each digit, whether it is the lowest or the highest that stands."""
    literals = list(stands.values())
    found = {}
    below = [NEVER, *accumulate(literals, lambda a, b: _any_of(formula, [a, b]))]
    above = [NEVER, *accumulate(literals[::-1], lambda a, b: _any_of(formula, [a, b]))][-2::-1]
    for digit, literal, lower, higher in zip(stands, literals, below, above, strict=False):
        end = found[digit] = formula.variable()
        add_clauses(formula, [(-end, literal), (-end, -lower, -higher)])
        add_clauses(formula, [(end, -literal, lower), (end, -literal, higher)])
    return found


def _sizes(formula: Formula, chosen: Mapping[tuple[int, ...], int]) -> dict[int, int]:
    """What says how many digits the set has."""
    by_size: dict[int, list[int]] = {}
    for digits, selector in chosen.items():
        by_size.setdefault(len(digits), []).append(selector)
    return {size: _any_of(formula, selectors) for size, selectors in by_size.items()}


def _add_cells(
    formula: Formula,
    places: Sequence[Place],
    is_end: Mapping[int, int],
    within: Mapping[int, int],
    sizes: Mapping[int, int],
) -> None:
    """Each cell is an end, or it is between two and its digit is of the set, or neither."""
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
