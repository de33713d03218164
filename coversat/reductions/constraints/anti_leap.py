"""Anti-leap: a group for each two cells that a leap joins."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import AllDifferent
from ...problems.constraints.anti_leap import AntiLeap
from ...problems.grid import cell_name


def state(constraint: AntiLeap, layout: Layout) -> Iterator[AllDifferent]:
    """From each cell the leaps that go down, or right in its row."""
    a, b = constraint.least, constraint.most
    leaps = {(down, right) for down, right in ((a, b), (a, -b), (b, a), (b, -a)) if down or right > 0}
    for r, c in layout.cells():
        for down, right in sorted(leaps):
            other = r + down, c + right
            if layout.has(other):
                yield AllDifferent(((r, c), other), name=f"leap@{cell_name((r, c))}-{cell_name(other)}")
