"""Table: an automaton whose state is what may follow."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Regular
from ...problems.constraints.table import Table

_Rests = frozenset[tuple[int, ...]]


def state(constraint: Table, layout: Layout) -> Iterator[Regular]:
    """Rows whose beginnings differ and whose ends are the same share their states."""

    def step(rests: _Rests, digit: int) -> _Rests | None:
        return frozenset(rest[1:] for rest in rests if rest[0] == digit) or None

    yield Regular(constraint.cells, frozenset(constraint.rows), step, bool)
