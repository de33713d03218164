"""A cell whose digit is beyond all around it, to one side."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from ..kinds.sudoku.layout import Layout
from .constraint import Constraint
from .grid import Cell
from .iss import iss_cell, item_text


class Extreme(Constraint):
    """Compared with the cells above, below and to either side."""

    cells: tuple[Cell, ...]

    @abstractmethod
    def in_order(self, own: Cell, other: Cell) -> tuple[Cell, Cell]:
        """The two with the one first whose digit is to be higher."""

    def beside(self, layout: Layout) -> Iterator[tuple[Cell, Cell]]:
        """The cell with each that it is compared with."""
        ((r, c),) = self.cells
        for other in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if layout.has(other):
                yield (r, c), other

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """The cell, and those around it."""
        return (*self.cells, *(other for _, other in self.beside(layout)))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit beside it that is not less, or not more."""
        held = dict(zip(self.scope(layout), digits, strict=True))
        for own, other in self.beside(layout):
            higher, lower = self.in_order(own, other)
            if held[higher] <= held[lower]:
                return f"{held[own]} stands beside {held[other]}"
        return None

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """A sign for each border."""
        for own, other in self.beside(layout):
            yield item_text("GreaterThan", *map(iss_cell, self.in_order(own, other)))
