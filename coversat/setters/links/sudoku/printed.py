"""Sudokus as people print and paste them: in frames and tables, with spaces as blanks, between tags and
headings.

All lines must be rows of whole boards, or what `links.printed` leaves out. Cells of several digits
are candidates. A text that can be read in two ways is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from ....base.errors import ParseError
from ....kinds.sudoku.borders import with_drawn_boxes
from ....kinds.sudoku.candidates import of_candidates
from ....kinds.sudoku.prose import may_state_rule
from ....kinds.sudoku.reading import likely_clash, may_be_above
from ....kinds.sudoku.rules import Sudoku, from_cells
from ....kinds.sudoku.signs import digits_of, letters_note
from ....kinds.sudoku.text import show_rows
from ....problems.grid import Grid, rows_of
from ....problems.layout import SIZES, default_box
from ....problems.problem import Beside, Form, always
from ....problems.text import Token, text_lines
from ..printed import Cells, Line, characters, fields, may_be_row, page, places, words

_NUMBER = re.compile(r"[0-9]{1,3}")
"""Above a board: how many boards there are, or the side of the board or of its boxes."""
_MARKED_SIZES = (6, 8, 9)
"""Boards whose cells may have candidates; numbers of two digits are digits of larger boards."""
_SIZES_IN_COLUMNS = tuple(size for size in SIZES if size >= 6)
_WHOLE = tuple(size * size for size in SIZES if size > 4)
"""The cells of boards in one line; 16 are a row."""
_TITLE = re.compile(r"[^\W\d_]{3}")
_FRAMED = re.compile("[|\u2500-\u257f]")
_LONG = 1 << 15
"""A longer text may be cut off in the middle of a board."""
_EMPTY = " "
_NOTE = "cells of several digits are candidates"


class _Board(NamedTuple):
    """A board, its last line, and its cells."""

    problem: Sudoku
    last: int
    cells: tuple[Token, ...]


def _boards(text: str) -> list[_Board]:
    """The boards of the only way to read the text."""
    found: dict[tuple[Sudoku, ...], list[_Board]] = {}
    mistake: ParseError | None = None
    for reading in _readings(text):
        try:
            boards = list(reading)
        except ParseError as error:
            mistake = max(mistake or error, error, key=lambda one: one.line)
            continue
        found.setdefault(tuple(board.problem for board in boards), boards)
    if not found:
        raise mistake or ParseError(1, 1, "expected rows of a sudoku")
    if len(found) > 1:
        ways = " or ".join(f"{boards[0].problem.size} cells in a row" for boards in found.values())
        raise ParseError(1, 1, f"expected cells that can be read in one way, found {ways}")
    boards = next(iter(found.values()))
    lines = text_lines(text)
    drawn = (with_drawn_boxes(one.problem, rows_of(one.cells, one.problem.size), lines) for one in boards)
    return [board._replace(problem=problem) for board, problem in zip(boards, drawn, strict=True)]


def _readings(text: str) -> Iterator[Iterator[_Board]]:
    """Ways to read a text."""
    whole = [_without_title(line) for line in page(text)]
    table = _without_head(whole)
    for lines in (whole, table) if table is not None else (whole,):
        rows = [line for line in lines if not line.is_blank and not line.is_rule]
        with_blanks = [
            line for line in lines if not line.is_blank and not (line.is_rule and not may_be_row(line))
        ]
        for some in (rows, with_blanks) if len(with_blanks) > len(rows) else (rows,):
            width = max((line.text.count("\t") for line in some), default=0) + 1
            by_tabs = () if _have_lost_blanks(some, "\t") else (fields("\t", width),)
            for cells in (words, characters, *by_tabs, *map(fields, "|,;")):
                yield _in_turn(some, cells)
    rows = [line for line in whole if not line.is_blank and not line.is_rule]
    framed = any("|" in line.text for line in rows)
    inner = rows if framed else [line for line in whole[: rows[-1].number if rows else 0] if not line.is_rule]
    if not framed and _have_lost_blanks(rows, " "):
        return
    for size in _SIZES_IN_COLUMNS:
        if framed or len(inner) == size:
            yield from (_in_turn(inner, cells, size) for cells in places(inner, size))
    for size in SIZES if rows and not framed else ():
        if max(len(line.text) for line in rows) == size * size:
            yield from (_in_turn(rows, cells, size * size) for cells in places(rows, size * size))


def _without_title(line: Line) -> Line:
    """A line; blank if it has words, and only those known to state no rule, such as ``Puzzle 1 (easy)``."""
    is_title = _TITLE.search(line.text) and not may_state_rule(line.text.strip(" \t#*=:,-"))
    return line._replace(text="") if is_title else line


def _have_lost_blanks(lines: Sequence[Line], blank: str) -> bool:
    """Whether blanks may be missing at the left: some lines are shorter than others, and none begins so."""
    lengths = {line.text.count(blank) if blank == "\t" else len(line.text) for line in lines}
    return len(lengths) > 1 and not any(line.text.startswith(blank) for line in lines)


def _without_head(lines: Sequence[Line]) -> list[Line] | None:
    """The lines of a table of Markdown without its head; None for other texts, and for a head that speaks."""
    filled = [line for line in lines if not line.is_blank]
    if len(filled) < 2 or not filled[1].is_rule or filled[0].is_rule or "|" not in filled[0].text:
        return None
    names = re.findall(r"[^\s|]+", filled[0].text)
    numbers = [re.sub("[A-Za-z]", "", name) for name in names]
    counted = [[str(at + start) for at in range(len(names))] for start in (0, 1)]
    is_known = numbers in counted or names == [*"ABCDEFGHIJKLMNOPQRSTUVWXY"[: len(names)]]
    return filled[2:] if is_known or not may_state_rule(" ".join(names)) else None


def _in_turn(lines: Sequence[Line], cells: Cells, width: int = 0) -> Iterator[_Board]:
    """The boards whose rows are these lines; `width` is that of all, or 0 if the first line shows it."""
    in_columns = width > 0
    numbers: list[tuple[Token, int]] = []
    rows: list[Token] = []
    boards = 0
    for line in lines:
        word = line.text.strip()
        if not in_columns and not rows and _NUMBER.fullmatch(word):
            numbers.append((Token(word, line.number, line.text.index(word) + 1), boards))
            continue
        row = cells(line)
        if len(row) == 1 and len(row[0].text) in _WHOLE:
            row = characters(line)
        width = width or _width(row, line)
        if len(row) != width:
            raise ParseError(line.number, 1, f"expected {width} cells, found {len(row)}")
        rows += row
        if len(rows) == (width**2 if width in SIZES else width):
            yield _board(rows, line)
            boards, rows = boards + 1, []
    if rows or not boards:
        last = lines[-1].number if lines else 1
        raise ParseError(last, 1, f"expected {width} rows, found the end after {len(rows) // (width or 1)}")
    _check(numbers, boards, width if width in SIZES else isqrt(width))


def _width(row: list[Token], line: Line) -> int:
    if len(row) in SIZES or (len(row) in _WHOLE and len(words(line)) == 1):
        return len(row)
    sizes = ", ".join(map(str, SIZES))
    raise ParseError(line.number, 1, f"expected a row of {sizes} cells, found {len(row)}")


def _check(numbers: Sequence[tuple[Token, int]], boards: int, size: int) -> None:
    sides = size, (default_box(size) or (0, 0))[0]
    for number, before in numbers:
        if not may_be_above(number, before, boards, len(numbers), sides):
            raise number.error(f"the number of boards, {boards}, or the side of a board")


def _board(cells: list[Token], line: Line) -> _Board:
    size = isqrt(len(cells))
    texts = _texts(cells)
    if size in _MARKED_SIZES and any(len(text) > 1 for text in texts):
        return _Board(of_candidates([_candidates(cell, size) for cell in cells]), line.number, tuple(cells))
    found = digits_of(texts, size, cells.__getitem__)
    if found is None or not any(digit is not None for digit in found[0]):
        raise ParseError(line.number, 1, f"expected digits from 1 to {size}, and one sign for blanks")
    return _Board(from_cells(*found), line.number, tuple(cells))


def _texts(cells: Sequence[Token]) -> tuple[str, ...]:
    return tuple(cell.text or _EMPTY for cell in cells)


def _candidates(cell: Token, size: int) -> tuple[int, ...]:
    """The digits that a cell may hold: those in its word, after the ``u`` of a player's; all for a blank."""
    cell = cell.part(cell.text.startswith("u"))
    signs = cell.text.replace(".", "").replace("0", "") if len(cell.text) == size else cell.text
    if cell.text in ("", ".", "0", "-", "_"):
        return tuple(range(1, size + 1))
    digits = [int(sign) if sign in "123456789"[:size] else 0 for sign in signs]
    if not digits or 0 in digits or len(set(digits)) < len(digits):
        raise cell.error(f"the digits that a cell may hold, each once, from 1 to {size}")
    return tuple(digits)


def _recognises(text: str) -> bool:
    """Whether boards can be found in a text that is in none of the own forms of sudokus."""
    if _is_own(text):
        return False
    try:
        _boards(text)
        return True
    except ParseError as error:
        if "read in one way" in error.reason or "boxes of" in error.reason:
            return True
    lines = text.splitlines(keepends=True)
    for reading in _readings(text):
        try:
            first = next(reading)
        except ParseError:
            continue
        board = "".join(lines[: first.last])
        if not _is_own(board) and (_FRAMED.search(board) or len(text) > _LONG):
            return True
    return False


def _is_own(text: str) -> bool:
    form = next((form for form in Sudoku.forms if form.recognises(text)), None)
    try:
        return form is not None and bool(form.read(text))
    except ParseError:
        return False


def _beside(text: str) -> Beside:
    boards = _boards(text)
    several = any(board.problem.constraints for board in boards)
    letters = (note for board in boards for note in letters_note(_texts(board.cells), board.problem.size))
    return Beside(tuple(dict.fromkeys(([_NOTE] if several else []) + [*letters])))


PRINTED: Form[Sudoku, Grid] = Form(
    name="printed",
    about="boards as printed or pasted: frames, tables, candidates, [code], spaces as blanks",
    recognises=_recognises,
    read=lambda text: tuple(board.problem for board in _boards(text)),
    show=show_rows,
    several=True,
    beside=_beside,
    bare=always,
    clashes=likely_clash,
)
