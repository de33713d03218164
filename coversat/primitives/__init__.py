"""The constraint language: what the rules of a puzzle require of its cells.

A grid puzzle is *cells*, the *domain* of each (the values it may hold) and *rules*.  In puzzles with lines,
the *edges* between neighbouring points are variables too: 1 if a line is drawn there, otherwise 0.

A `models.Rule` is a primitive with a label in words a person would use: ``row 3``, ``cage 12 at r1c1``,
``clue 3 at r4c7``.  Clause groups, cover items and reports refer to rules by these labels.

Primitives have the names of the Global Constraint Catalogue, XCSP3 and CPMpy:

================  ==============================================================================
`AllDifferent`    no value twice; optionally the sum, or the sets that the values may form
`Binary`          a relation that each of several pairs satisfies
`Table`           the values are one of some rows
`Regular`         the values, in order, are a word that an automaton accepts
`Sum`             a weighted sum is one of some totals
`Count`           the number of cells with one of some values is one of some numbers
`SumBetween`      the values between two ends add up to a total
`Or`              all primitives of at least one alternative hold
`Connected`       the cells with one of some values are connected
`AreasBySize`     each area of equal values has as many cells as its value
`Circuit`         the lines drawn form one loop
================  ==============================================================================

`Binary`, `Table`, `Regular` and `Sum` take *terms*: a cell, or a value derived from several cells: `Contains`
and `Matches` (0 or 1), `Leading` and `Repeats` (how many before the first that differs), `Comparison` (of two
lines read as numbers) and `Total`.

The meaning of a primitive is `meaning.holds(primitive, values)`: True if an assignment satisfies it.  No
encoder uses this function; all are tested against it.  `scope` returns the cells of a primitive.

The model of a kind is a function from a puzzle to a `models.GridModel`. A kind that is a `GridPuzzle` states
its rules in a method; those of Latin squares are::

    def model(self):
        for name, line in self.lines():
            yield self.rule("{line}", AllDifferent(line), line=name)

`reductions.grid.grid_encodings` makes its formulas, by every encoding, and its exact cover of it. This room
uses `base`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence, Sized
from itertools import chain
from typing import Any, NamedTuple, Self

from ..base.errors import ArgumentError
from .sums import UNBOUNDED, least_and_most, stated_numbers

_NOTHING_YET = -1

Cell = tuple[int, int]
"""Row and column, from 0."""
Edge = tuple[Cell, Cell]
"""Two neighbouring points, the first in reading order first."""
Variable = tuple[Any, Any]
"""A cell or an edge."""
Grid = tuple[tuple[int | None, ...], ...]
"""Rows of values; None for a blank cell."""
Values = Mapping[Variable, int]
"""An assignment: the value of each cell and edge."""


class AllDifferent(NamedTuple):
    """No two cells have the same value.

    Attributes
    ----------
    cells : tuple of cells
    total : int, optional
        The sum of the values.
    sets : tuple of increasing tuples, optional
        The allowed sets of values.
    name : str
        The name in exports, if not that of the rule.
    """

    cells: tuple[Cell, ...]
    total: int | None = None
    sets: tuple[tuple[int, ...], ...] | None = None
    name: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether nothing is required but that the values differ."""
        return self.total is None and self.sets is None


class Contains(NamedTuple):
    """1 if one of the cells holds one of these values, otherwise 0."""

    cells: tuple[Cell, ...]
    values: Collection[int]


class Matches(NamedTuple):
    """1 if each of the cells holds the value in its place, otherwise 0."""

    cells: tuple[Cell, ...]
    values: tuple[int, ...]


class Leading(NamedTuple):
    """How many of the cells, from the first on, hold the value before one that does not."""

    cells: tuple[Cell, ...]
    value: int


class Repeats(NamedTuple):
    """How many of the cells, from the first on, hold the first one's value before one that does not."""

    cells: tuple[Cell, ...]


class Comparison(NamedTuple):
    """`LOWER`, `EQUAL` or `HIGHER`: how one line, read as a number, compares with the other."""

    one: tuple[Cell, ...]
    other: tuple[Cell, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of both lines."""
        return self.one + self.other


LOWER, EQUAL, HIGHER = range(3)


class Total(NamedTuple):
    """The sum of cells whose values are known to differ."""

    cells: tuple[Cell, ...]


Derived = Contains | Matches | Leading | Repeats | Comparison | Total
"""A value that several cells determine."""
Term = Variable | Derived


class Binary(NamedTuple):
    """The two values of each pair satisfy the relation."""

    pairs: tuple[tuple[Term, Term], ...]
    allowed: Callable[[int, int], bool]


class Table(NamedTuple):
    """The values of the terms are one of the rows."""

    cells: tuple[Term, ...]
    rows: Collection[tuple[int, ...]]


class Regular(NamedTuple):
    """The values of the terms, in order, are a word that a deterministic automaton accepts.

    `step` returns the next state, or None if no accepted word continues this way.
    """

    cells: tuple[Term, ...]
    start: Any
    step: Callable[[Any, int], Hashable | None]
    accepts: Callable[[Any], bool]


class SumBetween(NamedTuple):
    """The values between two ends add up to `total`; the values of the cells are known to differ.

    Attributes
    ----------
    word : Regular
        The same as an automaton.
    total : int
    ends : (int, int), optional
        Two values, both of which occur; by default the lowest and the highest of the cells.
    """

    word: Regular
    total: int
    ends: tuple[int, int] | None = None

    @property
    def cells(self) -> tuple[Term, ...]:
        """The cells of the word."""
        return self.word.cells


class _Sum(NamedTuple):
    terms: tuple[tuple[int, Term], ...]
    totals: Collection[int] = (0,)


class Sum(_Sum):
    """The sum of factors times terms is one of `totals`.

    A single total may be a number; `at_least` and `at_most` stand for all totals from, or up to, a number.
    """

    __slots__ = ()

    def __new__(
        cls,
        terms: tuple[tuple[int, Term], ...],
        totals: Collection[int] | int | None = None,
        *,
        at_least: int | None = None,
        at_most: int | None = None,
    ) -> Self:
        found = stated_numbers(totals, at_least, at_most, (-UNBOUNDED, UNBOUNDED))
        return super().__new__(cls, terms, (0,) if found is None else found)


class _Count(NamedTuple):
    cells: tuple[Variable, ...]
    values: Collection[int]
    numbers: Collection[int]


class Count(_Count):
    """The number of cells that hold one of these values is one of `numbers`, as the totals of a `Sum`."""

    __slots__ = ()

    def __new__(
        cls,
        cells: tuple[Variable, ...],
        values: Collection[int],
        numbers: Collection[int] | int | None = None,
        *,
        at_least: int | None = None,
        at_most: int | None = None,
    ) -> Self:
        cells = tuple(cells) if isinstance(cells, Iterator) else cells
        most = len(cells) if isinstance(cells, Sized) else UNBOUNDED  # what has no length is refused later
        if (found := stated_numbers(numbers, at_least, at_most, (0, most))) is None:
            raise ArgumentError("Count needs numbers, or at_least or at_most")
        return super().__new__(cls, cells, values, found)


class Or(NamedTuple):
    """All primitives of at least one alternative hold."""

    alternatives: tuple[tuple[Primitive, ...], ...]


class Connected(NamedTuple):
    """The cells that hold one of these values are connected with each other through such cells.

    Attributes
    ----------
    cells : tuple of cells or edges
    values : collection of int
    links : tuple of pairs of these cells
        Those that are neighbours.
    roots : tuple of these cells
        If there are any, each cell with such a value is connected with at least one root instead, and
        there may be several pieces.  A root counts only if it has such a value.
    steps : int, optional
        Each such cell is connected with a root, or with the first such cell if there are none, by at most
        this many steps.
    limit_follows : bool
        Other rules imply the limit of steps, so that an encoding need not state it.
    """

    cells: tuple[Variable, ...]
    values: Collection[int]
    links: tuple[tuple[Variable, Variable], ...]
    roots: tuple[Variable, ...] = ()
    steps: int | None = None
    limit_follows: bool = False


class AreasBySize(NamedTuple):
    """Each maximal connected area of cells with one value has as many cells as this value.

    Attributes
    ----------
    cells : tuple of cells
    links : tuple of pairs of these cells
        Those that are neighbours.
    values : collection of int, optional
        If there are any, only areas of these values.
    """

    cells: tuple[Variable, ...]
    links: tuple[tuple[Variable, Variable], ...]
    values: Collection[int] = ()


class Circuit(NamedTuple):
    """The edges with value 1 form one loop that passes each point at most once.

    Attributes
    ----------
    cells : tuple of edges
    through : tuple of points
        Those that the loop passes.
    faces : tuple of pairs of int
        Of a plane graph: the two faces beside each edge, in the order of the edges; 0 is the outer face.
        This helps encoders, and gives `inside` a meaning.
    inside : tuple of cells
        If there are any: cells, one for each face from 1 on, that have value 1 if they are inside the
        loop and 0 otherwise.
    """

    cells: tuple[Edge, ...]
    through: tuple[Cell, ...] = ()
    faces: tuple[tuple[int, int], ...] = ()
    inside: tuple[Cell, ...] = ()


Primitive = (
    AllDifferent
    | Binary
    | Table
    | Regular
    | SumBetween
    | Sum
    | Count
    | Or
    | Connected
    | AreasBySize
    | Circuit
)


def scope(primitive: Primitive) -> tuple[Variable, ...]:
    """The cells of a primitive, each once, in order of occurrence."""
    return tuple(dict.fromkeys(cells_of(primitive)))


def equals(cell: Variable, value: int) -> Count:
    """A cell holds this value."""
    return Count((cell,), (value,), (1,))


def total_of(cells: tuple[Cell, ...], total: int) -> Sum:
    """The cells add up to `total`."""
    return Sum(tuple((1, cell) for cell in cells), (total,))


def equal_sums(these: tuple[Cell, ...], those: tuple[Cell, ...]) -> Sum:
    """Both groups of cells have the same sum."""
    return Sum((*((1, cell) for cell in these), *((-1, cell) for cell in those)))


def all_equal(terms: tuple[Term, ...]) -> Regular:
    """All terms have the same value."""

    def step(state: int | None, digit: int) -> int | None:
        return digit if state in (_NOTHING_YET, digit) else None

    return Regular(terms, _NOTHING_YET, step, lambda state: True)


def cells_of(primitive: Primitive) -> Iterator[Variable]:
    """The cells of a primitive; one may occur several times."""
    for term in terms_of(primitive):
        if isinstance(term, Derived):
            yield from term.cells
        else:
            yield term


def terms_of(primitive: Primitive) -> Iterator[Term]:
    """The terms of a primitive: cells, and values derived from several."""
    match primitive:
        case Binary(pairs, _):
            return chain.from_iterable(pairs)
        case Sum(terms, _):
            return (term for _, term in terms)
        case Or(alternatives):
            return (term for those in alternatives for one in those for term in terms_of(one))
        case Circuit(edges, _, _, inside):
            return iter((*edges, *inside))
        case _:
            return iter(primitive.cells)


def as_regular(primitive: Regular | SumBetween | Sum | Count | Table, values: Collection[int]) -> Regular:
    """The same requirement as an automaton; `values` are all that a term may have.

    A state of a sum from which no total can be reached does not exist.
    """
    match primitive:
        case Regular():
            return primitive
        case SumBetween(word):
            return word
        case Count(cells, counted, numbers):
            most = max(numbers, default=-1)

            def count(so_far: int, value: int) -> int | None:
                number = so_far + (value in counted)
                return number if number <= most else None

            return Regular(cells, 0, count, lambda number: number in numbers)
        case Table(terms, rows):
            complete = frozenset(rows)
            prefixes = {row[:length] for row in complete for length in range(len(row) + 1)}

            def extend(so_far: tuple[int, ...], value: int) -> tuple[int, ...] | None:
                return longer if (longer := (*so_far, value)) in prefixes else None

            return Regular(terms, (), extend, lambda row: row in complete)
        case Sum(factors_and_terms, totals):
            # A state includes its position, since each term has its own factor.
            factors = [factor for factor, _ in factors_and_terms]
            least, most_ = _bounds(factors, totals, values)

            def add(state: tuple[int, int], value: int) -> tuple[int, int] | None:
                at, so_far = state
                so_far += factors[at] * value
                return (at + 1, so_far) if least[at] <= so_far <= most_[at] else None

            terms = tuple(term for _, term in factors_and_terms)
            allowed = totals if isinstance(totals, range) else frozenset(totals)
            return Regular(terms, (0, 0), add, lambda state: state[1] in allowed)


def _bounds(
    factors: Sequence[int], totals: Collection[int], values: Collection[int]
) -> tuple[list[int], list[int]]:
    """The least and the most that the sum of the first terms may be if the others can complete a total."""
    least, most = ([end] for end in least_and_most(totals))
    for factor in reversed(factors[1:]):
        ends = factor * min(values), factor * max(values)
        least.append(least[-1] - max(ends))
        most.append(most[-1] - min(ends))
    return least[::-1], most[::-1]
