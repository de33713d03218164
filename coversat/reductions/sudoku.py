"""Sudoku to exact cover, and to CNF by the minimal and the extended encoding."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..problems.cnf import Cnf, Model
from ..problems.exact_cover import Cover, ExactCover, Option, PartialCover
from ..problems.grid import Cell, Grid, cell_name
from ..problems.sudoku import Sudoku
from .formula import DigitVariables, Formula
from .reduction import Reduction, Rule


def sudoku_to_cover(source: Sudoku) -> Reduction[Sudoku, ExactCover, Grid, Cover]:
    """An option for each cell and digit; it covers the cell, and the digit in row, column and box.

    A cell with a given keeps the option of its digit only.
    """
    size = source.size
    digits = range(1, size + 1)
    shows: list[tuple[Cell, int]] = [
        ((r, c), digit)
        for r, row in enumerate(source.givens)
        for c, given in enumerate(row)
        for digit in ([given] if given else digits)
    ]
    items = [cell_name((r, c)) for r in range(size) for c in range(size)]
    items += [f"{unit}{n}={d}" for unit in ("row", "column", "box") for n in digits for d in digits]
    options = tuple(
        Option(f"{cell_name(cell)}={digit}", (cell_name(cell), *_digit_items(source, cell, digit)))
        for cell, digit in shows
    )
    place = {shown: at for at, shown in enumerate(shows)}

    def encode(answer: Grid) -> PartialCover:
        return PartialCover(tuple(place[key] for key in _filled(answer) if key in place))

    def decode(cover: Cover) -> Grid:
        grid = [[0] * size for _ in range(size)]
        for at in cover:
            (r, c), digit = shows[at]
            grid[r][c] = digit
        return tuple(map(tuple, grid))

    return Reduction(source, ExactCover(tuple(items), (), options), encode, decode, parsimonious=True)


def _box(source: Sudoku, cell: Cell) -> int:
    r, c = cell
    return r // source.box_rows * source.box_rows + c // source.box_columns


def _digit_items(source: Sudoku, cell: Cell, digit: int) -> Iterator[str]:
    yield f"row{cell[0] + 1}={digit}"
    yield f"column{cell[1] + 1}={digit}"
    yield f"box{_box(source, cell) + 1}={digit}"


def _filled(answer: Grid) -> Iterator[tuple[Cell, int]]:
    for r, row in enumerate(answer):
        for c, digit in enumerate(row):
            if digit:
                yield (r, c), digit


def sudoku_to_cnf(source: Sudoku, extended: bool) -> Reduction[Sudoku, Cnf, Grid, Model]:
    """Lynce and Ouaknine, AIMATH 2006: the minimal encoding, or with all redundant clauses.

    Minimal: a digit in each cell, none twice in a row, column or box.  Extended: also not two in a
    cell, and each digit somewhere in each row, column and box.  Givens are unit clauses.
    """
    formula = Formula()
    size = source.size
    cells = [(r, c) for r in range(size) for c in range(size)]
    shows = DigitVariables(formula, size, size, cells, size)
    add_sudoku_rules(formula, shows, source.box_rows, source.box_columns, extended)
    for literal in shows.encode(source.givens):
        with formula.given():
            formula.add(literal)
    target = formula.cnf(shows.all())
    return Reduction(source, target, shows.encode, shows.decode, True, formula.given_clauses)


def add_sudoku_rules(
    formula: Formula, shows: DigitVariables, box_rows: int, box_columns: int, extended: bool
) -> None:
    """The clauses of the rules of sudoku."""
    for cell in shows.cells:
        formula.add(*shows.of_cell(cell))
        if extended:
            formula.at_most_one(shows.of_cell(cell))
    for unit in _units(box_rows, box_columns):
        for digit in range(1, shows.size + 1):
            places = [shows[cell, digit] for cell in unit]
            if extended:
                formula.add(*places)
            formula.at_most_one(places)


def _units(box_rows: int, box_columns: int) -> Iterator[list[Cell]]:
    size = box_rows * box_columns
    for n in range(size):
        yield [(n, c) for c in range(size)]
    for n in range(size):
        yield [(r, n) for r in range(size)]
    for top in range(0, size, box_rows):
        for left in range(0, size, box_columns):
            yield [(top + r, left + c) for r in range(box_rows) for c in range(box_columns)]


RULES = (
    Rule(
        "cnf:extended",
        "sudoku",
        "cnf",
        "every cell, row, column and box holds exactly one of each",
        partial(sudoku_to_cnf, extended=True),
        preferred=True,
    ),
    Rule(
        "cnf:minimal",
        "sudoku",
        "cnf",
        "a digit in each cell, none twice in a row, column or box",
        partial(sudoku_to_cnf, extended=False),
    ),
    Rule("cover", "sudoku", "cover", "an option for each cell and digit", sudoku_to_cover),
)
