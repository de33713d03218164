"""Star battles by a SAT solver that counts: each rule is one of its constraints, and nothing is encoded.

Source: Liffiton and Maglalang, "A cardinality solver: more expressive constraints for free", SAT 2012.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ...problems.grid import Grid
from ...solvers.backtracking import Backtracking, DirectSearch
from ...solvers.sat import GLUECARD, SatCalls, blocking_clause
from ...solvers.solver import Meter
from ..cnf.rules import Clause, Cnf
from .rules import StarBattle

BESIDE = ((0, 1), (1, -1), (1, 0), (1, 1))
"""To the neighbours of a cell that come after it."""


def _counted(puzzle: StarBattle, meter: Meter) -> Iterator[Grid]:
    """A variable for each cell, row by row: that it holds a star."""
    size = puzzle.size
    units = _units(puzzle)
    if min(map(len, units)) < puzzle.stars:
        return
    apart = Cnf(size * size, tuple(_touching(size)))
    with SatCalls(GLUECARD, apart, meter) as calls:
        for unit in units:
            calls.at_most(unit, puzzle.stars)
            calls.at_most([-cell for cell in unit], len(unit) - puzzle.stars)
        while calls.solve():
            model = calls.model()
            board = [int(literal > 0) for literal in model]
            yield tuple(tuple(board[at : at + size]) for at in range(0, len(board), size))
            calls.add(blocking_clause(apart, model))


def _units(puzzle: StarBattle) -> list[list[int]]:
    """The variables of each row, each column and each region."""
    places = range(puzzle.size)
    cells = [[r * puzzle.size + c + 1 for c in places] for r in places]
    regions: dict[int, list[int]] = {}
    for r, c in product(places, places):
        regions.setdefault(puzzle.region((r, c)), []).append(cells[r][c])
    return [*cells, *map(list, zip(*cells, strict=True)), *regions.values()]


def _touching(size: int) -> Iterator[Clause]:
    """Of two cells that touch, one is empty."""
    for r, c in product(range(size), range(size)):
        for down, right in BESIDE:
            if r + down < size and 0 <= c + right < size:
                yield -(r * size + c + 1), -((r + down) * size + c + right + 1)


COUNTED: DirectSearch[StarBattle] = DirectSearch(
    "search/counted",
    StarBattle.kind,
    "the rules as they are, for a SAT solver that counts (Gluecard 3)",
    _counted,
)
SEARCHES = (COUNTED, Backtracking(StarBattle.kind))
