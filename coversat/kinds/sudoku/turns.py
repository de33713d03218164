"""The routes that are tried for a sudoku if none is named."""

from __future__ import annotations

from ...solvers.strategy import FIRST_TURN, LONG, Strategy, Turn, Turns, longer_turns, tried
from .rules import Sudoku
from .search_boards import fits

BRIEF = 256
"""The nodes of the search by domains, which take longer than others."""
OF_SUMS = 2_000
"""Those of a cover with sums: with 20,000, killers take longer, hard ones of 16x16 a sixth."""


def _turns(puzzle: Sudoku) -> Turns:
    """A search of the board or the exact cover first, then a formula.

    Most formulas of constraints that require more than distinct digits are decided sooner than their covers;
    covers of more than sums are not even tried.
    """
    if fits(puzzle):
        yield Turn("search/boards", FIRST_TURN)
        yield from longer_turns("search/boards", "cover/cnf:segments")
    searched = _is_narrowed(puzzle) and (yield from tried("search/domains", BRIEF))
    # The encodings are imported only for puzzles that were not decided by then.
    from .model import beyond_distinct, beyond_sums, implied_primitives

    if not (searched or beyond_sums(puzzle)):
        summed = beyond_distinct(puzzle)
        covered = yield from tried("cover/bitset", OF_SUMS if summed else FIRST_TURN)
        if covered and not summed:
            yield from longer_turns("cover/bitset", "cover/cnf:segments")
    yield Turn("cnf:extended", LONG)
    yield Turn("cnf:implied" if implied_primitives(puzzle) else "cnf:extended")


def _is_narrowed(puzzle: Sudoku) -> bool:
    """Whether the search by domains is better than an exact cover."""
    if not puzzle.constraints:
        return False
    from .search_domains import takes

    return takes(puzzle)


TURNS = Strategy(
    "search/boards for 9x9 without constraints, or cover/bitset where digits only have to differ, and "
    "cover/cnf:segments in longer and longer turns; where constraints require more, search/domains or "
    "cover/bitset for one turn, then cnf:extended, then cnf:implied if sums follow from several",
    _turns,
)
