"""Cells with different digits that add up: what a run of Kakuro and a killer cage have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import ReductionError
from ..problems.grid import Cell
from .names import Naming

if TYPE_CHECKING:
    from ..language import AllDifferent
    from .cover_builder import CoverBuilder
    from .formula import DigitVariables, Formula

MOST_COMBINATIONS = 1_000_000
"""Larger numbers of digit sets are refused before they are listed; nine digits have at most 126."""

Combination = tuple[int, ...]


class Run(Protocol):
    """Cells whose digits differ; `total` is what they add up to, where that is known."""

    @property
    def name(self) -> str:
        """What tells it apart."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Its cells."""

    @property
    def total(self) -> int | None:
        """The sum of its digits."""


def allowed_combinations(run: Run, digits: Sequence[int]) -> list[Combination]:
    """The sets of different digits that fill the run, in increasing order.

    Raises
    ------
    ReductionError
        When there are too many sets to look at.
    """
    count = comb(len(digits), len(run.cells))
    if count > MOST_COMBINATIONS:
        raise ReductionError(
            f"{run.name} has {count} sets of digits; up to {MOST_COMBINATIONS} are looked at"
        )
    sets = combinations(digits, len(run.cells))
    return [chosen for chosen in sets if run.total is None or sum(chosen) == run.total]


def sets_of(group: AllDifferent, digits: Sequence[int]) -> Sequence[Combination] | None:
    """The digit sets that cells may hold; None where every set is allowed.  Errors as above."""
    if group.sets is not None:
        return group.sets
    every = group.total is None and len(group.cells) <= len(digits)
    return None if every else allowed_combinations(group, digits)


def add_set_options(
    board: CoverBuilder[Any],
    name: str,
    sets: Sequence[Combination],
    item: int,
    digit_items: Mapping[int, int],
) -> None:
    """An option for each digit set of cells that differ: it covers `item` and the digits that it leaves out.

    So each digit of the cells is covered exactly once, by a cell that holds it or by the set.
    """
    left_out = ([other for digit, other in digit_items.items() if digit not in digits] for digits in sets)
    board.aids((((item, *items), ()) for items in left_out), lambda at: set_name(name, sets[at]))


def set_name(name: str, digits: Combination) -> str:
    """``name={1,4}``."""
    return f"{name}={{{','.join(map(str, digits))}}}"


def add_distinct(formula: Formula, places: Sequence[Mapping[int, int]]) -> None:
    """No digit twice in these places."""
    for digit in places[0]:
        formula.at_most_one([place[digit] for place in places])


def add_selectors(formula: Formula, shows: DigitVariables, run: Run) -> None:
    """A selector for each allowed digit set of the run, whose digits are known to differ; see `add_sets`."""
    sets = allowed_combinations(run, range(1, shows.size + 1))
    add_sets(
        formula,
        list(map(shows.literals, run.cells)),
        sets,
        lambda at: set_name(run.name, sets[at]),
        each_stands=False,
    )


def add_sets(
    formula: Formula,
    places: Sequence[Mapping[int, int]],
    sets: Sequence[Combination],
    name: Naming | None = None,
    each_stands: bool = True,
) -> range:
    """A selector for each set that the digits of cells, which are known to differ, may be.

    A selector rules out the digits outside its set; a digit in a cell needs the selector of a set that holds
    it.  The digits are different and as many as the set, so they determine their selector.  It follows that
    each digit of the set stands somewhere; to say so helps where sums are long, as in a killer.
    """
    selectors = formula.variables(len(sets), name)
    formula.add(*selectors)
    for digit in places[0]:
        holding = [s for s, combo in zip(selectors, sets, strict=True) if digit in combo]
        others = [s for s, combo in zip(selectors, sets, strict=True) if digit not in combo]
        for place in places:
            formula.add(-place[digit], *holding)
            for selector in others:
                formula.add(-selector, -place[digit])
        for selector in holding if each_stands else ():
            formula.add(-selector, *(place[digit] for place in places))
    return selectors


def added_sets(formula: Formula, places: Sequence[Mapping[int, int]]) -> dict[int, int]:
    """What the digits of cells, which are known to differ, add up to: each number and the literal of it."""
    sets = list(combinations(places[0], len(places)))
    by_total: dict[int, list[int]] = {}
    for digits, selector in zip(sets, add_sets(formula, places, sets), strict=True):
        by_total.setdefault(sum(digits), []).append(selector)
    found = dict(zip(sorted(by_total), formula.variables(len(by_total)), strict=True))
    for total, literal in found.items():
        formula.add(-literal, *by_total[total])
        for selector in by_total[total]:
            formula.add(literal, -selector)
    return found
