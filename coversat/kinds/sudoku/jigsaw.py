"""Jigsaws as two boards: the clues, and a map in which each cell has the sign of its region.

The two stand one after the other, in rows or in a line each, or in one line; either may be the first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt

from ...problems.board import region_map
from ...problems.grid import Grid, Row, compact_line, rows_of
from ...problems.layout import NO_BOXES
from ...problems.problem import Form, always
from ...problems.text import Token, line_tokens, text_lines
from .reading import COMMENT, likely_clash, width_of
from .rules import Sudoku
from .signs import cells_of, digits_of

SIDES = range(4, 26)
_WHOLE = frozenset(side * side for side in SIDES if side > 5)
"""The cells of boards in one line; 16 and 25 are rows."""
_CELL = re.compile(r"[^\s,;|]+")
_RULE = re.compile(r"[-=_+*~\s]*[-=_+*~]{2}[-=_+*~\s]*")

Board = Sequence[Token]
"""The cells of a board, row by row."""


def from_map(cells: Row, lowest: int, regions: Sequence[int]) -> Sudoku:
    """The sudoku with these givens, row by row, and the number of the region of each cell."""
    from .constraints.sets import Regions

    size = isqrt(len(cells))
    labels = Regions(rows_of(regions, size))
    return Sudoku(NO_BOXES, size, rows_of(cells, size), (labels,), (lowest, lowest + size - 1))


def _jigsaw(clues: Sequence[Token], regions: Sequence[int]) -> Sudoku:
    size = isqrt(len(clues))
    found = digits_of([cell.text for cell in clues], size, clues.__getitem__)
    if found is None:
        raise clues[0].error(f"digits from 1 to {size} and one sign for blanks beside a map of regions")
    return from_map(*found, regions)


def has_map(text: str) -> bool:
    """Whether there is a map of regions among boards of one size."""
    return any(map(_map_of, _boards(text)))


def _map_of(board: Board) -> tuple[int, ...] | None:
    return region_map([cell.text for cell in board])


def _boards(text: str) -> list[Board]:
    """The boards of a text of nothing else; empty if it has something else, or one board only."""
    lines = [
        line_tokens(line, number, _CELL)
        for number, line in enumerate(text_lines(text), 1)
        if line.strip() and not line.startswith(COMMENT) and not _RULE.fullmatch(line)
    ]
    if not lines:
        return []
    if any(len(line[0].text) in _WHOLE for line in lines if line):
        whole = [word for line in lines for word in line]
        is_alike = len({len(word.text) for word in whole}) == 1 and len(whole) > 1
        return [cells_of([word]) for word in whole] if is_alike else []
    widths = {*map(width_of, lines)}
    width = widths.pop()
    if widths or width not in SIDES or len(lines) % width or len(lines) == width:
        return []
    cells = [cell for line in lines for cell in cells_of(line)]
    return [cells[at : at + width * width] for at in range(0, len(cells), width * width)]


def _read(text: str) -> tuple[Sudoku, ...]:
    found = []
    boards = _boards(text)
    for first, second in zip(boards[::2], boards[1::2], strict=False):
        maps = _map_of(first), _map_of(second)
        clues, regions = (second, maps[0]) if maps[0] else (first, maps[1])
        if regions is None or all(maps):
            raise first[0].error("a board of clues and a map of its regions", "two boards of another sort")
        found.append(_jigsaw(clues, regions))
    if len(boards) % 2:
        raise boards[-1][0].error("a board of clues and a map of its regions", "one board")
    return tuple(found)


JIGSAW: Form[Sudoku, Grid] = Form(
    name="jigsaw",
    about="clues and a map of regions, such as AAB, in rows or in a line each, in either order",
    recognises=has_map,
    read=_read,
    show=lambda problem, answer, case: "\n".join(map(compact_line, answer)),
    several=True,
    bare=always,
    clashes=likely_clash,
)
