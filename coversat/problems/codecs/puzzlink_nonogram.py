"""Nonogram as a link of puzz.link.

The body lists places for numbers: half a column's cells, rounded up, above each column, and half a row's
before each row.  They are listed from the board outwards, column by column, then row by row; ``g`` to ``z``
are 1 to 20 places without a number, whichever lines they belong to.

Source: the public code of the pzpr program, which puzz.link runs.
"""

from __future__ import annotations

from ...kinds.nonogram.rules import LARGEST_SIDE, Clue, Nonogram
from ..grid import Grid
from ..problem import Form
from .puzzlink import NUMBERS, Link, puzzlink_form

_LARGEST_RUN = 255


def _places(length: int) -> int:
    """How many numbers a line of so many cells has room for."""
    return (length + 1) // 2


def _read(link: Link) -> Nonogram:
    if max(link.width, link.height) > LARGEST_SIDE:
        raise link.error(f"a board with sides up to {LARGEST_SIDE}")
    sides = [(link.width, _places(link.height)), (link.height, _places(link.width))]
    count = sum(lines * places for lines, places in sides)
    numbers = iter(NUMBERS.read(link.body, count, _LARGEST_RUN, "a run of black cells"))
    link.body.end("the numbers of every column and row")
    columns, rows = (
        tuple(_clue([next(numbers) for _ in range(places)]) for _ in range(lines)) for lines, places in sides
    )
    return Nonogram(rows, columns)


def _clue(places: list[int]) -> Clue:
    return tuple(number for number in reversed(places) if number)


def _write(problem: Nonogram) -> tuple[int, int, str]:
    sides = [(problem.column_clues, _places(problem.rows)), (problem.row_clues, _places(problem.columns))]
    numbers: list[int] = []
    for clues, places in sides:
        for clue in clues:
            if len(clue) > places or max(clue, default=0) > _LARGEST_RUN:
                raise ValueError(f"puzz.link states up to {places} runs of up to {_LARGEST_RUN} here")
            numbers += [*reversed(clue), *[0] * (places - len(clue))]
    return problem.columns, problem.rows, NUMBERS.write(numbers)


FORM: Form[Nonogram, Grid] = puzzlink_form("nonogram", "WIDTH/HEIGHT/BODY", _read, _write)
