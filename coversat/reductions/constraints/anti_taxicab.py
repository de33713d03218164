"""Anti-taxicab: for each distance the pairs of cells so far apart, of which one digit is taken."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.anti_taxicab import AntiTaxicab


def state(constraint: AntiTaxicab, layout: Layout) -> Iterator[Binary]:
    """Only cells of different rows and columns: the others hold different digits anyway."""
    pairs: dict[int, list[tuple[tuple[int, int], tuple[int, int]]]] = {}
    for a, b in combinations(layout.cells(), 2):
        down, right = abs(a[0] - b[0]), abs(a[1] - b[1])
        if down and right and down + right in layout.digits:
            pairs.setdefault(down + right, []).append((a, b))
    for distance, those in sorted(pairs.items()):
        yield Binary(tuple(those), partial(_fits, distance))


def _fits(distance: int, first: int, second: int) -> bool:
    return not first == second == distance
