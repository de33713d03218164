"""The sets of digits that cells may hold: as options of a cover, and with a selector for each in CNF.

`add_sets` uses a selector for each set that different values may form, as in kakuro runs and killer cages.
The values of the cells determine it. Two cells need none: `add_partners` states what each value leaves of the
other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, Protocol

from ..base.errors import ReductionError
from ..primitives import AllDifferent
from ..primitives.sums import MOST_COMBINATIONS, Combination, combinations_of
from ..problems.exact_cover.builder import CoverBuilder, Naming
from ..problems.grid import Cell

if TYPE_CHECKING:  # a puzzle that its cover decides needs no formula
    from .cnf_builder import CnfBuilder
    from .places import Literals
    from .variables import DigitVariables


class Run(Protocol):
    """Cells with different digits; `total` is their sum, if it is known."""

    @property
    def name(self) -> str:
        """What exports call it."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the run."""

    @property
    def total(self) -> int | None:
        """The sum of the digits of the run."""


def allowed_combinations(run: Run, digits: Sequence[int]) -> list[Combination]:
    """The sets of different digits that can fill the run, in increasing order.

    Raise `ReductionError` if there are more than `MOST_COMBINATIONS` sets.
    """
    count = comb(len(digits), len(run.cells))
    if count > MOST_COMBINATIONS:
        raise ReductionError(
            f"{run.name} has {count} sets of digits; up to {MOST_COMBINATIONS} are looked at"
        )
    return combinations_of(digits, len(run.cells), run.total)


def sets_of(group: AllDifferent, values: Sequence[int]) -> Sequence[Combination] | None:
    """The sets that the values of cells may form; None if all are allowed.

    Raise `ReductionError` if there are too many sets.
    """
    if group.sets is not None:
        return group.sets
    every = group.total is None and len(group.cells) <= len(values)
    return None if every else allowed_combinations(group, values)


def add_set_options(
    board: CoverBuilder[Any],
    name: str,
    sets: Sequence[Combination],
    item: int,
    digit_items: Mapping[int, int],
) -> None:
    """Add an option for each set of digits: it covers `item` and the items of the digits outside the set.

    So the item of each digit is covered exactly once, by a cell that holds it or by the set.
    """
    left_out = ([other for digit, other in digit_items.items() if digit not in digits] for digits in sets)
    board.aids((((item, *items), ()) for items in left_out), lambda at: set_name(name, sets[at]))


def set_name(name: str, digits: Combination) -> str:
    """``name={1,4}``."""
    return f"{name}={{{','.join(map(str, digits))}}}"


def values_in(places: Iterable[Literals]) -> list[int]:
    """The values that some of the cells may hold, in increasing order."""
    return sorted({value for place in places for value in place})


def add_distinct(formula: CnfBuilder, places: Sequence[Literals]) -> None:
    """State that no value occurs twice in these cells."""
    for value in values_in(places):
        formula.at_most_one([place[value] for place in places if value in place])


def add_selectors(formula: CnfBuilder, shows: DigitVariables, run: Run) -> None:
    """State a run by a selector for each allowed set of its digits, if it has more than two cells.

    See `add_sets` and `add_partners`.
    """
    sets = allowed_combinations(run, shows.digits)
    places = list(map(shows.literals, run.cells))
    if len(places) == 2:
        add_partners(formula, places, sets)
    else:
        add_sets(formula, places, sets, lambda at: set_name(run.name, sets[at]), each_occurs=False)


def add_partners(formula: CnfBuilder, places: Sequence[Literals], sets: Sequence[Combination]) -> None:
    """State the sets that the values of two cells may form, which are known to differ.

    Each value of one leaves to the other the values that are in a set with it. This needs no variables, and
    is arc consistent, which selectors are not.
    """
    partners: dict[int, set[int]] = {}
    for one, other in sets:
        partners.setdefault(one, set()).add(other)
        partners.setdefault(other, set()).add(one)
    for here, there in (places, places[::-1]):
        for digit, literal in here.items():
            left = partners.get(digit, ())
            formula.add(-literal, *(other for value, other in there.items() if value in left))


def add_sets(
    formula: CnfBuilder,
    places: Sequence[Literals],
    sets: Sequence[Combination],
    name: Naming | None = None,
    each_occurs: bool = True,
) -> range:
    """Use a selector for each set that the values of cells, which are known to differ, may form.

    A selector forbids the values outside its set; a value in a cell needs the selector of a set that contains
    it.  There are as many cells as values in a set, so that the values determine their selector.  It follows
    that each value of the set occurs in a cell (`each_occurs`); to state this helps with long sums, as in a
    killer.
    """
    selectors = formula.variables(len(sets), name)
    formula.add(*selectors)
    for digit in values_in(places):
        holding = [s for s, combo in zip(selectors, sets, strict=True) if digit in combo]
        others = [s for s, combo in zip(selectors, sets, strict=True) if digit not in combo]
        literals = [place[digit] for place in places if digit in place]
        for literal in literals:
            formula.add(-literal, *holding)
            for selector in others:
                formula.add(-selector, -literal)
        for selector in holding if each_occurs else ():
            formula.add(-selector, *literals)
    return selectors


def added_sets(formula: CnfBuilder, places: Sequence[Literals]) -> dict[int, int]:
    """Return the literals of the possible sums of cells, whose values are known to differ."""
    sets = combinations_of(values_in(places), len(places))
    by_total: dict[int, list[int]] = {}
    for digits, selector in zip(sets, add_sets(formula, places, sets), strict=True):
        by_total.setdefault(sum(digits), []).append(selector)
    found = dict(zip(sorted(by_total), formula.variables(len(by_total)), strict=True))
    for total, literal in found.items():
        formula.add(-literal, *by_total[total])
        for selector in by_total[total]:
            formula.add(literal, -selector)
    return found
