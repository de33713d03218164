"""Rules as rows: "at least n of these literals are true", and variables that are defined.

A definition says of a new variable that it is true exactly if one of some literals is.  Values of these
literals determine it, so that definitions never restrict anything.

A `Statement` has the rules of one puzzle in rows, as a person would check them, and shares nothing with the
reductions.  It has a variable for each cell and value, and whatever else the rules speak of; its models, as
the variables of cells tell them apart, are the puzzle's answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ...errors import UNKNOWN, CoversatError
from ...problems.grid import Cell
from ...proofs.veripb import Cardinality

Literal = int
Row = Cardinality


class Theory:
    """Rows over variables, some of which are defined.

    Attributes
    ----------
    variable_count : int
    rows : list of Row
        Those that are said, without what the definitions say.
    definitions : variable -> literals
        It is true where one of them is.  These are of variables with smaller numbers.
    """

    def __init__(self, variable_count: int = 0, rows: Iterable[Row] = ()) -> None:
        self.variable_count = variable_count
        self.rows = list(rows)
        self.definitions: dict[int, tuple[Literal, ...]] = {}
        self._defined: dict[tuple[Literal, ...], int] = {}

    def variable(self) -> int:
        """A new variable."""
        self.variable_count += 1
        return self.variable_count

    def either(self, literals: Iterable[Literal]) -> Literal:
        """What is true where one of these is; the same for the same ones."""
        different = tuple(sorted(set(literals)))
        if len(different) == 1:
            return different[0]
        if different not in self._defined:
            self._defined[different] = variable = self.variable()
            self.definitions[variable] = different
        return self._defined[different]

    def every(self, literals: Iterable[Literal]) -> Literal:
        """What is true where all of these are."""
        return -self.either(-literal for literal in literals)

    def rests_on(self, literal: Literal) -> set[int]:
        """The variables, not defined, by which this literal is."""
        met, left = set[int](), [abs(literal)]
        while left:
            variable = left.pop()
            if variable not in met:
                met.add(variable)
                left += map(abs, self.definitions.get(variable, ()))
        return met - self.definitions.keys()

    def defining_rows(self, variable: int) -> list[Row]:
        """What its definition says of a variable."""
        literals = self.definitions[variable]
        return [Row((-variable, *literals), 1), *(Row((variable, -literal), 1) for literal in literals)]

    def premises(self) -> list[Row]:
        """What is said, and what the definitions say."""
        return [*self.rows, *(row for variable in self.definitions for row in self.defining_rows(variable))]


def at_least_one(literals: Iterable[Literal]) -> Row:
    """A clause."""
    return Row(tuple(literals), 1)


def at_most_one(literals: Iterable[Literal]) -> Row:
    """All of their opposites are true but one."""
    opposites = tuple(-literal for literal in literals)
    return Row(opposites, len(opposites) - 1)


def added(rows: Iterable[Row]) -> Row | None:
    """The sum of rows, which follows from them; None where a literal counts more than once in it.

    A literal and its opposite are 1 together, whatever their variable is.
    """
    counts: Counter[Literal] = Counter()
    degree = 0
    for row in rows:
        counts.update(row.literals)
        degree += row.degree
    for literal in [literal for literal in counts if literal > 0]:
        both = min(counts[literal], counts[-literal])
        counts[literal] -= both
        counts[-literal] -= both
        degree -= both
    left = +counts
    return Row(tuple(left), degree) if set(left.values()) <= {1} else None


class Translation:
    """The variables of one theory as literals of another, in which definitions are made again.

    Parameters
    ----------
    source, target : Theory
    meaning : variable -> literal
        Of the variables of the source that are not defined.
    """

    def __init__(self, source: Theory, target: Theory, meaning: Mapping[int, Literal]) -> None:
        self._source, self._target = source, target
        self._meaning = dict(meaning)

    def literal(self, literal: Literal) -> Literal:
        """What a literal of the source is in the target."""
        variable = abs(literal)
        if variable not in self._meaning:
            inputs = self._source.definitions[variable]
            self._meaning[variable] = self._target.either(map(self.literal, inputs))
        return self._meaning[variable] if literal > 0 else -self._meaning[variable]

    def row(self, row: Row) -> Row:
        """The same said in the target."""
        return Row(tuple(map(self.literal, row.literals)), row.degree)


Shown = tuple[Cell, int]
"""A cell and its value."""


class UndecidedError(CoversatError):
    """Nobody can tell whether a formula says what the rules say, and why."""

    exit_code = UNKNOWN


class NoStatementError(UndecidedError):
    """Nobody has stated the rules of such puzzles a second time; the message says of which."""

    def __init__(self, of: str) -> None:
        super().__init__(f"there is no second statement of the rules of {of}")


class Statement(Theory):
    """The rules of one puzzle.

    Attributes
    ----------
    rows_columns : (int, int)
        Those of the board.
    shows : (cell, value) -> variable
        They tell answers apart.
    holds, holds_one : cell -> Row
        That it holds a value, and not two.
    names : name -> literal
        What formulas call what this statement has a literal for.  A hint to who compares the two, and no
        more: where a formula means something else by a name, the comparison fails.
    made_of : variable -> literals
        Of what the rules speak of beside cells, for formulas that have no variable for it: it is there where
        one of these is, of those that the formula does have.
    lemmas : list of Row
        What follows by unit propagation from the rows, the sums, and the lemmas before.
    sums : list of rows
        Each is rows whose sum says what unit propagation does not see.
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

    def cell(self, cell: Cell, values: Iterable[tuple[int, str]]) -> None:
        """A cell holds one of these values, which have names."""
        literals = []
        for value, name in values:
            self.shows[cell, value] = self.names[name] = variable = self.variable()
            literals.append(variable)
        self.holds[cell], self.holds_one[cell] = self.exactly_one(literals)

    def say(self, row: Row) -> Row:
        """A rule."""
        self.rows.append(row)
        return row

    def exactly_one(self, literals: Sequence[Literal]) -> tuple[Row, Row]:
        """One of these is true, and no two."""
        return self.say(at_least_one(literals)), self.say(at_most_one(literals))

    def add_up(self, rows: Iterable[Row]) -> None:
        """What unit propagation does not see: the sum of rows."""
        self.sums.append(tuple(rows))
