"""Anti-king: a group for each two by two cells."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import AllDifferent
from ...problems.constraints.anti_king import AntiKing
from ...problems.grid import cell_name


def state(constraint: AntiKing, layout: Layout) -> Iterator[AllDifferent]:
    """Two cells touch exactly where they are in one of these squares."""
    for r, c in layout.cells():
        if layout.has((r + 1, c + 1)):
            yield AllDifferent(
                ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)), name=f"king@{cell_name((r, c))}"
            )
