"""Building a formula: variables with names, clauses, and what stands for a grid of digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from typing import TypeVar

from ..kinds.cnf.clauses import Clause, Clauses
from ..kinds.cnf.rules import Cnf, Model
from ..problems.grid import Cell, Grid
from ..problems.problem import AnyProblem
from .at_most_one import PAIRWISE, AtMostOne, AtMostOneClauses
from .digits import Shown, filled, grid_of, no_such_digit, shown_name
from .names import Names, Naming
from .reduction import Reduction, places_of

P = TypeVar("P", bound=AnyProblem)

MakeClauses = Callable[[], Iterable[Clause]]


class Formula:
    """A `Cnf` while it is being written."""

    def __init__(self) -> None:
        self._count = 0
        self._names = Names()
        self._blocks: list[tuple[int, MakeClauses]] = []
        self._written: list[Clause] = []
        """The clauses of the last block, while it grows."""
        self._clause_count = 0
        self._given_clauses: list[tuple[int, ...]] = []
        self._unless: tuple[int, ...] = ()
        """Literals that each clause has beside its own."""

    def variable(self, name: str | None = None) -> int:
        """A new variable; auxiliary ones need no name."""
        self._count += 1
        if name is not None:
            self._names.add(range(self._count, self._count + 1), lambda _: name)
        return self._count

    def variables(self, count: int, name: Naming | None = None) -> range:
        """New variables; names, where auxiliary ones have any, are made when they are read."""
        numbers = range(self._count + 1, self._count + 1 + count)
        self._count += count
        return numbers if name is None else self._names.add(numbers, name)

    def add(self, *literals: int) -> None:
        """One clause."""
        self._written.append(self._unless + literals)
        self._clause_count += 1

    def add_all(self, clauses: Iterable[Clause]) -> None:
        """One clause after the other."""
        before = len(self._written)
        self._written += [self._unless + tuple(clause) for clause in clauses] if self._unless else clauses
        self._clause_count += len(self._written) - before

    def _close_block(self) -> None:
        if self._written:
            self._blocks.append((len(self._written), tuple(self._written).__iter__))
            self._written = []

    @contextmanager
    def given(self) -> Iterator[None]:
        """The clauses added inside stand for the next given, and for nothing else."""
        first = self._clause_count
        yield
        self._given_clauses.append(tuple(range(first, self._clause_count)))

    @contextmanager
    def where(self, literal: int) -> Iterator[None]:
        """The clauses added inside hold where the literal is true."""
        before = self._unless
        self._unless = (*before, -literal)
        yield
        self._unless = before

    @property
    def given_clauses(self) -> tuple[tuple[int, ...], ...]:
        """For each given so far, the places of its clauses."""
        return tuple(self._given_clauses)

    def at_most_one(self, literals: Sequence[int], encoding: AtMostOne = PAIRWISE) -> None:
        """No two of `literals` are true.

        The clauses are counted and forgotten: most of a formula is made of these, and they can be made
        again with the same auxiliary variables.
        """
        self._close_block()
        again: MakeClauses = partial(
            _made_again, encoding.clauses, tuple(literals), self._count + 1, self._unless
        )
        size, auxiliary = encoding.size(len(literals))
        self._count += auxiliary
        self._blocks.append((size, again))
        self._clause_count += size

    def exactly_one(self, literals: Sequence[int], encoding: AtMostOne = PAIRWISE) -> None:
        """One of `literals` is true."""
        self.add(*literals)
        self.at_most_one(literals, encoding)

    def cnf(self, projection: Iterable[int]) -> Cnf:
        """The formula; a `projection` on all variables is none."""
        shown = tuple(projection)
        self._close_block()
        told_apart = None if len(shown) == self._count else shown
        return Cnf.sound(self._count, Clauses(self._blocks), self._names, told_apart)


def _made_again(
    clauses: AtMostOneClauses, literals: Sequence[int], first: int, unless: tuple[int, ...]
) -> Iterable[Clause]:
    """The clauses of an at-most-one whose auxiliary variables begin at `first`."""
    made = clauses(literals, count(first).__next__)
    return ((*unless, *clause) for clause in made) if unless else made


class DigitVariables:
    """A variable for each cell and digit, in row-major order and increasing digits.

    Digits are told by their places, from 1; `lowest` is what people see of the first.
    In this order, trying true first, the first model shows the lexicographically smallest grid.
    """

    def __init__(
        self, formula: Formula, rows: int, columns: int, cells: Iterable[Cell], size: int, lowest: int = 1
    ) -> None:
        self.rows, self.columns, self.size, self.lowest = rows, columns, size, lowest
        self.cells = tuple(cells)
        self._numbers = formula.variables(len(self.cells) * size, lambda at: shown_name(self._named(at)))
        # Of each cell, the variable before that of digit 1.
        self._before = {cell: self._numbers.start - 1 + at * size for at, cell in enumerate(self.cells)}

    def _shown(self, at: int) -> Shown:
        """The cell and the digit of the variable at this place among these."""
        return self.cells[at // self.size], at % self.size + 1

    def _named(self, at: int) -> Shown:
        """The same with the digit as people see it."""
        cell, digit = self._shown(at)
        return cell, digit - 1 + self.lowest

    def literals(self, cell: Cell) -> dict[int, int]:
        """The variables of one cell, by the digits that people see."""
        return dict(enumerate(self.of_cell(cell), self.lowest))

    def __getitem__(self, key: Shown) -> int:
        cell, digit = key
        return self._before[cell] + digit

    def of_cell(self, cell: Cell) -> range:
        """The variables of one cell, by digit."""
        first = self._before[cell] + 1
        return range(first, first + self.size)

    def all(self) -> range:
        """Every variable, in order."""
        return self._numbers

    def encode(self, answer: Grid) -> tuple[int, ...]:
        """The literals that a grid, or the filled cells of one, make true; `ValueError` for no such digit."""
        found = []
        for key in filled(answer):
            if key[0] not in self._before or not 1 <= key[1] <= self.size:
                raise ValueError(no_such_digit(key))
            found.append(self[key])
        return tuple(found)

    def decode(self, model: Model) -> Grid:
        """The grid that a model shows; 0 on cells without variables."""
        start, numbers = self._numbers.start, self._numbers
        shown = (self._shown(literal - start) for literal in model if literal in numbers)
        return grid_of(self.rows, self.columns, shown)

    def reduction(
        self,
        source: P,
        target: Cnf,
        parsimonious: bool,
        given_clauses: tuple[tuple[int, ...], ...] | None = None,
    ) -> Reduction[P, Cnf]:
        """The reduction of a problem to `target`, in whose models these variables show the answer."""
        return Reduction(
            source,
            target,
            self.encode,
            self.decode,
            parsimonious,
            given_clauses,
            lambda: places_of(
                source, ((*self._named(at), (variable,)) for at, variable in enumerate(self._numbers))
            ),
        )
