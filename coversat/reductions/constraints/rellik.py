"""Rellik cage: a group, and an automaton that remembers which sums its digits so far have."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import AllDifferent, Regular
from ...problems.constraints.rellik import Rellik
from ...problems.grid import cell_name


def state(constraint: Rellik, layout: Layout) -> Iterator[AllDifferent | Regular]:
    """States: a set of numbers up to the one that is not to be there."""
    avoided, cells = constraint.total, constraint.cells

    def step(sums: frozenset[int], digit: int) -> frozenset[int] | None:
        more = sums | {number + digit for number in sums | {0} if number + digit <= avoided}
        return None if avoided in more else more

    yield AllDifferent(cells, name=f"rellik{avoided}@{'+'.join(map(cell_name, cells))}")
    yield Regular(cells, frozenset[int](), step, lambda sums: True)
