"""Lines on which sorts of digits take turns: so many cells in sequence hold one of each sort."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from ..language import Binary
from ..problems.grid import Cell


def taking_turns(cells: tuple[Cell, ...], sorts: int, sort: Callable[[int], int]) -> Iterator[Binary]:
    """Cells that are so many apart are of one sort, and all others of different ones."""
    apart = [(j - i, (one, two)) for (i, one), (j, two) in combinations(enumerate(cells), 2)]
    equal = tuple(pair for steps, pair in apart if steps % sorts == 0)
    different = tuple(pair for steps, pair in apart if steps % sorts)
    yield Binary(equal, lambda one, two: sort(one) == sort(two))
    yield Binary(different, lambda one, two: sort(one) != sort(two))
