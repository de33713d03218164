"""Kakuro: fill the white cells with digits 1 to 9, distinct within each run, that add up to its clue.

A run is a maximal line of white cells, across or down; it may have only one cell and may lack a clue.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NamedTuple, Self

from ...base.wording import counted
from ...problems.grid import (
    Cell,
    Grid,
    Held,
    cell_name,
    digit_range_violations,
    read_answer_grid,
    same_digit_violations,
    shape_violations,
)
from ...problems.problem import Problem, Violation
from ...problems.text import token_lines

ACROSS, DOWN = 0, 1
DIRECTIONS = ("across", "down")
DIGITS = range(1, 10)
LARGEST_DIGIT = DIGITS[-1]
LARGEST_SUM = 45
"""The sum of nine different digits."""
LARGEST_SIDE = 1000


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
    judge_form: ClassVar[str] = "algospot"
    has_givens: ClassVar[bool] = False
    """Its texts have no digits in white cells."""

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
        found = digit_range_violations(answer, self.white_cells, DIGITS)
        for r, row in enumerate(self.white):
            for c, white in enumerate(row):
                if not white and answer[r][c] is not None:
                    found.append(Violation(f"{cell_name((r, c))} is black and holds a digit", ((r, c),)))
        for run in self.runs:
            where = f"{DIRECTIONS[run.direction]} at {cell_name(run.cells[0])}"
            found += same_digit_violations(answer, run.cells, f"run {run.name}", f"run {where}")
            total = sum(answer[r][c] or 0 for r, c in run.cells)
            if run.total is not None and total != run.total:
                text = f"run {run.name} adds up to {total}, not {run.total}"
                found.append(Violation(text, run.cells, f"run {run.total} {where}"))
        return found

    def render(self, answer: Grid | None = None) -> str:
        """The board with its clues, columns aligned, and the digits of an answer."""
        words = [
            [self._word((r, c), answer[r][c] if answer else None) for c in range(self.columns)]
            for r in range(self.rows)
        ]
        widths = [max(len(row[c]) for row in words) for c in range(self.columns)]
        padded = (
            " ".join(word.center(width) for word, width in zip(row, widths, strict=True)) for row in words
        )
        return "\n".join(line.rstrip() for line in padded)

    def _word(self, cell: Cell, digit: int | None) -> str:
        if self.is_white(cell):
            return "." if digit is None else str(digit)
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
            square = read_answer_grid(plain, side, side, DIGITS)
            return tuple(row[: self.columns] for row in square[: self.rows])
        return read_answer_grid(plain, self.rows, self.columns, DIGITS)

    def answer_rows(self, answer: Grid) -> list[list[int]]:
        """The digits, and 0 in black cells, as in algospot's form."""
        return [[digit or 0 for digit in row] for row in answer]

    def given_names(self) -> tuple[str, ...]:
        return tuple(_run_words(clue, len(self.run_of[clue.run].cells)) for clue in self.clues)

    def given_cells(self) -> tuple[tuple[Cell, ...], ...]:
        return tuple(self.run_of[clue.run].cells for clue in self.clues)

    def held(self, answer: Grid) -> Held:
        """The digit of each white cell of an answer."""
        return {(r, c): answer[r][c] or 0 for r, c in self.white_cells}

    def clued_by(self, held: Held) -> Self:
        """The board with the sum of every run that has a black cell before it."""
        sums = []
        for cells, direction, _ in self.runs:
            r, c = cells[0]
            clue = Clue(r - direction, c - 1 + direction, direction, sum(held[cell] for cell in cells))
            sums += [clue] if min(clue.row, clue.column) >= 0 else []
        return replace(self, clues=tuple(sums))

    def with_givens(self, keep: Collection[int]) -> Self:
        return replace(self, clues=tuple(clue for number, clue in enumerate(self.clues) if number in keep))


def _run_words(clue: Clue, length: int) -> str:
    where = f"{cell_name(clue.first_cell)} {DIRECTIONS[clue.direction]}"
    return f"run {where} = {clue.total} in {counted(length, 'cell')}"
