"""Givens taken away from a full grid while its answer stays the only one."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable

from ..problems import Problem
from ..problems.grid import Cell, Grid
from ..reductions import AnyReduction
from ..routing import apply_rules, find_rules
from ..solvers import Limits
from ..solvers.bitset_cover import PreparedCover
from .clock import Clock
from .spec import Spec, SpecError
from .symmetry import orbits

NODES = 5_000
"""A check for uniqueness that takes more nodes than this is given up, and the given stays."""


class EmptyBoard:
    """The empty square board of a kind, prepared once for all questions about its grids."""

    def __init__(self, empty: Problem[Grid], size: int) -> None:
        self.size = size
        self._reduction: AnyReduction = apply_rules(find_rules(empty.kind, "cover"), empty)
        self._prepared = PreparedCover(self._reduction.target)

    def answer(self, givens: Grid) -> Grid | None:
        """The first answer with these givens, or None."""
        found = self._prepared.first(self._reduction.encode(givens).options)
        return None if found is None else self._reduction.decode(found)

    def is_unique(self, givens: Grid) -> bool:
        """Whether exactly one answer has these givens; False also where that is too hard to say."""
        forced = self._reduction.encode(givens).options
        search = self._prepared.answers(2, forced, limits=Limits(nodes=NODES))
        return len(list(search)) == 1 and search.exhausted

    def groups(self, spec: Spec, fewest: int) -> list[tuple[Cell, ...]]:
        """The cells that are taken away together.

        Raises
        ------
        SpecError
            For a number of givens that no puzzle of this board has, or none of this symmetry.
        """
        cells = [(r, c) for r in range(self.size) for c in range(self.size)]
        groups = orbits(cells, spec.symmetry or "none", self.size, self.size)
        if spec.givens is not None:
            if spec.givens > len(cells):
                raise SpecError(f"the board has {len(cells)} cells, not {spec.givens}")
            if spec.givens < fewest:
                shape = f"{self.size}x{self.size}"
                raise SpecError(f"no {shape} board has one answer with fewer than {fewest} givens")
            if spec.givens not in _sums(map(len, groups)):
                raise SpecError(f"no {spec.givens} cells have the symmetry {spec.symmetry}")
        return groups

    def thinned(self, grid: Grid, spec: Spec, fewest: int, rng: random.Random, clock: Clock) -> Grid | None:
        """The grid with groups of cells blanked, so that it stays the only answer.

        Without a number of givens to keep no group can be left out, up to checks that are too hard on the
        largest boards.  None where as few givens as asked for were not reached; errors as in `groups`.
        """
        groups, most = self.groups(spec, fewest), spec.givens
        left = {cell for group in groups for cell in group}
        rng.shuffle(groups)
        for group in groups:
            clock.check()
            clock.report(f"{len(left)} givens left")
            if len(left) - len(group) < (most or 0):
                continue
            if self.is_unique(_only(grid, left.difference(group))):
                left.difference_update(group)
        return _only(grid, left) if most in (None, len(left)) else None


def _only(grid: Grid, cells: Collection[Cell]) -> Grid:
    return tuple(tuple(d if (r, c) in cells else 0 for c, d in enumerate(row)) for r, row in enumerate(grid))


def _sums(numbers: Iterable[int]) -> set[int]:
    """Every sum of some of these numbers."""
    found = {0}
    for number in numbers:
        found |= {total + number for total in found}
    return found
