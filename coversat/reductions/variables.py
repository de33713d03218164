"""Variables of a formula that show a grid: which value each cell holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, takewhile
from typing import Any, TypeVar

from ..primitives import Variable
from ..primitives.models import GridModel, is_hidden
from ..problems.cnf.rules import Cnf, Model
from ..problems.exact_cover.builder import CellOrName
from ..problems.grid import Cell, Grid, Shown, cell_name, filled, grid_of, no_such_digit, shown_name
from ..problems.problem import AnyProblem
from .cnf_builder import CnfBuilder
from .places import Literals, places_of
from .reduction import Group, Reduction

P = TypeVar("P", bound=AnyProblem)


class CellVariables:
    """A variable for each cell and value, in row-major order and increasing values.

    A cell with two values has one variable, which is true if it holds the smaller value.  In this order,
    trying true first, the first model shows the lexicographically smallest grid.

    * domains (mapping from cells, row by row, to increasing values)
    """

    _hidden = 0
    """The number of variables of hidden cells."""

    def __init__(
        self, formula: CnfBuilder, rows: int, columns: int, domains: Mapping[Any, Sequence[int]]
    ) -> None:
        self.rows, self.columns = rows, columns
        self.cells: tuple[Any, ...] = tuple(domains)
        self._literals: dict[Any, dict[int, int]] = {}
        first = last = formula.variable_count
        for cell, values in domains.items():
            if len(values) == 2:
                last += 1
                self._literals[cell] = {values[0]: last, values[1]: -last}
            else:
                self._literals[cell] = dict(zip(values, range(last + 1, last + 1 + len(values)), strict=True))
                last += len(values)
        self._numbers = formula.variables(last - first, lambda at: self._name_of(first + 1 + at))
        # Hidden cells, below the last row, come last.
        hidden = takewhile(lambda cell: is_hidden(cell, rows), reversed(self.cells))
        self._hidden = sum(literal > 0 for cell in hidden for literal in self._literals[cell].values())

    @cached_property
    def _meanings(self) -> Mapping[int, tuple[Any, int]]:
        """The cell and the value of each literal."""
        return {
            literal: (cell, value)
            for cell, literals in self._literals.items()
            for value, literal in literals.items()
        }

    def _name_of(self, variable: int) -> str:
        cell, value = self._meanings[variable]
        return f"{self.name_of(cell)}={value}"

    def name_of(self, variable: Variable) -> str:
        """The name of a cell or an edge."""
        return cell_name(variable)

    def all(self) -> Sequence[int]:
        """All variables of cells that an answer shows, in order."""
        return self._numbers[: len(self._numbers) - self._hidden]

    def literals(self, cell: Variable) -> Literals:
        return self._literals[cell]

    def places(self) -> Collection[Literals]:
        """The literals of each cell, by value."""
        return self._literals.values()

    def encode(self, answer: Grid) -> tuple[int, ...]:
        """The literals that a grid, or a part of one, makes true.

        A part has blank cells, or is the first rows.

        Raise `ValueError` for a value that a cell cannot hold.
        """
        found = []
        for variable, value in self._values_of(answer):
            literal = self._literals.get(variable, {}).get(value)
            if literal is None:
                raise ValueError(f"{self.name_of(variable)} cannot hold {value}")
            found.append(literal)
        return tuple(found)

    def decode(self, model: Model) -> Any:
        """The grid that a model shows; blank in cells without variables."""
        true = frozenset(model)
        shown = [
            (variable, value)
            for variable, literals in self._literals.items()
            for value, literal in literals.items()
            if literal in true
        ]
        return self._answer_of(shown)

    def _values_of(self, answer: Grid) -> Iterable[tuple[Variable, int]]:
        return filled(answer)

    def _answer_of(self, shown: Iterable[tuple[Any, int]]) -> Any:
        return grid_of(self.rows, self.columns, shown)

    def _in_answers(self, variable: Variable) -> bool:
        return not is_hidden(variable, self.rows)

    def _shown(self) -> Iterator[tuple[CellOrName, int, tuple[int]]]:
        for variable, literals in self._literals.items():
            if not self._in_answers(variable):
                continue
            part = variable if isinstance(variable[0], int) else self.name_of(variable)
            for value, literal in literals.items():
                yield part, value, (literal,)

    def reduction(
        self,
        source: P,
        target: Cnf,
        parsimonious: bool = True,
        given_clauses: tuple[tuple[int, ...], ...] | None = None,
        groups: Sequence[Group] = (),
    ) -> Reduction[P, Cnf]:
        """The reduction of a problem to `target`, in whose models these variables show the answer."""
        return Reduction(
            source,
            target,
            self.encode,
            self.decode,
            parsimonious,
            given_clauses,
            lambda: places_of(source, self._shown()),
            groups,
        )


class ModelVariables(CellVariables):
    """The variables of the cells and edges of a model, in its order."""

    def __init__(self, formula: CnfBuilder, model: GridModel[Any]) -> None:
        self._model = model
        super().__init__(formula, model.rows, model.columns, model.domains)
        self._shows_all = all(map(model.in_answers, self.cells))

    @cached_property
    def zeros(self) -> Mapping[Variable, int]:
        """The literals of 0 for the cells that hold 0 or 1."""
        return self._of_binary_cells(0)

    @cached_property
    def ones(self) -> Mapping[Variable, int]:
        """The literals of 1 for the cells that hold 0 or 1."""
        return self._of_binary_cells(1)

    def _of_binary_cells(self, value: int) -> Mapping[Variable, int]:
        domains, literals = self._model.domains, self._literals
        return {cell: literals[cell][value] for cell, values in domains.items() if tuple(values) == (0, 1)}

    def name_of(self, variable: Variable) -> str:
        return self._model.name_of(variable)

    def all(self) -> Sequence[int]:
        if self._shows_all:
            return self._numbers
        shown = [place.values() for cell, place in self._literals.items() if self._model.in_answers(cell)]
        return tuple(dict.fromkeys(map(abs, chain.from_iterable(shown))))

    def _in_answers(self, variable: Variable) -> bool:
        return self._model.in_answers(variable)

    def _values_of(self, answer: Grid) -> Iterable[tuple[Variable, int]]:
        return self._model.values_of(answer)

    def _answer_of(self, shown: Iterable[tuple[Any, int]]) -> Any:
        return self._model.answer_of(shown)


class DigitVariables(CellVariables):
    """The variables of cells that all hold one of the same consecutive digits."""

    def __init__(
        self, formula: CnfBuilder, rows: int, columns: int, cells: Iterable[Cell], digits: range
    ) -> None:
        self.rows, self.columns, self.digits = rows, columns, digits
        self.cells = tuple(cells)
        size = len(digits)
        self._numbers = formula.variables(len(self.cells) * size, lambda at: shown_name(self._at(at)))
        # Of each cell, what a digit is added to for its variable.
        start = self._numbers.start - digits.start
        self._before = {cell: start + at * size for at, cell in enumerate(self.cells)}
        self._hidden = size * sum(is_hidden(cell, rows) for cell in self.cells)

    def _at(self, at: int) -> Shown:
        """The cell and the digit of the variable at this position."""
        place, digit = divmod(at, len(self.digits))
        return self.cells[place], self.digits.start + digit

    def literals(self, cell: Cell) -> dict[int, int]:
        return dict(zip(self.digits, self.of_cell(cell), strict=True))

    def __getitem__(self, key: Shown) -> int:
        cell, digit = key
        return self._before[cell] + digit

    def of_cell(self, cell: Cell) -> range:
        before = self._before[cell]
        return range(before + self.digits.start, before + self.digits.stop)

    def encode(self, answer: Grid) -> tuple[int, ...]:
        found = []
        for cell, digit in filled(answer):
            before = self._before.get(cell)
            if before is None or digit not in self.digits:
                raise ValueError(no_such_digit((cell, digit)))
            found.append(before + digit)
        return tuple(found)

    def decode(self, model: Model) -> Any:
        """The grid that a model shows; blank in cells without variables."""
        numbers = self._numbers[: len(self._numbers) - self._hidden]
        start = numbers.start
        shown = (self._at(literal - start) for literal in model if literal in numbers)
        return grid_of(self.rows, self.columns, shown)

    def _shown(self) -> Iterator[tuple[CellOrName, int, tuple[int]]]:
        return ((*self._at(at), (variable,)) for at, variable in enumerate(self.all()))


class BitVariables(CellVariables):
    """The variables of a board whose cells are white (0) or black (1): true for white."""

    def __init__(self, formula: CnfBuilder, rows: int, columns: int) -> None:
        cells = ((r, c) for r in range(rows) for c in range(columns))
        super().__init__(formula, rows, columns, dict.fromkeys(cells, (0, 1)))

    def white(self, cell: Cell) -> int:
        return self._numbers[cell[0] * self.columns + cell[1]]

    def row(self, r: int) -> range:
        return self._numbers[r * self.columns : (r + 1) * self.columns]

    def column(self, c: int) -> range:
        return self._numbers[c :: self.columns]
