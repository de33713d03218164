"""Variables that are true or false, what is said of them in rows, and further variables that are defined.

A row is "at least so many of these literals are true".  A *definition* says of a new variable that it is true
exactly where one of some literals is; whoever has values for the others has one for it, so that definitions
never say anything of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

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
