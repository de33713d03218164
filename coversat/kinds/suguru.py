"""Suguru: a region of n cells holds 1 to n, and equal numbers do not touch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import ne

from ..primitives import AllDifferent, Binary
from ..primitives.models import Rule
from ..problems.grid import Cell, Held, cell_name
from ..problems.puzzle import GridPuzzle, Wrong, numbered


class Suguru(GridPuzzle):
    """A region of n cells holds each number from 1 to n, and equal numbers do not touch."""

    symbols = range(1, 100)
    has_givens = True
    has_regions = True

    @property
    def values(self) -> Mapping[int, str]:  # type: ignore[override]
        return numbered(max(map(len, self.region_cells().values())))

    def domain(self, cell: Cell) -> Sequence[int]:
        size = len(self.region_cells()[self.regions[cell[0]][cell[1]]])
        return range(1, size + 1)

    def model(self) -> Iterator[Rule]:
        for cells in self.region_cells().values():
            yield self.rule("the region of {cell} has different numbers", AllDifferent(cells), cell=cells[0])
        for pair in self.touching():
            yield self.rule("{pair} differ", Binary((pair,), ne), pair=pair)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for cells in self.region_cells().values():
            if sorted(held[cell] for cell in cells) != list(range(1, len(cells) + 1)):
                yield f"the region of {cell_name(cells[0])} does not hold 1 to {len(cells)}", cells
        for cell in self.cells():
            for other in self.around(cell):
                if other > cell and held[other] == held[cell]:
                    yield f"{held[cell]} stands at {cell_name(cell)} and {cell_name(other)}", [cell, other]
