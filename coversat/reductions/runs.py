"""Cells with different digits that add up: what a run of Kakuro and a killer cage have in common."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import ReductionError
from ..problems.grid import Cell

if TYPE_CHECKING:
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


def allowed_combinations(run: Run, largest: int) -> list[Combination]:
    """The sets of different digits, 1 to `largest`, that fill the run, in increasing order.

    Raises
    ------
    ReductionError
        When there are too many sets to look at.
    """
    count = comb(largest, len(run.cells))
    if count > MOST_COMBINATIONS:
        raise ReductionError(
            f"{run.name} has {count} sets of digits; up to {MOST_COMBINATIONS} are looked at"
        )
    sets = combinations(range(1, largest + 1), len(run.cells))
    return [digits for digits in sets if run.total is None or sum(digits) == run.total]


def add_combination_options(
    board: CoverBuilder[Any], run: Run, largest: int, run_item: int, digit_items: range
) -> None:
    """An option for each combination: it covers the run and the digits that it leaves out.

    So each digit of the run is covered exactly once, by a cell that holds it or by the combination.
    """
    sets = allowed_combinations(run, largest)
    left_out = (tuple([item for d, item in enumerate(digit_items, 1) if d not in digits]) for digits in sets)
    board.aids((((run_item, *items), ()) for items in left_out), lambda at: _combination_name(run, sets[at]))


def _combination_name(run: Run, combination: Combination) -> str:
    return f"{run.name}={{{','.join(map(str, combination))}}}"


def add_distinct(formula: Formula, shows: DigitVariables, run: Run) -> None:
    """No digit twice in the run."""
    for digit in range(1, shows.size + 1):
        formula.at_most_one([shows[cell, digit] for cell in run.cells])


def add_combinations(formula: Formula, shows: DigitVariables, run: Run) -> None:
    """No digit twice in the run, and its digits are one of the allowed sets."""
    add_distinct(formula, shows, run)
    if run.total is not None or len(run.cells) > shows.size:  # otherwise every set is allowed
        add_selectors(formula, shows, run)


def add_selectors(formula: Formula, shows: DigitVariables, run: Run) -> None:
    """A selector for each allowed digit set of the run, whose digits are known to differ.

    A selector rules out the digits outside its set; a digit in a cell needs the selector of a set that
    holds it.  The digits are different and as many as the set, so they determine their selector.
    """
    combinations_of_run = allowed_combinations(run, shows.size)
    selectors = formula.variables(
        len(combinations_of_run), lambda at: _combination_name(run, combinations_of_run[at])
    )
    formula.add(*selectors)
    for digit in range(1, shows.size + 1):
        holding = [s for s, combo in zip(selectors, combinations_of_run, strict=True) if digit in combo]
        others = [s for s, combo in zip(selectors, combinations_of_run, strict=True) if digit not in combo]
        for cell in run.cells:
            formula.add(-shows[cell, digit], *holding)
            for selector in others:
                formula.add(-selector, -shows[cell, digit])
