"""Killer cage: the digits of its cells differ, and add up to its sum where it has one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint, GroupConstraint, Held, repeated
from ..grid import Cell, cell_name
from ..iss import iss_cell, item_text
from ..parameters import Cells, Number, Parameters
from ..problem import Violation
from ..text import Token
from .sum import Sum

MOST = 10_000
"""No sum of digits is larger."""


@dataclass(frozen=True)
class Cage(GroupConstraint):
    """Its cells in reading order."""

    cells: tuple[Cell, ...]
    total: int | None = None

    word: ClassVar[str] = "cage"
    about: ClassVar[str] = "the digits of the cells differ, and add up to the sum where there is one"
    parameters: ClassVar[Parameters] = {"total": Number("sum", 0, MOST, optional=True), "cells": Cells()}
    example: ClassVar[str] = "cage 15 r1c1 r1c2"
    iss: ClassVar[str] = "Cage"
    fpuzzles: ClassVar[str] = "killercage"

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """A sum of 0 is none; a cell that is named twice counts twice."""
        cells = {arg.text: arg for arg in args[1:]}
        if len(cells) < len(args) - 1:
            yield from Sum.from_iss(name, args, layout)
            args = [args[0]._replace(text="0"), *cells.values()]
        yield from super().from_iss(name, args[1:] if args and args[0].text == "0" else args, layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The sum first, 0 for none; one of 0 is said apart."""
        cells = [*map(iss_cell, self.cells)]
        yield item_text(self.iss, str(self.total or 0), *cells)
        if self.total == 0:
            yield item_text(Sum.iss, "0", *cells)

    def unfit(self, layout: Layout) -> str | None:
        """More cells than digits, or a sum that no digits have."""
        digits = layout.digits
        if fault := layout.too_many(self.cells):
            return fault
        if self.total is not None and not digits[0] <= self.total <= sum(digits):
            return f"it adds up to {self.total}; all digits add up to {sum(digits)}"
        return None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit twice, or another sum."""
        if len(set(digits)) < len(digits):
            return "a digit stands in it twice"
        return (
            f"adds up to {sum(digits)}, not {self.total}" if self.total not in (None, sum(digits)) else None
        )

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Digits that stand twice, and a wrong sum; where cells are blank, one that is reached already."""
        name = f"the cage on {cell_name(self.cells[0])}"
        found = repeated(held, self.cells, name)
        digits = [held[cell] for cell in self.cells if cell in held]
        blanks = len(self.cells) - len(digits)
        least = sum(digits) + blanks * layout.lowest
        if self.total is not None and (least > self.total or (not blanks and least < self.total)):
            found.append(Violation(f"{name} adds up to {least}, not {self.total}", self.cells))
        return found


CONSTRAINT = Cage
