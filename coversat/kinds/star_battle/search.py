"""Star battles by a SAT solver with native cardinality constraints: each rule is one constraint.

Source: Liffiton and Maglalang, "A cardinality solver: more expressive constraints for free", SAT 2012.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...problems.board import touching
from ...problems.cnf.rules import Cnf
from ...problems.grid import Numbers
from ...solvers.sat.sat import GLUECARD, SatCalls, blocking_clause
from ...solvers.search.backtracking import Backtracking, DirectSearch
from ...solvers.solver import Meter
from .rules import StarBattle


def _counted(puzzle: StarBattle, meter: Meter) -> Iterator[Numbers | None]:
    """A variable for each cell, row by row, that is true if it has a star."""
    size = puzzle.size
    units = [[r * size + c + 1 for r, c in cells] for cells in puzzle.units.values()]
    if min(map(len, units)) < puzzle.stars:
        return
    beside = ((-(a * size + b + 1), -(c * size + d + 1)) for (a, b), (c, d) in touching(size, size))
    apart = Cnf(size * size, tuple(beside))
    with SatCalls(GLUECARD, apart, meter) as calls:
        for unit in units:
            calls.at_most(unit, puzzle.stars)
            calls.at_most([-cell for cell in unit], len(unit) - puzzle.stars)
        while (yield from calls.deciding()):
            model = calls.model()
            board = [int(literal > 0) for literal in model]
            yield tuple(tuple(board[at : at + size]) for at in range(0, len(board), size))
            calls.add(blocking_clause(apart, model))


COUNTED: DirectSearch[StarBattle] = DirectSearch(
    "search/counted",
    StarBattle.kind,
    "the rules as they are, for a SAT solver that counts (Gluecard 3)",
    _counted,
)
SEARCHES = (COUNTED, Backtracking(StarBattle.kind))
