"""Between the constraints of a sudoku and the notations of other programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product

from ...kinds.sudoku.layout import BOX_SIDES, NO_BOXES, usual_box
from ...kinds.sudoku.rules import Sudoku
from ..constraint import Constraint
from ..constraints.regions import Regions
from ..grid import Grid, rows_of
from ..text import Token, shown


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
    if not problem.is_usual:
        raise ValueError(f"{form} states boards whose rows, columns and boxes hold every digit")
    if problem.regions is None:
        if problem.box_rows == NO_BOXES:
            raise ValueError(f"{form} cannot state a board without boxes")
        return box_labels(problem.box_rows, problem.box_columns)
    if problem.box_rows != NO_BOXES:
        raise ValueError(f"{form} cannot state boxes and regions together")
    return problem.regions.labels


def other_constraints(problem: Sudoku) -> list[Constraint]:
    """All constraints but the regions."""
    return [constraint for constraint in problem.constraints if constraint != problem.regions]


def build(givens: Grid, labels: Grid | None, constraints: Iterable[Constraint], word: Token) -> Sudoku:
    """The sudoku with these givens, regions (the usual boxes where None) and constraints.

    Regions that are boxes become boxes; where there is no such sudoku, the error is at `word`.
    """
    size = len(givens)
    found = list(constraints)
    box = usual_box(size, jigsaw=False)
    if labels is not None:
        if set(Counter(label for row in labels for label in row).values()) != {size}:
            raise word.error("regions that hold every digit", f"a region of other than {size} cells")
        regions = Regions(labels)
        shapes = (
            (rows, size // rows) for rows in BOX_SIDES if size % rows == 0 and size // rows in BOX_SIDES
        )
        box = next((shape for shape in shapes if Regions(box_labels(*shape)) == regions), None)
        if box is None:
            box = usual_box(size, jigsaw=True)
            found.append(regions)
    if box is None:
        raise word.error("a board whose side is that of a sudoku", f"{size} rows")
    layout = Sudoku(*box, givens).layout
    for constraint in found:
        if fault := constraint.fault(layout):
            raise word.error("constraints that the board can have", fault)
    return Sudoku(*box, givens, tuple(found))


def refuse(constraints: Iterable[Constraint], form: str) -> None:
    """Say which constraints a form cannot state, where there are any.

    Raises
    ------
    ValueError
    """
    names = dict.fromkeys(constraint.lines()[0].split()[0] for constraint in constraints)
    if names:
        raise ValueError(f"{form} cannot state {shown(', '.join(names))[1:-1]}")
