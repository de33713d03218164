"""Shared by the notations of other programs: boards from cells, regions, and meanings of drawings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from ....base.wording import counted
from ....kinds.sudoku.constraints import Constraint, constraint_of, words
from ....kinds.sudoku.constraints.sets import Regions
from ....kinds.sudoku.constraints.sums import Cage, Sum
from ....kinds.sudoku.rules import Sudoku
from ....problems.grid import Cell, Grid, Numbers, Row, cell_name, rows_of
from ....problems.layout import BOX_SIDES, NO_BOXES, Layout, default_box, usual_box
from ....problems.text import LineReader, Token, shown


def from_cells(cells: Row) -> Sudoku:
    """The sudoku with these givens, row by row, and the usual boxes."""
    size = isqrt(len(cells))
    box = default_box(size)
    assert box is not None, "a codec checks the size before"
    return Sudoku(*box, rows_of(cells, size))


def plain_cells(problem: Sudoku, form: str, sizes: Sequence[int]) -> list[int | None]:
    """The givens, row by row, of a sudoku that a form without constraints can state.

    Raise `ValueError` for another size, unusual boxes, or a constraint.
    """
    usual = (problem.box_rows, problem.box_columns) == default_box(problem.size)
    if problem.size not in sizes or not (usual and problem.is_usual) or problem.constraints:
        sides = " or ".join(map(str, sizes))
        raise ValueError(f"{form} states sudokus of side {sides} with the usual boxes and no constraint")
    return [digit for row in problem.givens for digit in row]


def box_labels(rows: int, columns: int, box: tuple[int, int]) -> Numbers:
    """The number of the box of each cell, row by row."""
    across = columns // box[1]
    return tuple(tuple(r // box[0] * across + c // box[1] for c in range(columns)) for r in range(rows))


def boxes_of(regions: Regions, rows: int, columns: int, size: int) -> tuple[int, int] | None:
    """The boxes of `size` cells that regions form, or None."""
    shapes = ((down, size // down) for down in BOX_SIDES if size % down == 0 and size // down in BOX_SIDES)
    fitting = ((down, across) for down, across in shapes if rows % down == 0 and columns % across == 0)
    return next((box for box in fitting if Regions(box_labels(rows, columns, box)) == regions), None)


def region_labels(problem: Sudoku, form: str) -> Numbers:
    """The regions of a jigsaw, or the boxes, as labels.

    Raise `ValueError` for a sudoku with both or with neither, or with units that do not hold every digit.
    """
    if not problem.is_usual:
        raise ValueError(f"{form} states boards whose rows, columns and boxes hold every digit")
    if problem.regions is None:
        if problem.box_rows == NO_BOXES:
            raise ValueError(f"{form} cannot state a board without boxes")
        return box_labels(problem.rows, problem.columns, (problem.box_rows, problem.box_columns))
    if problem.box_rows != NO_BOXES:
        raise ValueError(f"{form} cannot state boxes and regions together")
    return problem.regions.labels


def other_constraints(problem: Sudoku) -> list[Constraint]:
    """All constraints but the regions."""
    return [constraint for constraint in problem.constraints if constraint != problem.regions]


def build(givens: Grid, labels: Numbers | None, constraints: Iterable[Constraint], word: Token) -> Sudoku:
    """The sudoku with these givens, regions (None for the usual boxes) and constraints.

    Regions that are boxes become boxes. `ParseError` at `word` if there is no such sudoku.
    """
    size = len(givens)
    found = list(constraints)
    box = usual_box(size, jigsaw=False)
    if labels is not None:
        if set(Counter(label for row in labels for label in row).values()) != {size}:
            raise word.error("regions that hold every digit", f"a region of other than {size} cells")
        regions = Regions(labels)
        box = boxes_of(regions, size, size, size)
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


def cage_or_sum(cells: tuple[Cell, ...], total: int | None, unique: bool) -> Cage | Sum | None:
    """A cage. If its digits may repeat it is a sum; without a sum it then states nothing."""
    if unique:
        return Cage(cells, total)
    return None if total is None else Sum(total, tuple((1, cell) for cell in cells))


def as_cage(one: Constraint) -> tuple[tuple[Cell, ...], int | None, bool] | None:
    """What `cage_or_sum` makes a constraint from; None for others, such as sums that count cells twice."""
    if isinstance(one, Cage):
        return one.cells, one.total, True
    if isinstance(one, Sum) and all(factor == 1 for factor, _ in one.terms):
        return tuple(cell for _, cell in one.terms), one.total, False
    return None


def refuse(constraints: Iterable[Constraint], form: str) -> None:
    """Raise `ValueError` with the names of these constraints, which a form cannot state, if there are any."""
    names = dict.fromkeys(constraint.lines()[0].split()[0] for constraint in constraints)
    if names:
        raise ValueError(f"{form} cannot state {shown(', '.join(names))[1:-1]}")


# Drawings, whose meaning is stated after the link
#
# ``https://... whisper=#67f067 modular:3=#ffa500 nothing=circle`` reads green lines as whispers, orange ones
# for modular lines of three, and circles for decoration: the first words of a constraint's line, joined by
# colons, then the colour of lines; or ``nothing``, then a colour or what else is drawn. A drawing may mean
# anything, so a link with drawings of unstated meaning is refused.


_MEANING = re.compile(r"([a-z-]+)((?::[^:=]+)*)=(#[0-9a-fA-F]{3,8}|[a-z]+)")
_NOTHING = "nothing"
_SHORT, _LONG = 4, 7
"""The lengths of ``#6f6`` and of ``#66ff66``; further digits are the opacity."""


class DrawnLine(NamedTuple):
    """A line through the middles of cells, and its colour."""

    colour: str
    cells: Sequence[Cell]


def plain_colour(text: str) -> str:
    """A colour as ``#66ff66``; names of colours are returned unchanged."""
    text = text.strip().lower()
    if re.fullmatch("#[0-9a-f]{3,4}", text):
        return "#" + "".join(2 * digit for digit in text[1:_SHORT])
    return text[:_LONG] if re.fullmatch("#[0-9a-f]{8}", text) else text


def meant(
    lines: Sequence[DrawnLine], others: Iterable[str], stated: Sequence[Token], layout: Layout, link: Token
) -> Iterator[Constraint]:
    """The constraints that drawings mean, as stated after the link.

    Parameters
    ----------
    others : strings
        Other drawings, such as ``circle``, which can only mean nothing.

    Raises
    ------
    ParseError
        At the link, for a drawing without a meaning; at a word, for an invalid meaning, or one of no drawing.
    """
    colours = Counter(line.colour for line in lines)
    drawn = (*colours, *dict.fromkeys(others))
    meanings = {what: word for word in stated for what in [_drawing_of(word)]}
    for what, word in meanings.items():
        if what not in drawn:
            raise word.error(f"what is only drawn: {', '.join(drawn) or 'there is nothing'}")
        if what not in colours and not _is_nothing(word):
            raise word.error(f"{_NOTHING}={what}, since only lines are taken for constraints")
    for colour in (colour for colour in colours if colour not in meanings):
        expected = f"what lines in {colour} mean, as in 'LINK renban={colour}', since they are only drawn"
        raise link.error(expected, counted(colours[colour], "such line"))
    if left := [what for what in drawn if what not in meanings]:
        words = " ".join(f"{_NOTHING}={what}" for what in left)
        raise link.error(f"'LINK {words}' if that means nothing, since it is only drawn", ", ".join(left))
    for colour, cells in lines:
        word = meanings[colour]
        if not _is_nothing(word):
            names = [*word.text.partition("=")[0].split(":"), *map(cell_name, cells)]
            tokens = [word._replace(text=name) for name in names]
            yield constraint_of(names[0]).read(tokens, LineReader(""), layout)


def _drawing_of(word: Token) -> str:
    found = _MEANING.fullmatch(word.text)
    if found is None or not (_is_nothing(word) or found[1] in words()):
        raise word.error("the end of the line, or what a drawing means, as in renban=#67f067")
    return plain_colour(found[3])


def _is_nothing(word: Token) -> bool:
    return word.text.partition("=")[0] == _NOTHING
