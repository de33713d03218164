"""Latin squares: each row and each column holds each of n digits once; some cells are given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Self, TypeVar

from ..language.models import GridEncodings, GridModel, Rule
from ..problems.grid import (
    DIGITS,
    Grid,
    Row,
    compact_line,
    digit_range_violations,
    digit_row,
    digit_word,
    filled,
    given_violations,
    given_words,
    shape_violations,
    spaced_line,
    thinned,
)
from ..problems.layout import Layout, board_rules, unit_violations
from ..problems.problem import Form, Stepwise, Violation, each, each_headed, headed_rows
from ..problems.text import LineReader

LARGEST_ORDER = 100
LARGEST_SHARED = 12
"""The largest order whose squares share one cover; for a larger one it has many times the options of each."""


@dataclass(frozen=True)
class Latin(Stepwise[Grid]):
    """The given digits, None for a blank cell; cells of a partial answer may be blank too.

    Raise `ValueError` for a grid that is not a square, or a digit outside 1..n.
    """

    givens: Grid

    kind: ClassVar[str] = "latin"
    about: ClassVar[str] = "complete a Latin square: each row and column holds every digit once"

    def __post_init__(self) -> None:
        if not self.givens or any(len(row) != self.order for row in self.givens):
            raise ValueError("the givens are not a square")
        if any(digit not in self.layout.digits for _, digit in filled(self.givens)):
            raise ValueError(f"a given that is not a digit 1 to {self.order}; None is a blank")

    @property
    def order(self) -> int:
        return len(self.givens)

    @property
    def layout(self) -> Layout:
        return Layout(self.order, self.order, 1, self.order)

    def format(self) -> str:
        """``latin 7`` and the rows: a character a cell up to order 25, else numbers."""
        return _write(_compact if self.order <= len(DIGITS) else _spaced, self)

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (self.order, self.order)

    def violations(self, answer: Grid) -> list[Violation]:
        """Cells without a digit, digits repeated in a row or column, and changed givens."""
        if found := shape_violations(answer, self.order, self.order):
            return found
        cells = list(self.layout.cells())
        return digit_range_violations(answer, cells, self.layout.digits) + self.partial_violations(answer)

    def partial_violations(self, partial: Grid) -> list[Violation]:
        """The same, open cells aside."""
        return unit_violations(partial, self.layout) + given_violations(partial, self.givens)

    def beginning(self) -> Grid:
        return self.givens

    def steps(self, partial: Grid) -> Iterable[Grid] | None:
        cell = next(((r, c) for r, c in self.layout.cells() if partial[r][c] is None), None)
        if cell is None:
            return None
        r, c = cell
        row = partial[r]
        rows = ((*row[:c], digit, *row[c + 1 :]) for digit in range(1, self.order + 1))
        return ((*partial[:r], line, *partial[r + 1 :]) for line in rows)

    def render(self, answer: Grid | None = None) -> str:
        """The rows, columns aligned; dots for blank cells."""
        width = len(str(self.order))
        grid = self.givens if answer is None else answer
        words = ((digit_word(digit).rjust(width) for digit in row) for row in grid)
        return "\n".join(map(" ".join, words))

    def parse_answer(self, text: str) -> Grid:
        """The rows, compact or spaced."""
        reader = LineReader(text)
        answer = _rows(reader, self.order)
        reader.end(f"the end of the answer after {self.order} rows")
        return answer

    def given_names(self) -> tuple[str, ...]:
        return given_words(self.givens)

    def with_givens(self, keep: Collection[int]) -> Self:
        return replace(self, givens=tuple(thinned(self.givens, keep)))


def _read(text: str) -> Latin:
    reader = LineReader(text)
    _, token = reader.heading(Latin.kind, "'latin' and the order", 2)
    order = token.integer(1, LARGEST_ORDER, "the order")
    problem = Latin(_rows(reader, order))
    reader.end(f"the end of the text after {order} rows")
    return problem


def _rows(reader: LineReader, order: int) -> Grid:
    digits = range(1, order + 1)
    return tuple(digit_row(reader.line(f"row {r + 1} of {order}"), order, digits) for r in range(order))


def _compact(row: Row) -> str:
    if len(row) > len(DIGITS):
        raise ValueError(f"one character holds digits up to {len(DIGITS)}")
    return compact_line(row, ".")


def _spaced(row: Row) -> str:
    return spaced_line(row, ".")


def _write(line: Callable[[Row], str], problem: Latin) -> str:
    return f"latin {problem.order}\n" + "".join(line(row) + "\n" for row in problem.givens)


COMPACT: Form[Latin, Grid] = Form(
    name="compact",
    about="'latin N' and a line a row, a character a cell (1-9A-P, 0 or '.'); orders up to 25",
    recognises=headed_rows(Latin.kind, spaced=False),
    read=each_headed(Latin.kind, _read),
    write=each(partial(_write, _compact)),
    several=True,
    show=lambda problem, answer, case: "\n".join(map(_compact, answer)),
)
SPACED: Form[Latin, Grid] = Form(
    name="spaced",
    about="'latin N' and a line a row, cells as numbers with spaces between ('.' or 0 for a blank)",
    recognises=headed_rows(Latin.kind, spaced=True),
    read=each_headed(Latin.kind, _read),
    write=each(partial(_write, _spaced)),
    several=True,
)

Latin.forms = (COMPACT, SPACED)


P = TypeVar("P", bound=Latin)


def latin_model(source: P, clues: Iterable[Rule] = ()) -> GridModel[P]:
    """A sudoku's board without boxes, its given cells, and the rules of clues."""
    layout = source.layout
    rules = [*board_rules(layout, source.givens), *clues]
    domains = dict.fromkeys(layout.cells(), layout.digits)
    return GridModel(source, source.order, source.order, domains, rules)


def _blank(source: Latin) -> Latin | None:
    order = source.order
    return Latin(((None,) * order,) * order) if order <= LARGEST_SHARED else None


ENCODINGS: tuple[GridEncodings[Latin], ...] = (
    GridEncodings(latin_model, ("cover",), blank=_blank),
    GridEncodings(latin_model, ("mixed",), preferred="", alternative=True),
)
