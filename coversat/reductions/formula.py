"""Building a formula: variables with names, clauses, and what stands for a grid of digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from typing import TypeVar

from ..problems.clauses import Clause, Clauses
from ..problems.cnf import Cnf, Model
from ..problems.grid import Cell, Grid, cell_name
from ..problems.problem import AnyProblem
from .at_most_one import AtMostOne as Encoding
from .at_most_one import Fresh, at_most_one_pairwise
from .digits import filled, grid_of, no_such_digit
from .reduction import Reduction, named, places_of

P = TypeVar("P", bound=AnyProblem)

MakeClauses = Callable[[], Iterable[Clause]]
AtMostOneClauses = Callable[[Sequence[int], Fresh], Iterator[Clause]]


class Formula:
    """A `Cnf` while it is being written."""

    def __init__(self) -> None:
        self._count = 0
        self._names: dict[int, str] = {}
        self._blocks: list[tuple[int, MakeClauses]] = []
        self._written: list[Clause] = []
        """The clauses of the last block, while it grows."""
        self._clause_count = 0
        self._given_clauses: list[tuple[int, ...]] = []

    def variable(self, name: str | None = None) -> int:
        """A new variable; auxiliary ones need no name."""
        self._count += 1
        if name is not None:
            self._names[self._count] = name
        return self._count

    def add(self, *literals: int) -> None:
        """One clause."""
        self._written.append(literals)
        self._clause_count += 1

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

    @property
    def given_clauses(self) -> tuple[tuple[int, ...], ...]:
        """For each given so far, the places of its clauses."""
        return tuple(self._given_clauses)

    def at_most_one(self, literals: Sequence[int], encoding: Encoding | None = None) -> None:
        """No two of `literals` are true; pairwise where no encoding is named.

        The clauses are counted and forgotten: most of a formula is made of these, and they can be made
        again with the same auxiliary variables.
        """
        self._close_block()
        clauses = encoding.clauses if encoding else at_most_one_pairwise
        again = partial(_made_again, clauses, tuple(literals), self._count + 1)
        size = sum(1 for _ in clauses(literals, self.variable))
        self._blocks.append((size, again))
        self._clause_count += size

    def exactly_one(self, literals: Sequence[int], encoding: Encoding | None = None) -> None:
        """One of `literals` is true."""
        self.add(*literals)
        self.at_most_one(literals, encoding)

    def cnf(self, projection: Iterable[int]) -> Cnf:
        """The formula; a `projection` on all variables is none."""
        shown = tuple(projection)
        self._close_block()
        return Cnf(
            self._count,
            Clauses(self._blocks),
            self._names,
            None if len(shown) == self._count else shown,
        )


def _made_again(clauses: AtMostOneClauses, literals: Sequence[int], first: int) -> Iterator[Clause]:
    """The clauses of an at-most-one whose auxiliary variables begin at `first`."""
    return clauses(literals, count(first).__next__)


class DigitVariables:
    """A variable for each cell and digit, in row-major order and increasing digits.

    In this order, trying true first, the first model shows the lexicographically smallest grid.
    """

    def __init__(self, formula: Formula, rows: int, columns: int, cells: Iterable[Cell], size: int) -> None:
        self.rows, self.columns, self.size = rows, columns, size
        self.cells = tuple(cells)
        self._of = {
            (cell, digit): formula.variable(f"{cell_name(cell)}={digit}")
            for cell in self.cells
            for digit in range(1, size + 1)
        }
        self._shows = {variable: key for key, variable in self._of.items()}

    def __getitem__(self, key: tuple[Cell, int]) -> int:
        return self._of[key]

    def of_cell(self, cell: Cell) -> list[int]:
        """The variables of one cell, by digit."""
        return [self._of[cell, digit] for digit in range(1, self.size + 1)]

    def all(self) -> Iterable[int]:
        """Every variable, in order."""
        return self._of.values()

    def encode(self, answer: Grid) -> tuple[int, ...]:
        """The literals that a grid, or the filled cells of one, make true; `ValueError` for no such digit."""
        return named(self._of, filled(answer), no_such_digit)

    def decode(self, model: Model) -> Grid:
        """The grid that a model shows; 0 on cells without variables."""
        shown = (self._shows[literal] for literal in model if literal in self._shows)
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
            lambda: places_of(source, ((*key, (variable,)) for key, variable in self._of.items())),
        )
