"""Sudominoku: a sudoku covered with one domino for each pair of digits, and one single of each digit.

On 9x9 these are the 36 dominoes and nine singles of BOJ 4574. The positions of the singles and of some
dominoes are given. The answer is the digit grid: several placements of the dominoes with the same grid
count once. A correct grid obeys the rules of sudoku *and* can be covered this way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import ClassVar, Self

from ...problems.board import Edge, are_neighbours, neighbours
from ...problems.dominoes import Domino, lay, pair_of, tiled_picture
from ...problems.grid import Cell, Grid, filled, given_violations, letter_cell, read_answer_grid
from ...problems.layout import BOX_SIDES, Layout, board_violations
from ...problems.problem import Problem, Violation
from ...problems.text import text_lines

_BLANKED = str.maketrans("()|-", "    ")


@dataclass(frozen=True)
class Sudominoku(Problem[Grid]):
    """The shape of the boxes, the given dominoes, and the cell of each single (of digit 1 first).

    Raise `ValueError` if a cell is off the board or used twice, halves are not neighbours, digits are out
    of range or equal on one domino, or the number of singles is wrong.
    """

    box_rows: int
    box_columns: int
    dominoes: tuple[Domino, ...]
    singles: tuple[Cell, ...]

    kind: ClassVar[str] = "sudominoku"
    about: ClassVar[str] = "a sudoku laid with one domino for each pair of digits and a single of each"
    judge_form: ClassVar[str] = "boj4574"

    def __post_init__(self) -> None:
        # A canonical order, so that equal puzzles are equal values.
        object.__setattr__(self, "dominoes", tuple(sorted(map(_upright, self.dominoes), key=_place)))
        if self.box_rows not in BOX_SIDES or self.box_columns not in BOX_SIDES:
            raise ValueError(f"boxes of {self.box_rows}x{self.box_columns}; they are 2x2 to 5x5")
        if len(self.singles) != self.size:
            raise ValueError(f"{len(self.singles)} singles; there are {self.size}")
        used: set[Cell] = set()
        for cell in (*self.singles, *(cell for domino in self.dominoes for cell in domino.cells)):
            if not (0 <= cell[0] < self.size and 0 <= cell[1] < self.size):
                raise ValueError(f"cell {cell} is off the board")
            if cell in used:
                raise ValueError(f"cell {letter_cell(cell)} is given twice")
            used.add(cell)
        for domino in self.dominoes:
            if not are_neighbours(*domino.cells):
                raise ValueError(
                    f"{letter_cell(domino.cells[0])} and {letter_cell(domino.cells[1])} do not touch"
                )
            if domino.digits[0] == domino.digits[1] or not all(1 <= d <= self.size for d in domino.digits):
                raise ValueError(f"{domino.digits} is not a domino of the set")

    @property
    def size(self) -> int:
        return self.box_rows * self.box_columns

    @property
    def layout(self) -> Layout:
        return Layout(self.size, self.size, 1, self.size, self.box_rows, self.box_columns)

    @property
    def givens(self) -> Grid:
        """The digits of the singles and the given dominoes; the other cells are blank."""
        shown = {cell: digit for digit, cell in enumerate(self.singles, 1)}
        for domino in self.dominoes:
            shown |= zip(domino.cells, domino.digits, strict=True)
        return tuple(tuple(shown.get((r, c)) for c in range(self.size)) for r in range(self.size))

    @cached_property
    def open_edges(self) -> tuple[Edge, ...]:
        """The pairs of touching cells where a domino that is not given can be."""
        closed = {*self.singles, *(cell for domino in self.dominoes for cell in domino.cells)}
        return tuple(edge for edge in neighbours(self.size, self.size) if closed.isdisjoint(edge))

    def domino_name(self, number: int) -> str:
        """``domino 1-2`` for the first one of the set."""
        a, b = list(combinations(range(1, self.size + 1), 2))[number]
        return f"domino {a}-{b}"

    @property
    def clue_faces(self) -> Mapping[Cell, str]:
        return {cell: f"({digit})" for digit, cell in enumerate(self.singles, 1)}

    def format(self) -> str:
        """A heading with the shape of the boxes, and the board as in `render`."""
        return f"sudominoku {self.box_rows}x{self.box_columns}\n{self.render()}\n"

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (self.size, self.size)

    def violations(self, answer: Grid) -> list[Violation]:
        """Broken rows, columns and boxes; givens not shown; or no placement of the dominoes."""
        found = board_violations(answer, self.layout)
        if found:
            return found
        found = given_violations(answer, self.givens, letter_cell)
        if not found and self.tiling(answer) is None:
            found.append(Violation("the dominoes, each used once, cannot be laid to show these digits"))
        return found

    def tiling(self, answer: Grid) -> tuple[Domino, ...] | None:
        """A placement of the whole set of dominoes that shows `answer`, or None.

        It contains the given dominoes and leaves the singles uncovered.
        """
        given = {domino.pair for domino in self.dominoes}
        digits = dict(filled(answer))
        if len(given) != len(self.dominoes):
            return None
        closed = {*self.singles, *(cell for domino in self.dominoes for cell in domino.cells)}
        open_cells = digits.keys() - closed
        edges = [
            (a, b)
            for a, b in neighbours(self.size, self.size)
            if a in open_cells and b in open_cells and pair_of(digits[a], digits[b]) not in given
        ]
        laid = lay(digits, edges, (self.size**2 - len(closed)) // 2)
        return None if laid is None else tuple(sorted((*self.dominoes, *laid), key=_place))

    def render(self, answer: Grid | None = None) -> str:
        """The board with its tiles: dominoes joined, singles in brackets."""
        if answer is None:
            return tiled_picture(self.givens, self.singles, self.dominoes)
        return tiled_picture(answer, self.singles, self.tiling(answer) or self.dominoes)

    def parse_answer(self, text: str) -> Grid:
        """A grid, compact, spaced or drawn; a line ``Puzzle k`` above it is ignored."""
        first = next(iter(text_lines(text)), "")
        if first.startswith("Puzzle "):
            # A blank line in its place, so that errors name the right line.
            text = text[len(first) :]
        # Other parts of a drawing become blanks, so that columns stay aligned.
        return read_answer_grid(text.translate(_BLANKED), self.size, self.size, self.layout.digits)

    def given_names(self) -> tuple[str, ...]:
        """The given dominoes, by position. The singles are part of the board."""
        return tuple(
            f"domino {a}-{b} at {letter_cell(first)}-{letter_cell(second)}"
            for (first, second), (a, b) in ((domino.cells, domino.digits) for domino in self.dominoes)
        )

    def given_cells(self) -> tuple[tuple[Cell, ...], ...]:
        return tuple(domino.cells for domino in self.dominoes)

    def with_givens(self, keep: Collection[int]) -> Self:
        return replace(self, dominoes=tuple(d for number, d in enumerate(self.dominoes) if number in keep))

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        if "-" not in place:
            return super().fact_words(place, value, holds)
        if not place.startswith("domino "):
            return f"{'a' if bool(value) == holds else 'no'} domino lies on {place.replace('-', ' and ')}"
        edge = "-".join(map(letter_cell, self.open_edges[value - 1]))
        return f"{place} {'is' if holds else 'is not'} on {edge}"

    def cell_name(self, row: int, column: int) -> str:
        """``A1`` for the first cell, as in BOJ 4574."""
        return letter_cell((row, column))


def _upright(domino: Domino) -> Domino:
    if domino.cells[0] < domino.cells[1]:
        return domino
    return Domino(domino.cells[::-1], domino.digits[::-1])


def _place(domino: Domino) -> Cell:
    return min(domino.cells)
