"""Cells that hold a digit of some sort."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from ..kinds.sudoku.layout import Layout
from .constraint import GroupConstraint
from .iss import iss_cell, item_text


class OneOf(GroupConstraint):
    """Each of its cells by itself."""

    @abstractmethod
    def fault_of(self, digit: int) -> str | None:
        """What is wrong with a digit; None where it is of the sort."""

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """The first digit that is wrong."""
        return next(filter(None, map(self.fault_of, digits)), None)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """Cells with the digits that they may hold."""
        digits = "_".join(str(digit) for digit in layout.digits if self.fault_of(digit) is None)
        if digits:
            yield item_text("", *(f"{iss_cell(cell)}_{digits}" for cell in self.cells))
