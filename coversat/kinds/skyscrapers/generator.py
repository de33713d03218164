"""Generating skyscrapers: cells and clues are removed from a random Latin square with all its clues."""

from __future__ import annotations

import random

from ...problems.board import seen_from
from ...problems.grid import Grid
from ...routing import find_route, run
from ...setter.facts import Clock
from ...setter.generate import Spec, SpecError
from ...solvers import Limits
from ..latin.generator import random_latin_square
from .rules import SIDES, Clues, Skyscrapers

CHECKS = ("search/backtracking", "cover/bitset")
"""The two routes that verify each puzzle; no reduction is in both."""

ORDERS = range(3, 6)
"""The sizes that the search can verify in seconds."""

NODES = 20_000
"""The node limit of a check for uniqueness; beyond it the clue stays."""


def attempt(spec: Spec, rng: random.Random, clock: Clock) -> Skyscrapers | None:
    """A puzzle in which no given cell and no clue is redundant, unless `spec` states the number of cells.

    None if more cells are needed.
    """
    rows, columns = spec.size or (5, 5)
    if spec.boxes is not None:
        raise SpecError("skyscrapers have no boxes")
    if rows != columns or rows not in ORDERS:
        orders = f"{ORDERS[0]}x{ORDERS[0]} to {ORDERS[-1]}x{ORDERS[-1]}"
        raise SpecError(f"skyscrapers are made {orders}, not {rows}x{columns}")
    if spec.symmetry not in (None, "none"):
        raise SpecError("skyscrapers are made without symmetry")
    if spec.givens is not None and not 0 <= spec.givens <= rows * rows:
        raise SpecError(f"a {rows}x{rows} board has no {spec.givens} givens")
    puzzle = _with_all_clues(random_latin_square(rows, rng))
    cells = list(range(rows * rows))
    clues = list(range(rows * rows, len(puzzle.given_names())))
    rng.shuffle(cells)
    rng.shuffle(clues)
    left = {*cells, *clues}
    for number in [*cells, *clues]:
        clock.report(f"{len(left)} givens and clues left")
        if number in cells and len(left) - len(clues) == spec.givens:
            continue
        if _is_unique(puzzle.with_givens(left - {number}), clock):
            left.remove(number)
    if spec.givens is not None and len(left.intersection(cells)) > spec.givens:
        return None
    return puzzle.with_givens(left)


def _with_all_clues(grid: Grid) -> Skyscrapers:
    order = len(grid)

    def clues(side: str) -> Clues:
        lines = (seen_from(SIDES[side][0], at, order, order) for at in range(order))
        return tuple(_seen([grid[r][c] for r, c in cells]) for cells in lines)

    return Skyscrapers(grid, *map(clues, ("above", "below", "left", "right")))


def _seen(heights: list[int]) -> int:
    return sum(height > max(heights[:at], default=0) for at, height in enumerate(heights))


def _is_unique(puzzle: Skyscrapers, clock: Clock) -> bool:
    limits = Limits(answers=2, nodes=NODES, deadline=clock.deadline)
    found = run(puzzle, find_route(puzzle.kind, "cover/bitset"), limits).findings
    clock.check()
    return found.exhausted and len(found.answers) == 1
