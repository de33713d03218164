"""Table: the digits of cells, in order, are one of the rows of a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..parameters import BETWEEN, Cells, Parameter, Parameters, Words
from ..text import Token


@dataclass(frozen=True)
class Rows(Parameter):
    """Rows of digits, a stroke before each; their order is all one."""

    @property
    def usage(self) -> str:
        """``/ DIGITS / DIGITS ...``."""
        return f"{BETWEEN} DIGITS {BETWEEN} DIGITS ..."

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[tuple[int, ...], ...]:
        """All that follow."""
        found: list[list[int]] = []
        while words:
            before = words.pop(0)
            if before.text == BETWEEN:
                found.append([])
            else:  # the cells end at a stroke
                found[-1].append(before.integer(layout.lowest, layout.highest, "a digit"))
        if not found:
            raise before.part(len(before.text)).error(f"'{BETWEEN}' and digits", "the end of the line")
        return tuple(sorted(map(tuple, found)))

    def words(self, content: tuple[tuple[int, ...], ...]) -> Iterator[str]:
        """A stroke before each row."""
        for row in content:
            yield BETWEEN
            yield from map(str, row)

    def fault(self, content: tuple[tuple[int, ...], ...], layout: Layout) -> str | None:
        """No row, or other digits than the board's."""
        if not content:
            return "a table without rows"
        return None if {d for row in content for d in row} <= set(layout.digits) else "a digit off the board"


@dataclass(frozen=True)
class Table(Constraint):
    """Every row has a digit for each cell."""

    cells: tuple[Cell, ...]
    rows: tuple[tuple[int, ...], ...]

    word: ClassVar[str] = "table"
    about: ClassVar[str] = "the digits of the cells, in their order, are one of the rows that follow"
    parameters: ClassVar[Parameters] = {"cells": Cells(), "rows": Rows()}
    example: ClassVar[str] = "table r2c2 r2c3 r3c4 / 1 2 3 / 3 2 1 / 4 5 4"

    def unfit(self, layout: Layout) -> str | None:
        """A row that is too short or too long."""
        odd = next((row for row in self.rows if len(row) != len(self.cells)), None)
        return None if odd is None else f"a row of {len(odd)} digits for {len(self.cells)} cells"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another row."""
        return None if digits in self.rows else f"{' '.join(map(str, digits))} is no row of its table"


CONSTRAINT = Table
