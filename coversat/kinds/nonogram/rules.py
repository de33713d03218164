"""Nonogram: blacken cells of a board so that the runs of each row and column match its clue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from typing import Self

from ...primitives import Regular
from ...primitives.models import Rule
from ...problems.board import LEFT, TOP
from ...problems.board import Line as Cells
from ...problems.clue_text import BoardWords, clue_word
from ...problems.grid import Cell, Held, Numbers, read_answer_board
from ...problems.problem import AnyForm, headed_form
from ...problems.puzzle import Wrong
from ...problems.stepwise import StepwisePuzzle
from ...problems.text import LineReader, Token

Clue = tuple[int, ...]
"""The lengths of the runs of black cells in a line, in order; none for a line without black cells."""
Line = tuple[int, ...]

BLACK, WHITE = "#", "."
LARGEST_SIDE = 200


class Nonogram(StepwisePuzzle):
    """The clues of the rows from the top, and of the columns from the left.

    An answer has 1 for black cells and 0 for white ones; a partial answer has the first rows only.

    Raise `ValueError` if there are no rows or no columns, or a run is not positive.
    """

    about = "blacken cells: the clues say how long the runs in each row and column are"
    sides = (LEFT, TOP)
    side_lists = True
    values = {0: WHITE, 1: BLACK}
    value_words = {0: "white", 1: "black"}
    fixed_clues = "the clues of all rows and columns"
    look = {1: "black"}
    walls_every = 5

    def __init__(self, row_clues: Sequence[Clue], column_clues: Sequence[Clue]) -> None:
        board = ((None,) * len(column_clues),) * len(row_clues)
        super().__init__(board, (), (tuple(row_clues), tuple(column_clues)))

    @property
    def row_clues(self) -> tuple[Clue, ...]:
        return self.side_clues[0]  # type: ignore[return-value]

    @property
    def column_clues(self) -> tuple[Clue, ...]:
        return self.side_clues[1]  # type: ignore[return-value]

    def reject(self) -> str | None:
        clues = (*self.row_clues, *self.column_clues)
        if None in clues:
            return "a line of the board without a clue"
        return (
            "a run that is not a positive number" if any(run < 1 for clue in clues for run in clue) else None
        )

    def clued_lines(self) -> Iterator[tuple[str, Cells, Clue]]:
        """Each row, then each column: its name, its cells and its clue."""
        clues = (*self.row_clues, *self.column_clues)
        for (name, cells), clue in zip(self.lines(), clues, strict=True):
            yield name, cells, clue

    def model(self) -> Iterator[Rule]:
        """Each row and column is a word of the automaton of its clue."""
        for name, cells, clue in self.clued_lines():
            yield self.rule("{line}: {runs}", pattern_of(clue, cells), line=name, runs=clue_word(clue))

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for name, cells, clue in self.clued_lines():
            known = tuple([value for value in map(held.get, cells) if value is not None])
            if not _can_become(known, clue, len(cells)):
                text = f"{name} has runs {clue_word(runs_of(known))}, not {clue_word(clue)}"
                yield text, cells[: len(known)], f"{name}: {clue_word(clue)}"

    def beginning(self) -> Numbers:
        return ()

    def steps(self, partial: Numbers) -> Iterable[Numbers] | None:
        if len(partial) == self.rows:
            return None
        clue = self.row_clues[len(partial)]
        return ((*partial, row) for row in arrangements(clue, self.columns))

    # Boards made by tests, and those of pictures.

    @classmethod
    def tried_beside(cls, most: int) -> Iterator[Clue]:
        return (runs_of(line) for line in product((0, 1), repeat=min(most, 3)))

    def clued_by(self, held: Held) -> Self:
        clues = [runs_of([held[cell] for cell in cells]) for _, cells in self.lines()]
        return type(self)(clues[: self.rows], clues[self.rows :])

    # Texts.

    @classmethod
    def text_forms(cls) -> tuple[AnyForm, ...]:
        about = "'nonogram', 'rows' and a clue a line, 'columns' and a clue a line; 0 for a line without runs"
        return (headed_form(cls, "clues", about, cls.read),)

    @classmethod
    def read(cls, text: str) -> Self:
        reader = LineReader(text)
        reader.heading(cls.kind, "'nonogram'", 1)
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
                clues.append(_read_clue(tokens, "columns" if clues is rows else "the end of the text"))
        if not columns:
            reader.line("'columns'" if clues is rows else "the clue of a column")
        return cls(rows, columns)

    @classmethod
    def text_of(cls, words: BoardWords) -> str:
        rows, columns = ([" ".join(clue.split()) or "0" for clue in side] for side in words.sides)
        return "\n".join([cls.kind, "rows", *rows, "columns", *columns, ""])

    def render(self, answer: Numbers | None = None) -> str:
        """The board, ``#`` for black cells; without an answer, its text."""
        if answer is None:
            return self.format().rstrip("\n")
        return "\n".join("".join(self.values[cell] for cell in row) for row in answer)

    def parse_answer(self, text: str) -> Numbers:
        expected = "'#' or '1' (black), or '.' or '0' (white)"
        rows = read_answer_board(text, self.rows, self.columns, "#1.0", expected)
        return tuple(tuple(int(cell in "#1") for cell in row) for row in rows)


def _read_clue(tokens: list[Token], instead: str) -> Clue:
    if len(tokens) == 1 and tokens[0].text == "0":
        return ()
    what = f"a run (0 alone for none; or {instead})"
    return tuple(token.integer(1, LARGEST_SIDE, what) for token in tokens)


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
    return Nonogram(tuple(map(runs_of, grid)), tuple(map(runs_of, zip(*grid, strict=True))))


def runs_of(line: Sequence[int]) -> Clue:
    """The lengths of the runs of black cells."""
    return tuple(len(list(cells)) for black, cells in groupby(line) if black)


def _can_become(line: Line, clue: Clue, length: int) -> bool:
    """Whether a line with this beginning can have these runs at its full length."""
    runs = runs_of(line)
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


def pattern_of(clue: Clue, cells: tuple[Cell, ...] = ()) -> Regular:
    """The cells of a line, 0 for white and 1 for black, follow the clue.

    For the clue 1 2 the pattern is ``.#.##.``: each white cell of it matches one or more cells, the first
    and the last any number. The automaton's state is the position in the pattern.
    """
    pattern = "".join("." + "#" * run for run in clue) + "."
    steps = {(at, int(colour == "#")): at + 1 for at, colour in enumerate(pattern[1:])}
    steps |= {(at, 0): at for at, colour in enumerate(pattern) if colour == "."}
    return Regular(
        cells,
        0,
        lambda state, value: steps.get((state, value)),
        lambda state: "#" not in pattern[state + 1 :],
    )
