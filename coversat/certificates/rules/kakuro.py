"""Kakuro: a digit in each white cell; those of a run differ, and add up to its clue."""

from __future__ import annotations

from itertools import combinations

from ...kinds.kakuro.rules import LARGEST_DIGIT, Kakuro, Run
from ...problems.grid import cell_name
from .statement import Statement
from .theory import Literal, at_least_one, at_most_one

_DIGITS = range(1, LARGEST_DIGIT + 1)


def statement(problem: Kakuro) -> Statement:
    """Of every kakuro."""
    said = Statement(problem.rows, problem.columns)
    for cell in problem.white_cells:
        said.cell(cell, ((digit, f"{cell_name(cell)}={digit}") for digit in _DIGITS))
    for run in problem.runs:
        _say_run(said, run)
    return said


def _say_run(said: Statement, run: Run) -> None:
    """One of the sets of as many digits as cells, that add up, stands in the run."""
    stands: dict[int, Literal] = {}
    at_most, at_least = [], []
    for digit in _DIGITS:
        here = [said.shows[cell, digit] for cell in run.cells]
        stands[digit] = said.either(here)
        # Not twice in the run: as often as it stands there, once or never.
        at_most.append(said.say(at_most_one([*here, -stands[digit]])))
        at_least.append(at_least_one([*here, -stands[digit]]))
    # As many digits stand in it as it has cells.
    said.add_up([*(said.holds[cell] for cell in run.cells), *at_most])
    said.add_up([*(said.holds_one[cell] for cell in run.cells), *at_least])
    sets = [
        digits
        for digits in combinations(_DIGITS, len(run.cells))
        if run.total is None or sum(digits) == run.total
    ]
    those = {digits: said.every(stands[digit] for digit in digits) for digits in sets}
    said.say(at_least_one(those.values()))
    for digits, whole in those.items():
        said.names[f"{run.name}={{{','.join(map(str, digits))}}}"] = whole
        said.lemmas += [at_least_one([-whole, -stands[d]]) for d in _DIGITS if d not in digits]
