"""Rules as rows: "at least n of these literals are true", and variables with definitions.

A definition makes a new variable true exactly if one of some literals is. The literals determine it, so
definitions never exclude a model.

A `Statement` has the rules of one puzzle in rows, as a person would check them, and shares no code with the
reductions. It has a variable for each cell and value, and others that the rules need; its models, projected
to the variables of cells, are the puzzle's answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...base.errors import UNKNOWN, CoversatError
from ...problems.cnf.connectivity import Connectivity
from ...problems.grid import Cell, Grid, grid_of
from ...proofs.veripb import Cardinality

Literal = int
Row = Cardinality


class Theory:
    """Rows over variables, some of which are defined.

    * rows: the rows, without those of definitions.
    * definitions (variable -> literals): it is true exactly if one of them is.  They have smaller numbers.
    """

    def __init__(self, variable_count: int = 0, rows: Iterable[Row] = ()) -> None:
        self.variable_count = variable_count
        self.rows = list(rows)
        self.definitions: dict[int, tuple[Literal, ...]] = {}
        self._defined: dict[tuple[Literal, ...], Literal] = {}
        self._clauses: set[frozenset[Literal]] = set()

    def variable(self) -> int:
        self.variable_count += 1
        return self.variable_count

    def either(self, literals: Iterable[Literal]) -> Literal:
        """A literal that is true exactly if one of these is; cached."""
        different = tuple(sorted(set(literals)))
        if len(different) == 1:
            return different[0]
        if different not in self._defined:
            self._defined[different] = variable = self.variable()
            self.definitions[variable] = different
        return self._defined[different]

    def recognise(self, literal: Literal, inputs: Iterable[Literal]) -> None:
        """Where rows define a literal as `either` would, take it for that."""
        if not self._clauses:
            self._clauses = {frozenset(row.literals) for row in self.rows if row.degree == 1}
        different = tuple(sorted(set(inputs)))
        stated = (frozenset((-literal, *different)), *(frozenset((literal, -one)) for one in different))
        if self._clauses.issuperset(stated):
            self._defined.setdefault(different, literal)

    def every(self, literals: Iterable[Literal]) -> Literal:
        """A literal that is true exactly if all of these are."""
        return -self.either(-literal for literal in literals)

    def rests_on(self, literal: Literal) -> set[int]:
        """The undefined variables that a literal depends on."""
        met, left = set[int](), [abs(literal)]
        while left:
            variable = left.pop()
            if variable not in met:
                met.add(variable)
                left += map(abs, self.definitions.get(variable, ()))
        return met - self.definitions.keys()

    def defining_rows(self, variable: int) -> list[Row]:
        literals = self.definitions[variable]
        return [Row((-variable, *literals), 1), *(Row((variable, -literal), 1) for literal in literals)]

    def premises(self) -> list[Row]:
        """The rows, with those of all definitions."""
        return [*self.rows, *(row for variable in self.definitions for row in self.defining_rows(variable))]


def at_least_one(literals: Iterable[Literal]) -> Row:
    """State a clause."""
    return Row(tuple(literals), 1)


def at_most_one(literals: Iterable[Literal]) -> Row:
    """All negations but one are true."""
    opposites = tuple(-literal for literal in literals)
    return Row(opposites, len(opposites) - 1)


class Translation:
    """The variables of one theory as literals of another, with the definitions repeated.

    * meaning (variable -> literal): for the undefined variables of the source.
    """

    def __init__(self, source: Theory, target: Theory, meaning: Mapping[int, Literal]) -> None:
        self._source, self._target = source, target
        self._meaning = dict(meaning)

    def literal(self, literal: Literal) -> Literal:
        variable = abs(literal)
        if variable not in self._meaning:
            inputs = self._source.definitions[variable]
            self._meaning[variable] = self._target.either(map(self.literal, inputs))
        return self._meaning[variable] if literal > 0 else -self._meaning[variable]

    def row(self, row: Row) -> Row:
        return Row(tuple(map(self.literal, row.literals)), row.degree)


Shown = tuple[Cell, int]
"""A cell and its value."""


class UndecidedError(CoversatError):
    """It cannot be decided whether a formula states the rules; the message says why."""

    exit_code = UNKNOWN


class NoStatementError(UndecidedError):
    """There is no second statement of the rules of such puzzles; the message names the kind."""

    def __init__(self, of: str) -> None:
        super().__init__(f"there is no second statement of the rules of {of}")


class Statement(Theory):
    """The rules of one puzzle.

    * rows_columns ((int, int)): the size of the board.
    * shows ((cell, value) -> variable): the variables that distinguish answers.
    * holds, holds_one (cell -> Row): at least one value, and at most one.
    * names (name -> literal): the names that formulas give to these literals.  Only a hint for the
      comparison, which fails if a formula uses a name otherwise.
    * made_of (variable -> literals): for variables of the rules that a formula may lack: the variable is true
      exactly if one of these literals, which the formula has, is.
    * lemmas (list of Row): rows that follow by unit propagation from the rows, the sums, and earlier lemmas.
    * sums (list of rows): rows whose sum follows, but not by unit propagation.
    * graphs (list of Connectivity): of what the rules require to be connected, beside the rows.
    * determined (set of variables): those of `shows` whose values are not in answers, but follow from others.
    """

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__()
        self.rows_columns = rows, columns
        self.shows: dict[Shown, int] = {}
        self.holds: dict[Cell, Row] = {}
        self.holds_one: dict[Cell, Row] = {}
        self.names: dict[str, Literal] = {}
        self.made_of: dict[int, tuple[Literal, ...]] = {}
        self.lemmas: list[Row] = []
        self.sums: list[tuple[Row, ...]] = []
        self.graphs: list[Connectivity] = []
        self.determined: set[int] = set()

    def grid(self, shown: Iterable[Shown]) -> Grid:
        """The answer with these values."""
        return grid_of(*self.rows_columns, shown)

    def cell(self, cell: Cell, values: Iterable[tuple[int, str]]) -> None:
        literals = []
        for value, name in values:
            self.shows[cell, value] = self.names[name] = variable = self.variable()
            literals.append(variable)
        self.holds[cell], self.holds_one[cell] = self.exactly_one(literals)

    def require(self, row: Row) -> Row:
        self.rows.append(row)
        return row

    def exactly_one(self, literals: Sequence[Literal]) -> tuple[Row, Row]:
        return self.require(at_least_one(literals)), self.require(at_most_one(literals))

    def different(self, cells: Sequence[Cell], values: Iterable[int]) -> None:
        """No two of these cells have the same value; of as many cells as values, each value occurs.

        Otherwise the remaining values would be too few for the cells, or the remaining cells too few for the
        values.
        """
        differ = [self.require(at_most_one(self._holding(cells, value))) for value in values]
        held = [self.holds[cell] for cell in cells]
        for at in range(len(held)) if len(held) == len(differ) else ():
            self.add_up([*held, *differ[:at], *differ[at + 1 :]])
            self.add_up([*differ, *held[:at], *held[at + 1 :]])

    def one_of_sets(
        self, cells: Sequence[Cell], values: Sequence[int], sets: Iterable[tuple[int, ...]], name: str
    ) -> None:
        """The different values of these cells, among `values`, are one of these sets of as many values."""
        holding = {value: self._holding(cells, value) for value in values}
        present = {value: self.either(literals) for value, literals in holding.items()}
        at_most = [at_most_one([*literals, -present[value]]) for value, literals in holding.items()]
        at_least = [at_least_one([*literals, -present[value]]) for value, literals in holding.items()]
        # As many values of the set as there are cells.
        self.add_up([*(self.holds[cell] for cell in cells), *at_most])
        self.add_up([*(self.holds_one[cell] for cell in cells), *at_least])
        those = {chosen: self.every(present[value] for value in chosen) for chosen in sets}
        self.require(at_least_one(those.values()))
        for chosen, whole in those.items():
            self.names[f"{name}={{{','.join(map(str, chosen))}}}"] = whole
            self.lemmas += [at_least_one([-whole, -present[one]]) for one in values if one not in chosen]

    def _holding(self, cells: Iterable[Cell], value: int) -> list[Literal]:
        return [self.shows[cell, value] for cell in cells if (cell, value) in self.shows]

    def add_up(self, rows: Iterable[Row]) -> None:
        """Add a sum of rows, which unit propagation does not find."""
        self.sums.append(tuple(rows))
