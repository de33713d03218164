"""Latin squares: each row and each column holds each of n digits once; some cells are given."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, partial
from typing import Any, Self

from ..primitives import AllDifferent
from ..primitives.models import GridEncodings, Rule
from ..problems.clue_text import BoardWords
from ..problems.digit_rows import digit_lines, digit_row_forms, headed_text, read_headed
from ..problems.grid import (
    DIGITS,
    Grid,
    Held,
    Numbers,
    Row,
    compact_line,
    digit_row,
    digit_word,
    repeated_digits,
    spaced_line,
)
from ..problems.latin_squares import random_latin_square
from ..problems.layout import Layout
from ..problems.problem import AnyForm
from ..problems.puzzle import Wrong, model_of_puzzle, numbered
from ..problems.stepwise import StepwisePuzzle
from ..problems.text import LineReader, Token

LARGEST_ORDER = 100
LARGEST_SHARED = 12
"""The largest order whose squares share one cover; for a larger one it has many times the options of each."""


def _row(tokens: list[Token], order: int) -> tuple[int | None, ...]:
    return digit_row(tokens, order, range(1, order + 1))


def _compact(row: Row) -> str:
    if len(row) > len(DIGITS):
        raise ValueError(f"one character holds digits up to {len(DIGITS)}")
    return compact_line(row, ".")


class Latin(StepwisePuzzle):
    """The given digits, None for a blank cell.

    Raise `ValueError` for a grid that is not a square, or a digit outside 1..n.
    """

    about = "complete a Latin square: each row and column holds every digit once"
    symbols = range(1, LARGEST_ORDER + 1)
    has_givens = is_square = True

    @cached_property
    def values(self) -> Mapping[int, str]:  # type: ignore[override]
        return numbered(self.order)

    @property
    def givens(self) -> Grid:
        return self.clues  # type: ignore[return-value]

    @property
    def order(self) -> int:
        return self.rows

    @property
    def layout(self) -> Layout:
        return Layout(self.order, self.order, 1, self.order)

    def reject(self) -> str | None:
        if all(clue in self.values for clue in self.clue_at.values()):
            return None
        return f"a given that is not a digit 1 to {self.order}; None is a blank"

    def model(self) -> Iterator[Rule]:
        for name, line in self.lines():
            yield self.rule("{line}", AllDifferent(line), line=name)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for name, line in self.lines():
            yield from repeated_digits(line, list(map(held.get, line)), name)

    # Texts.

    @classmethod
    def text_forms(cls) -> tuple[AnyForm, ...]:
        about = (
            "'latin N' and a line a row, a character a cell (1-9A-P, 0 or '.'); orders up to 25",
            "'latin N' and a line a row, cells as numbers with spaces between ('.' or 0 for a blank)",
        )
        spaced = partial(spaced_line, blank=".")
        return digit_row_forms(
            cls, about, _compact, spaced, lambda _, answer, case: "\n".join(map(_compact, answer))
        )

    @classmethod
    def read(cls, text: str) -> Self:
        return cls(read_headed(cls, text, LARGEST_ORDER, int, _row))

    @classmethod
    def text_of(cls, words: BoardWords) -> str:
        """``latin 7`` and the rows: a character a cell up to order 25, else numbers."""
        characters = f" {DIGITS}" if words.rows <= len(DIGITS) else ""
        return headed_text(cls, words.rows, digit_lines(words.clues, characters))

    def render(self, answer: Numbers | None = None) -> str:
        """The rows, columns aligned; dots for blank cells."""
        width = len(str(self.order))
        rows: Grid = self.givens if answer is None else answer
        return "\n".join(" ".join(digit_word(digit).rjust(width) for digit in row) for row in rows)

    def parse_answer(self, text: str) -> Grid:
        """The rows, compact or spaced."""
        reader = LineReader(text)
        rows = range(1, self.order + 1)
        answer = tuple(_row(reader.line(f"row {r} of {self.order}"), self.order) for r in rows)
        reader.end(f"the end of the answer after {self.order} rows")
        return answer

    # Generating.

    sides_made = range(2, 21)
    checked_by = ("cover/bitset", "cnf:mixed/cadical195")

    @classmethod
    def blank_with_answer(cls, rows: int, columns: int, rng: random.Random) -> tuple[Self, Numbers]:
        return cls.empty(rows, rows), random_latin_square(rows, rng)

    def givens_made(self) -> range:
        """As many as any square needs, and more; proved up to order 8, and larger ones known need as many.

        R. Bean, The size of the smallest uniquely completable set in order 8 Latin squares, JCMCC 52, 2005.
        """
        return range(self.order**2 // 4, self.order**2 + 1)


@cache
def _empty(order: int) -> Latin | None:
    """The square without givens, whose cover others share; None if it is too large for that."""
    return Latin.empty(order, order) if order <= LARGEST_SHARED else None


ENCODINGS: tuple[GridEncodings[Any], ...] = (
    GridEncodings(model_of_puzzle, ("cover",), blank=lambda source: _empty(source.order)),
    GridEncodings(model_of_puzzle, ("mixed",), preferred="", alternative=True),
)
