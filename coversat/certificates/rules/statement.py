"""The rules of a puzzle, said a second time: in rows, as a person would check them.

A statement shares nothing with the reductions.  It has a variable for each cell and each of its values, and
whatever else the rules speak of; its models, as these variables tell them apart, are the puzzle's answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...errors import UNKNOWN, CoversatError
from ...problems.grid import Cell
from .theory import Literal, Row, Theory, at_least_one, at_most_one

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
