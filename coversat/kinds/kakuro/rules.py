"""Kakuro: fill the white cells with digits 1 to 9, distinct within each run, that add up to its clue.

A run is a maximal line of white cells, across or down; it may have only one cell and may lack a clue.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NamedTuple, Self

from ...problems.grid import (
    Cell,
    Grid,
    cell_name,
    digit_range_violations,
    read_answer_grid,
    same_digit_violations,
    shape_violations,
    spaced_line,
)
from ...problems.problem import Form, Problem, Violation, alone
from ...problems.text import LineReader, Token, token_lines
from ...wording import counted

ACROSS, DOWN = 0, 1
DIRECTIONS = ("across", "down")
LARGEST_DIGIT = 9
LARGEST_SUM = 45
"""The sum of nine different digits."""
LARGEST_SIDE = 1000

_PICTURE_WORD = re.compile(r"#|\.|[0-9]*\\[0-9]*")


class Clue(NamedTuple):
    """The sum in a black cell for the run that begins to its right (or below it)."""

    row: int
    column: int
    direction: int
    total: int

    @property
    def first_cell(self) -> Cell:
        return (self.row, self.column + 1) if self.direction == ACROSS else (self.row + 1, self.column)

    @property
    def run(self) -> tuple[Cell, int]:
        return self.first_cell, self.direction


class Run(NamedTuple):
    """A maximal line of white cells, and its sum if a clue gives one."""

    cells: tuple[Cell, ...]
    direction: int
    total: int | None

    @property
    def name(self) -> str:
        """Such as ``r2c2-across``, by the first cell."""
        return f"{cell_name(self.cells[0])}-{DIRECTIONS[self.direction]}"


@dataclass(frozen=True)
class Kakuro(Problem[Grid]):
    """The white cells and the clues.

    Raise `ValueError` if rows have different lengths, there are no cells, a clue is on a white cell or has
    no run, a run has two clues, or a sum is not positive.
    """

    white: tuple[tuple[bool, ...], ...]
    clues: tuple[Clue, ...]

    kind: ClassVar[str] = "kakuro"
    about: ClassVar[str] = "digits in runs, distinct and adding up to the clues"

    def __post_init__(self) -> None:
        # A canonical order, so that equal puzzles are equal values.
        object.__setattr__(self, "clues", tuple(sorted(self.clues)))
        if not self.white or not self.white[0] or len({len(row) for row in self.white}) != 1:
            raise ValueError("the board is not a rectangle of cells")
        seen: set[tuple[Cell, int]] = set()
        for clue in self.clues:
            where = (clue.row, clue.column), clue.direction
            if self.is_white(where[0]) or not self.is_white(clue.first_cell) or where in seen:
                raise ValueError(
                    f"a clue on {cell_name(where[0])}, which is white, has no run, or has it twice"
                )
            if clue.total < 1:
                raise ValueError(f"a sum of {clue.total}")
            seen.add(where)

    @property
    def rows(self) -> int:
        return len(self.white)

    @property
    def columns(self) -> int:
        return len(self.white[0])

    def is_white(self, cell: Cell) -> bool:
        r, c = cell
        return 0 <= r < self.rows and 0 <= c < self.columns and self.white[r][c]

    @cached_property
    def white_cells(self) -> tuple[Cell, ...]:
        return tuple((r, c) for r, row in enumerate(self.white) for c, white in enumerate(row) if white)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Every run: first those across, then those down, each in reading order of the first cells."""
        totals = {clue.run: clue.total for clue in self.clues}
        return tuple(
            Run(cells, direction, totals.get((cells[0], direction)))
            for direction in (ACROSS, DOWN)
            for cells in self._lines(direction)
        )

    @cached_property
    def run_of(self) -> dict[tuple[Cell, int], Run]:
        return {(run.cells[0], run.direction): run for run in self.runs}

    def _lines(self, direction: int) -> Iterator[tuple[Cell, ...]]:
        dr, dc = (0, 1) if direction == ACROSS else (1, 0)
        for r, c in self.white_cells:
            if not self.is_white((r - dr, c - dc)):
                cells = [(r, c)]
                while self.is_white((cells[-1][0] + dr, cells[-1][1] + dc)):
                    cells.append((cells[-1][0] + dr, cells[-1][1] + dc))
                yield tuple(cells)

    def format(self) -> str:
        return self.render() + "\n"

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (self.rows, self.columns)

    def violations(self, answer: Grid) -> list[Violation]:
        """Digits in black cells, white cells without a digit, repeated digits, and wrong sums."""
        if found := shape_violations(answer, self.rows, self.columns):
            return found
        found = digit_range_violations(answer, self.white_cells, LARGEST_DIGIT)
        for r, row in enumerate(self.white):
            for c, white in enumerate(row):
                if not white and answer[r][c]:
                    found.append(Violation(f"{cell_name((r, c))} is black and holds a digit", ((r, c),)))
        for run in self.runs:
            where = f"{DIRECTIONS[run.direction]} at {cell_name(run.cells[0])}"
            found += same_digit_violations(answer, run.cells, f"run {run.name}", f"run {where}")
            total = sum(answer[r][c] for r, c in run.cells)
            if run.total is not None and total != run.total:
                text = f"run {run.name} adds up to {total}, not {run.total}"
                found.append(Violation(text, run.cells, f"run {run.total} {where}"))
        return found

    def render(self, answer: Grid | None = None) -> str:
        """The board with its clues, columns aligned, and the digits of an answer."""
        words = [
            [self._word((r, c), answer[r][c] if answer else 0) for c in range(self.columns)]
            for r in range(self.rows)
        ]
        widths = [max(len(row[c]) for row in words) for c in range(self.columns)]
        padded = (
            " ".join(word.center(width) for word, width in zip(row, widths, strict=True)) for row in words
        )
        return "\n".join(line.rstrip() for line in padded)

    def _word(self, cell: Cell, digit: int) -> str:
        if self.is_white(cell):
            return str(digit) if digit else "."
        totals = {clue.direction: str(clue.total) for clue in self._clues_at.get(cell, ())}
        return f"{totals.get(DOWN, '')}\\{totals.get(ACROSS, '')}" if totals else "#"

    @cached_property
    def _clues_at(self) -> dict[Cell, tuple[Clue, ...]]:
        found: dict[Cell, tuple[Clue, ...]] = {}
        for clue in self.clues:
            cell = clue.row, clue.column
            found[cell] = (*found.get(cell, ()), clue)
        return found

    def parse_answer(self, text: str) -> Grid:
        """A grid with 0 (or the picture's signs) in the black cells, possibly padded to a square."""
        plain = re.sub(r"(?<!\S)(#|[0-9]*\\[0-9]*)(?!\S)", lambda found: "0".ljust(len(found.group())), text)
        lines = token_lines(plain)
        side = max(self.rows, self.columns)
        if len(lines) == side and side in (len(lines[0]), len(lines[0][0].text)):
            square = read_answer_grid(plain, side, side, LARGEST_DIGIT)
            return tuple(row[: self.columns] for row in square[: self.rows])
        return read_answer_grid(plain, self.rows, self.columns, LARGEST_DIGIT)

    def given_names(self) -> tuple[str, ...]:
        return tuple(_run_words(clue, len(self.run_of[clue.run].cells)) for clue in self.clues)

    def given_cells(self) -> tuple[tuple[Cell, ...], ...]:
        return tuple(self.run_of[clue.run].cells for clue in self.clues)

    def with_givens(self, keep: Collection[int]) -> Self:
        return replace(self, clues=tuple(clue for number, clue in enumerate(self.clues) if number in keep))


def _run_words(clue: Clue, length: int) -> str:
    where = f"{cell_name(clue.first_cell)} {DIRECTIONS[clue.direction]}"
    return f"run {where} = {clue.total} in {counted(length, 'cell')}"


# The form of algospot KAKURO2
#
# Its boards are square: a rectangular board is padded with black rows below or black columns on the right.
# Reading removes the padding; `render` and writing add it again.


def _read_algospot(text: str) -> tuple[Kakuro, ...]:
    """Read the number of cases; for each N, the board of 0 and 1, Q, and Q clues ``y x direction sum``."""
    reader = LineReader(text)
    count = reader.integer(0, 10**6, "a number of cases")
    problems = tuple(_read_case(reader) for _ in range(count))
    reader.end(f"the end of the text after {count} cases")
    return problems


def _read_case(reader: LineReader) -> Kakuro:
    size = reader.integer(1, LARGEST_SIDE, "the size of the board")
    board = tuple(_read_board_row(reader.line(f"row {r + 1} of {size}", size), r == 0) for r in range(size))
    places = Kakuro(board, ())
    found: dict[tuple[int, int, int], Clue] = {}
    for _ in range(reader.integer(0, 2 * size * size, "the number of clues")):
        tokens = reader.line("a clue (y x direction sum)", 4)
        y, x, direction, total = tokens
        row, column = y.integer(1, size, "a row") - 1, x.integer(1, size, "a column") - 1
        clue = Clue(row, column, direction.integer(0, 1, "a direction"), 1)
        if board[row][column]:
            raise y.error("a black cell for the clue; this one is white")
        run = _run_of(places, clue, y)
        if (row, column, clue.direction) in found:
            before = found[row, column, clue.direction].total
            raise y.error(f"one clue {DIRECTIONS[clue.direction]} on this cell; {before} was given above")
        total_value = total.integer(1, largest_stated_sum(len(run.cells)), "a sum")
        found[row, column, clue.direction] = clue._replace(total=total_value)
    return _unfilled(Kakuro(board, tuple(found.values())))


def _run_of(board: Kakuro, clue: Clue, token: Token) -> Run:
    if clue.run not in board.run_of:
        raise token.error(f"a clue with a white cell {('right of', 'below')[clue.direction]} it")
    return board.run_of[clue.run]


def _unfilled(problem: Kakuro) -> Kakuro:
    """The board without the black lines at its bottom or right side, if only one of these has any."""
    rows = max((r + 1 for r, _ in problem.white_cells), default=problem.rows)
    columns = max((c + 1 for _, c in problem.white_cells), default=problem.columns)
    if rows < problem.rows and columns < problem.columns:
        return problem
    return Kakuro(tuple(row[:columns] for row in problem.white[:rows]), problem.clues)


def _filled_up(grid: Sequence[Sequence[int]]) -> list[list[int]]:
    """A grid of integers padded with zeros below or on the right to a square."""
    size = max(len(grid), len(grid[0]))
    return [[*row, *[0] * (size - len(row))] for row in grid] + [[0] * size] * (size - len(grid))


def largest_stated_sum(length: int) -> int:
    """The largest sum that a text may state for a run.

    No run can exceed 45. A run of more than nine cells has no answer for any sum, so its text may state any
    plausible sum.
    """
    return max(LARGEST_SUM, LARGEST_DIGIT * length)


def _read_board_row(tokens: list[Token], top: bool) -> tuple[bool, ...]:
    row = tuple(token.integer(0, 1, "0 (black) or 1 (white)") == 1 for token in tokens)
    for white, token in zip(row, tokens, strict=True):
        if white and (top or token is tokens[0]):
            raise token.error("a black cell in the first row and column, where clues begin")
    return row


def _write_algospot(problems: Sequence[Kakuro]) -> str:
    lines = [str(len(problems))]
    for problem in problems:
        square = _filled_up(problem.white)
        if any(r == 0 or c == 0 for r, c in problem.white_cells):
            raise ValueError("algospot's form states boards with a black first row and column")
        if _unfilled(Kakuro(tuple(tuple(map(bool, row)) for row in square), problem.clues)) != problem:
            raise ValueError("algospot's form does not keep black lines at the far sides of this board")
        lines.append(str(len(square)))
        lines += [spaced_line([int(white) for white in row]) for row in square]
        lines.append(str(len(problem.clues)))
        lines += [f"{clue.row + 1} {clue.column + 1} {clue.direction} {clue.total}" for clue in problem.clues]
    return "\n".join([*lines, ""])


def _looks_algospot(text: str) -> bool:
    """Whether a text begins with two lines of one integer each, the number of cases and the size."""
    heads = token_lines(text)[:2]
    return len(heads) == 2 and all(
        len(tokens) == 1 and len(tokens[0].text) < 4 and tokens[0].text.lstrip("-").isdecimal()
        for tokens in heads
    )


# The readable grid


def _read_picture(text: str) -> tuple[Kakuro, ...]:
    """Read one Kakuro, a row a line: ``#`` black, ``.`` white, ``17\\24`` clues down and across."""
    reader = LineReader(text)
    first = reader.line("a row of cells")
    lines = [first]
    while not reader.at_end():
        lines.append(reader.line("a row of cells", len(first)))
    board = Kakuro(tuple(tuple(_is_white_word(token) for token in tokens) for tokens in lines), ())
    clues = []
    for r, tokens in enumerate(lines):
        for c, token in enumerate(tokens):
            for direction, word in _clue_words(token):
                clue = Clue(r, c, direction, 1)
                limit = largest_stated_sum(len(_run_of(board, clue, token).cells))
                clues.append(clue._replace(total=word.integer(1, limit, "a sum")))
    return (Kakuro(board.white, tuple(clues)),)


def _is_white_word(token: Token) -> bool:
    if token.text == ".":
        return True
    if token.text != "#" and "\\" not in token.text:
        raise token.error("'#' (black), '.' (white) or a clue such as 17\\24")
    return False


def _clue_words(token: Token) -> Iterator[tuple[int, Token]]:
    """The sums of a clue cell with their directions: ``down\\across``, of which either may be missing."""
    if "\\" not in token.text:
        return
    bar = token.text.index("\\")
    down, across = token.part(0, bar), token.part(bar + 1)
    if not down.text and not across.text:
        raise token.error("a sum on at least one side of '\\'")
    if across.text:
        yield ACROSS, across
    if down.text:
        yield DOWN, down


def _looks_picture(text: str) -> bool:
    """Whether there are clues or black cells, and most words are valid in a picture."""
    words = text.split()
    fitting = sum(bool(_PICTURE_WORD.fullmatch(word)) for word in words)
    headed = words[:1] and words[0].isalpha()
    return not headed and any(word == "#" or "\\" in word for word in words) and 2 * fitting > len(words)


ALGOSPOT: Form[Kakuro, Grid] = Form(
    name="algospot",
    about="cases of algospot KAKURO2: N, the board of 0 and 1, Q, and 'y x direction sum' for each clue",
    recognises=_looks_algospot,
    read=_read_algospot,
    write=_write_algospot,
    show=lambda problem, answer, case: "\n".join(map(spaced_line, _filled_up(answer))),
    several=True,
    loose=True,
)
PICTURE: Form[Kakuro, Grid] = Form(
    name="picture",
    about="the board: '#' black, '.' white, '17\\24' the sums down and across",
    recognises=_looks_picture,
    read=_read_picture,
    write=alone(Kakuro.format),
    loose=True,
)

Kakuro.forms = (ALGOSPOT, PICTURE)
