"""Nonogram: blacken cells so that the runs of black cells in each row and column match its clue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from ...problems.grid import Cell, Numbers, read_answer_board, shape_violations
from ...problems.problem import Form, Stepwise, Violation, headed_form
from ...problems.text import LineReader, Token

Clue = tuple[int, ...]
"""The lengths of the runs of black cells in a line, in order; none for a line without black cells."""
Line = tuple[int, ...]

BLACK, WHITE = "#", "."
LARGEST_SIDE = 200


@dataclass(frozen=True)
class Nonogram(Stepwise[Numbers]):
    """The clues of the rows from the top, and of the columns from the left.

    An answer has 1 for black cells and 0 for white ones; a partial answer has the first rows only.

    Raise `ValueError` if there are no rows or no columns, or a run is not positive.
    """

    row_clues: tuple[Clue, ...]
    column_clues: tuple[Clue, ...]

    kind: ClassVar[str] = "nonogram"
    about: ClassVar[str] = "blacken cells: the clues say how long the runs in each row and column are"
    fixed_clues: ClassVar[str] = "the clues of all rows and columns"

    def __post_init__(self) -> None:
        if not self.row_clues or not self.column_clues:
            raise ValueError("a board without rows or without columns")
        if any(run < 1 for clue in (*self.row_clues, *self.column_clues) for run in clue):
            raise ValueError("a run that is not a positive number")

    @property
    def rows(self) -> int:
        return len(self.row_clues)

    @property
    def columns(self) -> int:
        return len(self.column_clues)

    def format(self) -> str:
        rows, columns = (map(_clue_text, clues) for clues in (self.row_clues, self.column_clues))
        return "\n".join(["nonogram", "rows", *rows, "columns", *columns, ""])

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (self.rows, self.columns)

    def violations(self, answer: Numbers) -> list[Violation]:
        """Cells that are neither black nor white, and lines whose runs do not match the clue."""
        if found := shape_violations(answer, self.rows, self.columns):
            return found
        return self.partial_violations(answer)

    def partial_violations(self, partial: Numbers) -> list[Violation]:
        """The same for the first rows; and columns that can no longer match."""
        if any(len(row) != self.columns or not {*row} <= {0, 1} for row in partial):
            return [Violation("a row is not made of black and white cells")]
        found = []
        for r, (row, clue) in enumerate(zip(partial, self.row_clues, strict=False)):
            if _runs(row) != clue:
                cells = tuple((r, c) for c in range(self.columns))
                found.append(_wrong_runs(f"row {r + 1}", row, clue, cells))
        for c, clue in enumerate(self.column_clues):
            column = tuple(row[c] for row in partial)
            if not _can_become(column, clue, self.rows):
                cells = tuple((r, c) for r in range(len(partial)))
                found.append(_wrong_runs(f"column {c + 1}", column, clue, cells))
        return found

    def steps(self, partial: Numbers) -> Iterable[Numbers] | None:
        if len(partial) == self.rows:
            return None
        clue = self.row_clues[len(partial)]
        return ((*partial, row) for row in arrangements(clue, self.columns))

    def render(self, answer: Numbers | None = None) -> str:
        """The board, ``#`` for black cells; without an answer, its text."""
        if answer is None:
            return self.format().rstrip("\n")
        return "\n".join("".join(BLACK if cell else WHITE for cell in row) for row in answer)

    @property
    def words_of_values(self) -> Mapping[int, str]:
        return {0: "white", 1: "black"}

    @property
    def answer_words(self) -> Mapping[int, str]:
        return {0: WHITE, 1: BLACK}

    def parse_answer(self, text: str) -> Numbers:
        expected = "'#' or '1' (black), or '.' or '0' (white)"
        rows = read_answer_board(text, self.rows, self.columns, "#1.0", expected)
        return tuple(tuple(int(cell in "#1") for cell in row) for row in rows)


def arrangements(clue: Clue, length: int) -> Iterator[Line]:
    """Every line of this length with these runs, smallest first."""
    if not clue:
        yield (0,) * length
        return
    rest = clue[1:]
    # The cells that the runs after the first one need, each with a white cell before it.
    behind = sum(rest) + len(rest)
    for start in range(length - behind - clue[0], -1, -1):
        head = (0,) * start + (1,) * clue[0]
        gap = (0,) if rest else ()
        for tail in arrangements(rest, length - len(head) - len(gap)):
            yield (*head, *gap, *tail)


def clues_of(grid: Numbers) -> Nonogram:
    """The nonogram that asks for a picture."""
    return Nonogram(tuple(map(_runs, grid)), tuple(map(_runs, zip(*grid, strict=True))))


def _runs(line: Sequence[int]) -> Clue:
    return tuple(len(list(cells)) for black, cells in groupby(line) if black)


def _can_become(line: Line, clue: Clue, length: int) -> bool:
    """Whether a line with this beginning can have these runs at its full length."""
    runs = _runs(line)
    if line and line[-1]:
        # The last run may still grow to the length in the clue.
        *done, open_run = runs
        if len(runs) > len(clue) or open_run > clue[len(done)]:
            return False
        missing = clue[len(done)] - open_run
    else:
        done, missing = list(runs), -1  # the first run to come needs no white cell before it
    to_come = clue[len(runs) :]
    needed = missing + sum(to_come) + len(to_come)
    return list(clue[: len(done)]) == done and max(needed, 0) <= length - len(line)


def _wrong_runs(name: str, line: Sequence[int], clue: Clue, cells: tuple[Cell, ...]) -> Violation:
    text = f"{name} has runs {_clue_text(_runs(line))}, not {_clue_text(clue)}"
    return Violation(text, cells, f"{name}: {_clue_text(clue)}")


def _clue_text(clue: Clue) -> str:
    return " ".join(map(str, clue)) or "0"


def _read(text: str) -> Nonogram:
    """Read ``nonogram``, ``rows``, a clue a line, ``columns``, a clue a line; 0 for a line without runs."""
    reader = LineReader(text)
    reader.heading("nonogram", "'nonogram'", 1)
    head = reader.line("'rows'", 1)[0]
    if head.text != "rows":
        raise head.error("'rows', and the clues of the rows below")
    rows: list[Clue] = []
    columns: list[Clue] = []
    clues = rows
    for tokens in reader:
        if clues is rows and len(tokens) == 1 and tokens[0].text == "columns":
            if not rows:
                raise tokens[0].error("the clue of a row")
            clues = columns
        elif len(clues) == LARGEST_SIDE:
            raise tokens[0].error(f"at most {LARGEST_SIDE} rows and columns")
        else:
            clues.append(_clue(tokens, "columns" if clues is rows else "the end of the text"))
    if not columns:
        reader.line("'columns'" if clues is rows else "the clue of a column")
    return Nonogram(tuple(rows), tuple(columns))


def _clue(tokens: list[Token], instead: str) -> Clue:
    if len(tokens) == 1 and tokens[0].text == "0":
        return ()
    what = f"a run (0 alone for none; or {instead})"
    return tuple(token.integer(1, LARGEST_SIDE, what) for token in tokens)


CLUES: Form[Nonogram, Numbers] = headed_form(
    Nonogram,
    "clues",
    "'nonogram', 'rows' and a clue a line, 'columns' and a clue a line; 0 for a line without runs",
    _read,
)

Nonogram.forms = (CLUES,)
