"""Sudokus as lists of a program: JSON, Python, C or Java, or as numpy prints an array.

A board is a list of rows, which are lists of cells or strings, a list of all cells, or one string. A blank
is 0, an empty string, null or None, or one sign. An object has a board in one member, perhaps the solution in
another, and what describes the puzzle; other members are refused by name, since they may change the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import isqrt
from typing import Any, NamedTuple

from ....base.errors import ParseError
from ....kinds.sudoku.rules import Sudoku
from ....kinds.sudoku.signs import digits_of
from ....kinds.sudoku.text import show_rows
from ....problems.grid import Grid, rows_of
from ....problems.layout import SIZES, default_box
from ....problems.problem import Beside, Form, always
from ....problems.text import HEAD, Token, shown
from ..checked_json import shown_names
from .common import compared

_INDEX = r"(?:\s*\[\s*\d*\s*\])*"
_NAME = re.compile(
    rf"\s*(?:[A-Za-z_][\w.<>:, ]*{_INDEX}(?:\s*\w+{_INDEX})?\s*=\s*)?(?:new\s+\w+{_INDEX}\s*)?"
)
_CALL = re.compile(r"(?:np\.|numpy\.)?(?:array|asarray|matrix|list|tuple)(?=\()")
_WORDS = (("None", "null"), ("True", "true"))
_LAST_COMMA = re.compile(r",(?=\s*[\]}])")
_NO_COMMA = re.compile(r"(?<=[\]0-9.])\s(?=\s*[\[0-9.])")
_BEGINS = re.compile(
    r'[\[{(][^<]{0,400}?(?:"[0-9._*xX?-]{9,}"|(?:(?:[0-9]|"."|null|None)[\s,]+){4})', re.DOTALL
)
"""How a text begins that is too long to be looked at whole."""
_SQUARES = tuple(size * size for size in SIZES)
_DESCRIBING = frozenset(
    [
        "id",
        "uid",
        "uuid",
        "key",
        "name",
        "title",
        "author",
        "source",
        "url",
        "link",
        "date",
        "created",
        "updated",
        "difficulty",
        "level",
        "rating",
        "score",
        "size",
        "clues",
        "givens",
        "seed",
        "message",
        "results",
        "status",
        "success",
        "number",
        "index",
        "version",
        "comment",
        "difficultyname",
        "type",
    ]
)
_EMPTY = " "


class _Found(NamedTuple):
    """A puzzle and its stored solution."""

    puzzle: Sudoku
    solution: Grid | None = None


def _data(text: str) -> Any:
    """The lists and objects in a text."""
    plain = text.rstrip().removesuffix(";")
    start = _NAME.match(plain)
    assert start is not None, "every part of it may be missing"
    plain = " " * start.end() + _CALL.sub(lambda name: " " * len(name.group()), plain[start.end() :])
    if '"' not in plain:
        plain = plain.replace("'", '"')
    for word, same in _WORDS:
        plain = re.sub(rf"\b{word}\b", same, plain)
    plain = plain.translate(str.maketrans("()", "[]"))
    if re.match(r"\s*\{\s*[{0-9]", plain):
        plain = plain.translate(str.maketrans("{}", "[]"))
    if "," not in plain:
        plain = _NO_COMMA.sub(",", plain)
    try:
        return json.loads(_LAST_COMMA.sub(" ", plain))
    except json.JSONDecodeError as error:
        raise ParseError(
            error.lineno, error.colno, f"expected JSON or lists of a program ({error.msg})"
        ) from None
    except (ValueError, RecursionError):
        raise ParseError(1, 1, "expected JSON or lists of a program") from None


def _boards(data: Any, path: str) -> Iterator[_Found]:
    board = _board(data, path)
    if board is not None:
        yield _Found(board)
    elif isinstance(data, list) and data and all(isinstance(item, str | list | dict) for item in data):
        rows = [item for item in data if isinstance(item, list) and item and _word(item[0]) is not None]
        if len(rows) > 1 and not any(_board(row, path) for row in rows):
            raise _error(path, "as many rows as cells in a row", data)
        for at, item in enumerate(data):
            yield from _boards(item, f"{path}[{at}]")
    elif isinstance(data, dict):
        yield from _members(data, path)
    else:
        raise _error(path, "a sudoku", data)


def _members(data: dict[str, Any], path: str) -> Iterator[_Found]:
    """The puzzles in an object; a complete board beside an incomplete one is its solution."""
    boards = {name: board for name, member in data.items() if (board := _board(member, f"{path}.{name}"))}
    nested = [
        name
        for name, member in data.items()
        if name not in boards and isinstance(member, list | dict) and member
    ]
    if boards:
        others = [name for name in data if name not in boards and not _describes(name, data[name])]
        if others:
            raise ParseError(
                1, 1, f"expected no members of a sudoku but those known here, found {shown_names(others)}"
            )
        complete = [name for name, board in boards.items() if all(map(all, _filled(board)))]
        open_ones = [name for name in boards if name not in complete] or complete[:1]
        complete = [name for name in complete if name not in open_ones]
        if len(open_ones) > 1 or len(complete) > 1:
            raise ParseError(1, 1, f"expected one puzzle and one solution, found {shown_names(boards)}")
        yield _Found(boards[open_ones[0]], boards[complete[0]].givens if complete else None)
        return
    others = [name for name in data if name not in nested and not _describes(name, data[name])]
    if others or not nested:
        raise ParseError(1, 1, f"expected an object with a sudoku, found {shown_names(others or data)}")
    for name in nested:
        yield from _boards(data[name], f"{path}.{name}".lstrip("."))


def _filled(board: Sudoku) -> Iterator[list[bool]]:
    return ([digit is not None for digit in row] for row in board.givens)


def _describes(name: str, member: Any) -> bool:
    return member in (None, "", [], {}) or (
        name.lower().replace("_", "") in _DESCRIBING and not isinstance(member, list | dict)
    )


def _board(data: Any, path: str) -> Sudoku | None:
    """The sudoku that is all of this; None for what has another shape."""
    cells = _cells(data)
    size = isqrt(len(cells)) if cells else 0
    box = default_box(size)
    if cells is None or box is None or size * size != len(cells):
        return None
    found = digits_of(cells, size, lambda at: Token(cells[at], 1, 1))
    if found is None:
        wrong = next(
            (cell for cell in cells if digits_of([cell], size, lambda at: Token("", 1, 1)) is None), ""
        )
        raise _error(path, f"digits from 1 to {size}, and blanks", wrong)
    digits, lowest = found
    return Sudoku(*box, rows_of(digits, size), (), (lowest, lowest + size - 1))


def _cells(data: Any) -> list[str] | None:
    """The cells of a whole board, as words; None for what has another shape."""
    if isinstance(data, str):
        return [*data] if len(data) in _SQUARES else None
    if not isinstance(data, list):
        return None
    if len(data) in SIZES and all(isinstance(row, str | list) and len(row) == len(data) for row in data):
        words = [_word(cell) for row in data for cell in row]
    elif len(data) in _SQUARES[1:]:
        words = [_word(cell) for cell in data]
    else:
        return None
    return [word for word in words if word is not None] if None not in words else None


def _word(cell: Any) -> str | None:
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return _EMPTY
    if isinstance(cell, str):
        return cell.strip()
    return str(cell) if isinstance(cell, int) and not isinstance(cell, bool) else None


def _error(path: str, expected: str, found: Any) -> ParseError:
    where = f" as {path}" if path else " as a board"
    return ParseError(1, 1, f"expected {expected}{where}, found {shown(json.dumps(found))}")


def _found(text: str) -> list[_Found]:
    try:
        return list(_boards(_data(text), ""))
    except RecursionError:
        raise ParseError(1, 1, "expected lists of a board, found more lists inside each other") from None


def _recognises(text: str) -> bool:
    """Whether a text is all of such lists; of a long one, whether it begins so."""
    begins = _NAME.match(text)
    start = text[begins.end() if begins else 0 :].lstrip()
    start = start[(call.end() if (call := _CALL.match(start)) else 0) :]
    if not start.startswith(("[", "{", "(")):
        return False
    if len(text) > HEAD // 2:
        return _BEGINS.match(start) is not None
    try:
        return bool(_found(text))
    except ParseError as error:
        return (
            " as a board" in error.reason
            or "members of a sudoku" in error.reason
            or "one puzzle" in error.reason
        )


def _beside(text: str) -> Beside:
    notes = (
        note
        for puzzle, solution in _found(text)
        if solution is not None
        for note in compared(puzzle, solution)
    )
    return Beside(tuple(dict.fromkeys(notes)))


LISTS: Form[Sudoku, Grid] = Form(
    name="lists",
    about="lists of cells in JSON, Python, C or Java, or objects with one; 0, null or '' for a blank",
    recognises=_recognises,
    read=lambda text: tuple(found.puzzle for found in _found(text)),
    write=None,
    show=show_rows,
    several=True,
    beside=_beside,
    bare=always,
)
