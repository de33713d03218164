"""Same digits: each digit stands in all the largest groups, or in none."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Contains, Regular, all_equal
from ...problems.constraints.same_digits import SameDigits
from ...problems.grid import Cell


def state(constraint: SameDigits, layout: Layout) -> Iterator[Regular]:
    """Nothing where these groups hold every digit anyway."""
    groups: dict[tuple[str, int], list[Cell]] = {}
    for r, c in layout.cells():
        groups.setdefault(("row", r), []).append((r, c))
        groups.setdefault(("column", c), []).append((r, c))
        if layout.has_boxes:
            groups.setdefault(("box", layout.box((r, c))), []).append((r, c))
        if layout.labels:
            groups.setdefault(("region", layout.labels[r][c]), []).append((r, c))
    most = max(map(len, groups.values()))
    largest = [tuple(cells) for cells in groups.values() if len(cells) == most]
    if most < len(layout.digits) and len(largest) > 1:
        for digit in layout.digits:
            yield all_equal(tuple(Contains(cells, (digit,)) for cells in largest))
