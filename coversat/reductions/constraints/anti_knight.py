"""Anti-knight: a group for each two cells a knight's move apart."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import AllDifferent
from ...problems.constraints.anti_knight import AntiKnight
from ...problems.grid import cell_name


def state(constraint: AntiKnight, layout: Layout) -> Iterator[AllDifferent]:
    """Each cell with those below it that a knight reaches."""
    for r, c in layout.cells():
        for other in ((r + 1, c - 2), (r + 1, c + 2), (r + 2, c - 1), (r + 2, c + 1)):
            if layout.has(other):
                yield AllDifferent(((r, c), other), name=f"knight@{cell_name((r, c))}-{cell_name(other)}")
