"""What encoders are told of a constraint: one of a few shapes, over cells and their digits.

A constraint's module in `constraints` states it in these, apart from the judgement in `problems`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from .kinds.sudoku.layout import Layout
from .problems.grid import Cell

_NOTHING_YET = -1


class AllDifferent(NamedTuple):
    """Cells whose digits all differ; they add up to `total`, and are one of `sets`, where these are told.

    The name tells those of one sudoku apart and holds no space, ``|`` or ``:``.
    """

    name: str
    cells: tuple[Cell, ...]
    total: int | None = None
    sets: tuple[tuple[int, ...], ...] | None = None

    @property
    def is_plain(self) -> bool:
        """Whether nothing is told but that the digits differ."""
        return self.total is None and self.sets is None


class Contains(NamedTuple):
    """A place that holds 1 where one of these digits stands among the cells, and 0 where none does.

    Words, pairs and sums take it as they take a cell.
    """

    cells: tuple[Cell, ...]
    digits: Collection[int]


class Comparison(NamedTuple):
    """A place that says whether one line, read as a number, is lower than the other, equal or higher."""

    one: tuple[Cell, ...]
    other: tuple[Cell, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Those of both."""
        return self.one + self.other


LOWER, EQUAL, HIGHER = range(3)
"""What a comparison holds."""


class Total(NamedTuple):
    """A place that holds what the digits of cells, which are known to differ, add up to."""

    cells: tuple[Cell, ...]


Derived = Contains | Comparison | Total
"""A place that is made of several cells."""
Term = Cell | Derived


class Binary(NamedTuple):
    """Of each of these pairs of cells, whether two digits may stand there."""

    pairs: tuple[tuple[Term, Term], ...]
    allowed: Callable[[int, int], bool]


class Regular(NamedTuple):
    """The digits of cells in a row are a word that a deterministic automaton accepts.

    `step` gives the next state, or None where no accepted word goes on so.
    """

    cells: tuple[Term, ...]
    start: Any
    step: Callable[[Any, int], Hashable | None]
    accepts: Callable[[Any], bool]


class SumBetween(NamedTuple):
    """The digits of cells are a word, which says: those between the two ends add up to `total`.

    The digits are known to differ.  The ends are two digits, which both stand there, or the lowest and the
    highest that do.
    """

    word: Regular
    total: int
    ends: tuple[int, int] | None = None

    @property
    def cells(self) -> tuple[Term, ...]:
        """Those of the word."""
        return self.word.cells


class Sum(NamedTuple):
    """What cells, each times a number, add up to is one of `totals`."""

    terms: tuple[tuple[int, Term], ...]
    totals: Collection[int] = (0,)


class Count(NamedTuple):
    """How many of the cells hold one of these digits is one of `numbers`."""

    cells: tuple[Cell, ...]
    digits: Collection[int]
    numbers: Collection[int]


class Or(NamedTuple):
    """All statements of at least one of these lists hold."""

    alternatives: tuple[tuple[Primitive, ...], ...]


Primitive = AllDifferent | Binary | Regular | SumBetween | Sum | Count | Or


def total_of(cells: tuple[Cell, ...], total: int) -> Sum:
    """The cells add up to this."""
    return Sum(tuple((1, cell) for cell in cells), (total,))


def equal_sums(these: tuple[Cell, ...], those: tuple[Cell, ...]) -> Sum:
    """Both add up to the same."""
    return Sum((*((1, cell) for cell in these), *((-1, cell) for cell in those)))


def all_equal(terms: tuple[Term, ...]) -> Regular:
    """All these places hold the same."""

    def step(state: int | None, digit: int) -> int | None:
        return digit if state in (_NOTHING_YET, digit) else None

    return Regular(terms, _NOTHING_YET, step, lambda state: True)


def squares(layout: Layout) -> Iterator[tuple[Cell, ...]]:
    """Each two by two cells."""
    for r, c in layout.cells():
        if layout.has((r + 1, c + 1)):
            yield (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)


def as_regular(statement: Regular | SumBetween | Sum | Count, digits: Collection[int]) -> Regular:
    """The same as an automaton, whose state is what the cells so far come to.

    `digits` are all that a place may hold; of a sum no state is left from which no total can be reached.
    """
    match statement:
        case Regular():
            return statement
        case SumBetween(word):
            return word
        case Count(cells, counting, numbers):
            enough = max(numbers, default=-1)

            def counted(so_far: int, digit: int) -> int | None:
                number = so_far + (digit in counting)
                return number if number <= enough else None

            return Regular(cells, 0, counted, lambda number: number in numbers)
        case Sum(terms, totals):
            # A state knows its place, since each cell has its own factor.
            factors = [factor for factor, _ in terms]
            least, most = _bounds(factors, totals, digits)

            def added(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
                at, so_far = state
                so_far += factors[at] * digit
                return (at + 1, so_far) if least[at] <= so_far <= most[at] else None

            return Regular(tuple(cell for _, cell in terms), (0, 0), added, lambda state: state[1] in totals)


def _bounds(
    factors: Sequence[int], totals: Collection[int], digits: Collection[int]
) -> tuple[list[int], list[int]]:
    """The least and the most that a sum may be behind each term, if the rest is to make it a total."""
    least, most = [min(totals, default=0)], [max(totals, default=-1)]
    for factor in reversed(factors[1:]):
        ends = factor * min(digits), factor * max(digits)
        least.append(least[-1] - max(ends))
        most.append(most[-1] - min(ends))
    return least[::-1], most[::-1]


def cells_of(statement: Primitive) -> Iterator[Cell]:
    """The cells it speaks of; one may come several times."""
    for term in terms_of(statement):
        if isinstance(term, Derived):
            yield from term.cells
        else:
            yield term


def terms_of(statement: Primitive) -> Iterator[Term]:
    """The cells it speaks of, and the places made of several."""
    match statement:
        case Binary(pairs, _):
            return chain.from_iterable(pairs)
        case Sum(terms, _):
            return (term for _, term in terms)
        case Or(alternatives):
            return (term for those in alternatives for one in those for term in terms_of(one))
        case _:
            return iter(statement.cells)


def borders(layout: Layout) -> Iterator[tuple[Cell, Cell]]:
    """Each two cells of a board with a common border, in reading order."""
    for r, c in layout.cells():
        yield from (((r, c), other) for other in ((r, c + 1), (r + 1, c)) if layout.has(other))
