"""Jigsaws as two boards: the clues, and a map in which each cell has the sign of its region.

The two stand one after the other, in rows or in a line each, or in one line; either may be the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isqrt

from ...problems.grid import Grid, compact_line, rows_of
from ...problems.layout import NO_BOXES
from ...problems.problem import Form, always
from ...problems.text import Token, line_tokens, text_lines
from ...problems.unanswered import is_region_map
from .reading import COMMENT, likely_clash
from .rules import Sudoku
from .signs import digits_of

SIDES = range(4, 26)
_WHOLE = frozenset(side * side for side in SIDES if side > 5)
"""The cells of boards in one line; 16 and 25 are rows."""
_CELL = re.compile(r"[^\s,;|]+")
_RULE = re.compile(r"[-=_+*~\s]*[-=_+*~]{2}[-=_+*~\s]*")

Board = list[Token]
"""The cells of a board, row by row."""


def jigsaw(clues: Sequence[Token], regions: Sequence[str]) -> Sudoku:
    """The sudoku with these cells and regions, each in as many rows as cells in a row; or `ParseError`."""
    from .constraints.sets import Regions

    size = isqrt(len(clues))
    found = digits_of([cell.text for cell in clues], size, clues.__getitem__)
    if found is None:
        raise clues[0].error(f"digits from 1 to {size} and one sign for blanks beside a map of regions")
    digits, lowest = found
    labels = tuple(tuple(map(ord, row)) for row in rows_of("".join(_letters(regions)), size))
    return Sudoku(NO_BOXES, size, rows_of(digits, size), (Regions(labels),), (lowest, lowest + size - 1))


def _letters(regions: Sequence[str]) -> Iterator[str]:
    """A character for each region."""
    names = {word: chr(ord("A") + number) for number, word in enumerate(dict.fromkeys(regions))}
    return (names[word] for word in regions)


def has_map(text: str) -> bool:
    """Whether there is a map of regions among boards of one size."""
    return any(map(_is_map, _boards(text)))


def _is_map(board: Board) -> bool:
    return is_region_map(rows_of([cell.text for cell in board], isqrt(len(board))))


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
        whole = [_characters(word) for line in lines for word in line]
        return whole if len({len(board) for board in whole}) == 1 and len(whole) > 1 else []
    rows = [_characters(line[0]) if len(line) == 1 else line for line in lines]
    width = len(rows[0])
    if (
        width not in SIDES
        or len(rows) % width
        or len(rows) == width
        or any(len(row) != width for row in rows)
    ):
        return []
    cells = [cell for row in rows for cell in row]
    return [cells[at : at + width * width] for at in range(0, len(cells), width * width)]


def _characters(word: Token) -> Board:
    return [word.part(at, at + 1) for at in range(len(word.text))]


def _read(text: str) -> tuple[Sudoku, ...]:
    found = []
    boards = _boards(text)
    for first, second in zip(boards[::2], boards[1::2], strict=False):
        clues, regions = (second, first) if _is_map(first) else (first, second)
        if not _is_map(regions) or _is_map(clues):
            raise first[0].error("a board of clues and a map of its regions", "two boards of another sort")
        found.append(jigsaw(clues, [cell.text for cell in regions]))
    if len(boards) % 2:
        raise boards[-1][0].error("a board of clues and a map of its regions", "one board")
    return tuple(found)


def _recognises(text: str) -> bool:
    """Whether there are maps of regions among boards, one of two at least."""
    boards = _boards(text)
    return len(boards) > 1 and 2 * sum(map(_is_map, boards)) >= len(boards) - 1


JIGSAW: Form[Sudoku, Grid] = Form(
    name="jigsaw",
    about="clues and a map of regions, such as AAB, in rows or in a line each, in either order",
    recognises=_recognises,
    read=_read,
    write=None,
    show=lambda problem, answer, case: "\n".join(map(compact_line, answer)),
    several=True,
    bare=always,
    clashes=likely_clash,
)
