"""Shared by the notations of other programs: boards from cells, regions, and meanings of drawings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ....base.wording import counted
from ....kinds.sudoku.constraints import Constraint, constraint_of, words
from ....kinds.sudoku.constraints.sets import Regions
from ....kinds.sudoku.constraints.sums import Cage, Sum
from ....kinds.sudoku.prose import rule_words
from ....kinds.sudoku.rules import Sudoku
from ....problems.forms.lines import DRAWN
from ....problems.grid import Cell, Grid, Numbers, cell_name, rows_of
from ....problems.layout import BOX_SIDES, NO_BOXES, Layout, default_box, usual_box
from ....problems.problem import Beside
from ....problems.text import LineReader, Token, shown
from ..checked_json import Json

_DIGIT = re.compile("[0-9]{1,2}|[A-Za-z]", re.ASCII)


def plain_cells(problem: Sudoku, form: str, sizes: Sequence[int]) -> list[int | None]:
    """The givens, row by row, of a sudoku that a form without constraints can state.

    Raise `ValueError` for another size, unusual boxes, or a constraint.
    """
    usual = (problem.box_rows, problem.box_columns) == default_box(problem.size)
    if problem.size not in sizes or not (usual and problem.is_usual) or problem.constraints:
        sides = " or ".join(map(str, sizes))
        raise ValueError(f"{form} states sudokus of side {sides} with the usual boxes and no constraint")
    return [digit for row in problem.givens for digit in row]


def stored_in(members: Mapping[str, Json], size: int) -> Beside:
    """The whole answer in a member ``solution``, in a list or a string; of less, that it is not read."""
    if "solution" not in members:
        return Beside(stored=(None,))
    data = members["solution"].data
    words = [str(one) for one in data] if isinstance(data, list | str) else []
    digits = [int(word, 36 if len(word) == 1 else 10) for word in words if _DIGIT.fullmatch(word)]
    if not len(words) == len(digits) == size**2 or not {*digits} <= {*range(1, size + 1)}:
        return Beside((), ("a solution that is not whole",), (None,))
    return Beside(stored=(rows_of(digits, size),))


def unread_title(members: Mapping[str, Json], read: Callable[[], Sudoku]) -> tuple[str, ...]:
    """The title of a link, if it names a variant and the board has no constraint; `read` reads the board."""
    title = str(members["title"].data) if "title" in members else ""
    return (f"the title {shown(title)}",) if rule_words(title) and not read().constraints else ()


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
# anything, so drawings of unstated meaning are left out, and a note names them.


_MEANING = re.compile(r"([a-z-]+)((?::[^:=]+)*)=(#[0-9a-fA-F]{3,8}|[a-z]+)")
_NOTHING = "nothing"
_SHORT, _LONG = 4, 7
"""The lengths of ``#6f6`` and of ``#66ff66``; further digits are the opacity."""


class DrawnLine(NamedTuple):
    """A line and its colour; `cells` returns the cells that it goes through, or raises `ParseError`."""

    colour: str
    cells: Callable[[], Sequence[Cell]]


def plain_colour(text: str) -> str:
    """A colour as ``#66ff66``; names of colours are returned unchanged."""
    text = text.strip().lower()
    if re.fullmatch("#[0-9a-f]{3,4}", text):
        return "#" + "".join(2 * digit for digit in text[1:_SHORT])
    return text[:_LONG] if re.fullmatch("#[0-9a-f]{8}", text) else text


def meant(
    lines: Sequence[DrawnLine], others: Iterable[str], stated: Sequence[Token], layout: Layout
) -> Iterator[Constraint]:
    """The constraints that drawings mean, as stated after the link.

    * others: other drawings, such as ``circle``, which can only mean nothing.

    Raise `ParseError` at a word, for an invalid meaning, or one of no drawing.
    """
    colours = Counter(line.colour for line in lines)
    drawn = (*colours, *dict.fromkeys(others))
    meanings = _meanings(stated)
    for what, word in meanings.items():
        if what not in drawn:
            raise word.error(f"what is only drawn: {', '.join(drawn) or 'there is nothing'}")
        if what not in colours and not _is_nothing(word):
            raise word.error(f"{_NOTHING}={what}, since only lines are taken for constraints")
    for colour, cells in lines:
        if colour in meanings and not _is_nothing(word := meanings[colour]):
            names = [*word.text.partition("=")[0].split(":"), *map(cell_name, cells())]
            tokens = [word._replace(text=name) for name in names]
            yield constraint_of(names[0]).read(tokens, LineReader(""), layout)


def left_out(
    lines: Sequence[DrawnLine], others: Iterable[str], stated: Sequence[Token], more: Iterable[str] = ()
) -> tuple[str, ...]:
    """What is only drawn: drawings of unstated meaning, and more of no meaning; empty without any."""
    colours = Counter(line.colour for line in lines)
    meanings = _meanings(stated)
    left = [
        f"{counted(count, 'line')} in {colour}" for colour, count in colours.items() if colour not in meanings
    ]
    left += dict.fromkeys([*(what for what in others if what not in meanings), *more])
    if not left:
        return ()
    hint = next(
        (f" (a meaning may follow the link: renban={one})" for one in colours if one not in meanings), ""
    )
    return (f"{DRAWN}{', '.join(left)}{hint}",)


def _meanings(stated: Sequence[Token]) -> dict[str, Token]:
    return {_drawing_of(word): word for word in stated}


def _drawing_of(word: Token) -> str:
    found = _MEANING.fullmatch(word.text)
    if found is None or not (_is_nothing(word) or found[1] in words()):
        raise word.error("the end of the line, or what a drawing means, as in renban=#67f067")
    return plain_colour(found[3])


def _is_nothing(word: Token) -> bool:
    return word.text.partition("=")[0] == _NOTHING
