"""Lines on which sorts of digits take turns: so many cells in sequence hold one of each sort."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from ..problems.grid import Cell
from .statements import Pairs


def taking_turns(cells: tuple[Cell, ...], sorts: int, sort: Callable[[int], int]) -> Iterator[Pairs]:
    """Cells that are so many apart are of one sort, and all others of different ones."""
    apart = [(j - i, (one, two)) for (i, one), (j, two) in combinations(enumerate(cells), 2)]
    equal = tuple(pair for steps, pair in apart if steps % sorts == 0)
    different = tuple(pair for steps, pair in apart if steps % sorts)
    yield Pairs(equal, lambda one, two: sort(one) == sort(two))
    yield Pairs(different, lambda one, two: sort(one) != sort(two))
