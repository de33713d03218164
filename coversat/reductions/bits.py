"""Cells that are white or black, as variables: a variable is true where its cell is white."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, TypeVar

from ..kinds.cnf.rules import Cnf, Model
from ..problems.grid import Cell, Grid
from ..problems.problem import Problem
from .digits import Shown, no_such_digit, shown_name
from .formula import Formula
from .reduction import Reduction, places_of

P = TypeVar("P", bound=Problem[Any])


class BitVariables:
    """A variable for each cell of a board, row by row: it says that the cell holds 0, and not 1.

    In this order, trying true first, the first model shows the smallest board.
    """

    def __init__(self, formula: Formula, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self._numbers = formula.variables(rows * columns, lambda at: shown_name((divmod(at, columns), 0)))

    def all(self) -> range:
        """Every variable, in order."""
        return self._numbers

    def white(self, cell: Cell) -> int:
        """That a cell is white."""
        return self._numbers[cell[0] * self.columns + cell[1]]

    def row(self, r: int) -> range:
        """That the cells of a row are white, cell by cell."""
        return self._numbers[r * self.columns : (r + 1) * self.columns]

    def column(self, c: int) -> range:
        """That the cells of a column are white, cell by cell."""
        return self._numbers[c :: self.columns]

    def _literal(self, shown: Shown) -> int:
        """What says so; `ValueError` for what no cell holds."""
        (r, c), value = shown
        if not (r < self.rows and c < self.columns and value in (0, 1)):
            raise ValueError(no_such_digit(shown))
        return -self.white((r, c)) if value else self.white((r, c))

    def encode(self, answer: Grid) -> tuple[int, ...]:
        """The literals that a board, or its first rows, makes true; `ValueError` for another value."""
        return tuple(
            self._literal(((r, c), value)) for r, row in enumerate(answer) for c, value in enumerate(row)
        )

    def decode(self, model: Model) -> Grid:
        """The board that a model shows."""
        true = frozenset(model)
        cells = [int(white not in true) for white in self._numbers]
        return tuple(tuple(cells[at : at + self.columns]) for at in range(0, len(cells), self.columns))

    def _shown(self) -> Iterator[tuple[Cell, int, tuple[int]]]:
        """Each cell, its values, and what shows them."""
        for cell in product(range(self.rows), range(self.columns)):
            yield cell, 0, (self.white(cell),)
            yield cell, 1, (-self.white(cell),)

    def reduction(self, source: P, target: Cnf) -> Reduction[P, Cnf]:
        """The reduction of a problem to `target`, which has a model for each answer."""
        return Reduction(
            source,
            target,
            self.encode,
            self.decode,
            parsimonious=True,
            places=lambda: places_of(source, self._shown()),
        )
