"""Between the constraints of a sudoku and the notations of other programs: areas and checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from ...errors import ParseError
from ..grid import Cell, Grid
from ..sudoku import BOX_SIDES, NO_BOXES, Sudoku, usual_box
from ..sudoku_constraints import Constraint, Regions
from ..text import Token, shown
from .sudoku_cells import rows_of

Pair = tuple[Cell, Cell]


def neighbours_across(size: int) -> Iterator[Pair]:
    """Each two cells side by side, row by row."""
    return (((r, c), (r, c + 1)) for r, c in product(range(size), range(size - 1)))


def neighbours_down(size: int) -> Iterator[Pair]:
    """Each two cells one above the other, column by column."""
    return (((r, c), (r + 1, c)) for c, r in product(range(size), range(size - 1)))


def areas(size: int, joined: Iterable[Pair]) -> Grid:
    """The board as areas of cells that are joined: for each cell its area's number, from 0."""
    links: dict[Cell, list[Cell]] = {(r, c): [] for r, c in product(range(size), range(size))}
    for a, b in joined:
        links[a].append(b)
        links[b].append(a)
    numbers: dict[Cell, int] = {}
    count = 0
    for start in links:
        if start in numbers:
            continue
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if cell not in numbers:
                numbers[cell] = count
                waiting += links[cell]
        count += 1
    return rows_of([numbers[cell] for cell in links], size)


def cells_by_area(labels: Grid) -> list[list[Cell]]:
    """The cells of each area, in the order of their first cells."""
    found: dict[int, list[Cell]] = {}
    for r, row in enumerate(labels):
        for c, label in enumerate(row):
            found.setdefault(label, []).append((r, c))
    return list(found.values())


def box_labels(box_rows: int, box_columns: int) -> Grid:
    """The number of the box of each cell, row by row."""
    size = box_rows * box_columns
    cells = product(range(size), repeat=2)
    return rows_of([r // box_rows * box_rows + c // box_columns for r, c in cells], size)


def region_labels(problem: Sudoku, form: str) -> Grid:
    """The regions of a jigsaw, or the boxes.

    Raises
    ------
    ValueError
        For a sudoku that has both, which the form cannot state.
    """
    if problem.regions is None:
        return box_labels(problem.box_rows, problem.box_columns)
    if problem.box_rows != NO_BOXES:
        raise ValueError(f"{form} cannot state boxes and regions together")
    return problem.regions.labels


def other_constraints(problem: Sudoku) -> list[Constraint]:
    """All constraints but the regions."""
    return [constraint for constraint in problem.constraints if constraint != problem.regions]


def build(givens: Grid, labels: Grid | None, constraints: Iterable[Constraint], word: Token) -> Sudoku:
    """The sudoku with these givens, regions (the usual boxes where None) and constraints.

    Regions that are boxes become boxes.

    Raises
    ------
    ParseError
        At `word`, where there is no such sudoku.
    """
    size = len(givens)
    found = list(constraints)
    box = usual_box(size, jigsaw=False)
    if labels is not None:
        regions = Regions(labels)
        shapes = (
            (rows, size // rows) for rows in BOX_SIDES if size % rows == 0 and size // rows in BOX_SIDES
        )
        box = next((shape for shape in shapes if Regions(box_labels(*shape)) == regions), None)
        if box is None:
            box = usual_box(size, jigsaw=True)
            found.append(regions)
    if box is None:
        raise _error(word, "a board whose side is that of a sudoku", f"{size} rows")
    for constraint in found:
        if fault := constraint.fault(size):
            raise _error(word, "constraints that the board can have", fault)
    return Sudoku(*box, givens, tuple(found))


def _error(word: Token, expected: str, found: str) -> ParseError:
    return ParseError(word.line, word.column, f"expected {expected}, found {found}")


def refuse(constraints: Iterable[Constraint], form: str) -> None:
    """Say which constraints a form cannot state, where there are any.

    Raises
    ------
    ValueError
    """
    names = dict.fromkeys(constraint.lines()[0].split()[0] for constraint in constraints)
    if names:
        raise ValueError(f"{form} cannot state {shown(', '.join(names))[1:-1]}")
