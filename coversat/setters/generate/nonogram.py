"""Generating nonograms: random pictures, of which cells change until their clues leave one answer."""

from __future__ import annotations

import random
from itertools import chain

from ...base.errors import ReductionError
from ...kinds.nonogram.rules import Nonogram, clues_of
from ..clock import Clock
from .spec import Spec, orbits

CHECKS = ("cover/bitset", "cnf:starts/cadical195")
"""The two routes that check each puzzle: no reduction is in both."""

SIDES = range(2, 21)
"""The range of a side's length."""
BLACK_SHARE = 0.55
"""The approximate share of black cells at first."""
CHANGES = 300
"""The number of changed cells after which another picture is tried."""
NODES = 50_000
"""The node limit of a search for a second answer; beyond it another picture is tried."""


def attempt(spec: Spec, rng: random.Random, clock: Clock) -> Nonogram | None:
    """A nonogram whose picture has the symmetry of `spec`; None if the changes did not make it unique."""
    spec.refuse(Nonogram.kind, "boxes", "givens")
    rows, columns = spec.board_size(Nonogram.kind, SIDES)
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    groups = {
        cell: group for group in orbits(cells, spec.symmetry or "none", rows, columns) for cell in group
    }
    picture = dict.fromkeys(cells, 0)
    for group in dict.fromkeys(groups.values()):
        picture |= dict.fromkeys(group, int(rng.random() < BLACK_SHARE))
    for _ in range(CHANGES):
        grid = tuple(tuple(picture[r, c] for c in range(columns)) for r in range(rows))
        problem = clues_of(grid)
        try:
            answers = clock.two_answers(problem, NODES)
        except ReductionError:  # too many ways to fill a line
            return None
        if answers is None:
            return None
        if len(answers) == 1:
            return problem if any(chain(*grid)) else None
        other = next(answer for answer in answers if answer != grid)
        different = [(r, c) for r, c in cells if grid[r][c] != other[r][c]]
        clock.report(f"{len(different)} cells differ between two answers")
        # Each change is at a place where two answers differ, so that the clues tell these apart.
        chosen = groups[rng.choice(different)]
        picture |= {cell: 1 - picture[cell] for cell in chosen}
    return None
