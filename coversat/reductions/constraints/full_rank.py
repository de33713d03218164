"""Full rank: which digit the line begins with, and how many of the lines that begin so are lower."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import EQUAL, LOWER, Comparison, Contains, Count, Regular, Term
from ...problems.constraints.full_rank import FullRank
from ..lines import seen_from

State = tuple[int, int]
"""How many lines are lower, and whether the next begins with the digit: 1, 0, or not known yet."""
_UNKNOWN = -1


def state(constraint: FullRank, layout: Layout) -> Iterator[Count | Regular]:
    """Each digit begins four lines, one at each side; of the line's own side it is the only one."""
    line = seen_from(constraint.side, layout)
    lowers, lower = divmod(constraint.rank - 1, 4)
    first = layout.lowest + lowers
    sides = [side for side in ("left", "right", "top", "bottom") if side != constraint.side[0]]
    others = [seen_from((side, at), layout) for side in sides for at in range(layout.rows)]
    terms: list[Term] = []
    for other in others:
        terms += [Contains(other[:1], (first,)), Comparison(other[1:], line[1:])]

    def step(state: State, digit: int) -> State | None:
        found, begins = state
        if begins == _UNKNOWN:
            return found, digit
        if not begins:
            return found, _UNKNOWN
        if digit == EQUAL and not constraint.shared:
            return None
        found += digit == LOWER
        return (found, _UNKNOWN) if found <= lower else None

    yield Count(line[:1], (first,), (1,))
    yield Regular(tuple(terms), (0, _UNKNOWN), step, lambda state: state[0] == lower)
