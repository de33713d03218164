"""Sudokus inside longer texts: prompts, replies, chat messages.

A board is a word of 36 cells and more, or consecutive lines that are its rows, with or without spaces,
frames, brackets or a name such as ``Row 1:``. A text in which rows are missing has no certain board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from math import isqrt

from ....base.errors import ParseError
from ....kinds.sudoku.borders import with_drawn_boxes
from ....kinds.sudoku.rules import from_cells
from ....kinds.sudoku.signs import BLANK_SIGNS, digits_of
from ....problems.board import region_map
from ....problems.fields import Board
from ....problems.grid import compact_line
from ....problems.layout import SIZES
from ....problems.text import Token, shown
from ..printed import Line, may_be_row, page

_WHOLE = frozenset(size * size for size in SIZES if size > 4)
_HEAD = 4096
_SMALLEST = SIZES[0] ** 2
_WORD = re.compile(rf"[^\s,;|\"'`()\[\]{{}}<>=:]{{{min(_WHOLE)},}}")
_NEARLY = re.compile(rf"[0-9{re.escape(BLANK_SIGNS)}]+")
_FEW = 9
"""The fewest digits of a word that may be a damaged board, and not a rule drawn with signs of blanks."""
_LABEL = re.compile(r"\s*\*{0,2}(?:(?:row|line|r)\s*)?[0-9A-Za-z]{0,2}\s*[:)]\*{0,2}\s+", re.I)
_BETWEEN_LISTS = re.compile(r"\[\s*\[|\]\s*,?\s*\[|\]\s*\]")
_NOTHING = re.compile(r"\b(?:None|null)\b|(?P<quote>[\"']) ?(?P=quote)")
_BRACKETS = re.compile(r"[\[\](){}\"`]|(?<![^\W\d_])'|'(?![^\W\d_])")
_CELL = re.compile(rf"[0-9]{{1,2}}|[{re.escape(BLANK_SIGNS.strip())}]")
_LARGE_CELL = re.compile(rf"{_CELL.pattern}|[A-Ya-y]")
_CELLS = re.compile(r"[^\s|,;]+")
_ROW = rf"[0-9{re.escape(BLANK_SIGNS.strip())}]{{9}}"
_JOINED = re.compile(rf"(?<!\S)({_ROW}(?P<gap>[ /]){_ROW}(?:(?P=gap){_ROW}){{7}})[.!?]?(?!\S)")
"""The rows of a board in a line."""
_FEWEST_ROWS = 3
"""Fewer rows than a board has may be a list of numbers; from this number on they are a damaged board."""


def boards_in(text: str, short: bool = False) -> tuple[tuple[Board, ...], str | None]:
    """The boards in a text, in order, and what is beside them; `short`: 16 characters may be one.

    What is beside them is None if one board is the whole text.

    Raise `ParseError` (line 1, column 1) if it is not certain whether and where there is a board.
    """
    word = text.strip()
    if len(word) < _SMALLEST:
        return (), text
    if len(word) in _WHOLE or (short and len(word) == _SMALLEST):
        board = of_words(word, word)
        if board is not None:
            return (board,), None
    beside: list[str] = []
    found = [*_in_words(text), *_in_lines(text, beside)]
    sides = {2 * str(board.size) for board in found}
    return tuple(found), "\n".join(line for line in beside if "".join(line.split()) not in sides)


def begins_with_board(text: str) -> bool:
    """Whether there is a board near the beginning of a text."""
    head = text[:_HEAD]
    with suppress(ParseError):
        return next(chain(_in_words(head), _in_lines(head)), None) is not None
    return False


def of_words(words: Sequence[str], text: str = "", may_be_empty: bool = False) -> Board | None:
    """The board with these cells, in one line `text`; None if they are none, or a board without any digit."""
    size = isqrt(len(words))
    # In a map the first cell has a neighbour of its region.
    labels = region_map(words) if words[0] in (words[1], words[size]) else None
    if labels is not None:
        return Board(labels, size, is_map=True)
    found = digits_of(tuple(words), size, lambda at: Token(words[at], 1, 1))
    if found is None or not (may_be_empty or any(digit is not None for digit in found[0])):
        return None
    blank = next((word for word, digit in zip(words, found[0], strict=True) if digit is None), "")
    return Board(tuple(found[0]), size, found[1], text or compact_line(found[0], "."), blank=blank)


def _in_words(text: str) -> Iterator[Board]:
    for found in _WORD.finditer(text):
        word, board = _of_word(found.group())
        if board is not None:
            yield board
        elif _NEARLY.fullmatch(word) and sum(map(str.isdigit, word)) >= _FEW:
            raise _uncertain(f"{len(word)} characters of a board, {shown(word)}")


def _of_word(word: str) -> tuple[str, Board | None]:
    """A word without what a text has around it, and the board that it is."""
    word = word.strip("*") if word.startswith("**") else word
    word = word[:-1] if len(word) - 1 in _WHOLE and word[-1] in ".?!" else word
    return word, of_words(word) if len(word) in _WHOLE else None


def _in_lines(text: str, beside: list[str] | None = None) -> Iterator[Board]:
    """The boards in rows; what is beside these, and beside boards in a word, is added to `beside`."""
    beside = [] if beside is None else beside
    rows = _JOINED.sub(lambda board: f"\n{board[1].replace(board['gap'], chr(10))}\n", text)
    plain = _BRACKETS.sub(" ", _NOTHING.sub("_", _BETWEEN_LISTS.sub("\n", rows)))
    lines = page(plain)
    texts = [line.text for line in lines]
    run: list[tuple[tuple[Token, ...], bool]] = []
    for line in lines:
        if line.is_blank:
            continue
        row, is_rule = _row(line), line.is_rule
        if not row and not is_rule:
            beside.append(_WORD.sub(lambda one: " " if _of_word(one.group())[1] else one.group(), line.text))
        if is_rule and (not run or len(row) != len(run[0][0])):
            continue
        if run and len(row) != len(run[0][0]):
            yield from _of_run(run, texts, beside)
            run = []
        run += [(row, is_rule)] if row else []
    if run:
        yield from _of_run(run, texts, beside)


def _of_run(
    run: Sequence[tuple[tuple[Token, ...], bool]], texts: Sequence[str], beside: list[str]
) -> Iterator[Board]:
    """The boards whose rows are these; a line that may be a rule is a row if it is needed."""
    size = len(run[0][0])
    rows = [row for row, is_rule in run if not is_rule]
    if len(rows) % size:
        rows = [row for row, _ in run]
    if len(rows) % size and len(rows) >= _FEWEST_ROWS:
        raise _uncertain(f"{len(rows)} rows of {size} cells")
    whole = len(rows) - len(rows) % size
    beside += [" ".join(cell.text for cell in row) for row in rows[whole:]]
    for at in range(0, whole, size):
        board = of_words(tuple([cell.text for row in rows[at : at + size] for cell in row]))
        if board is None:
            raise _uncertain(f"{size} rows of {size} cells that are no sudoku")
        if not board.is_map:
            _refuse_drawn(board, rows[at : at + size], texts)
        yield board


def _refuse_drawn(board: Board, rows: Sequence[Sequence[Token]], texts: Sequence[str]) -> None:
    """Raise `ParseError` if the lines of a text draw other borders than those of the usual boxes."""
    try:
        with_drawn_boxes(from_cells(board.values, board.lowest), rows, texts, stated=True)
    except ParseError as error:
        raise ParseError(1, 1, error.reason) from None


def _row(line: Line) -> tuple[Token, ...]:
    """The cells of a row; none for other lines."""
    if line.is_rule and not may_be_row(line):
        return ()
    label = _LABEL.match(line.text)
    words = _CELLS.finditer(line.text, label.end() if label else 0)
    cells = [Token(word[0], line.number, word.start() + 1) for word in words]
    lengths = {len(cell.text) for cell in cells}
    if len(lengths) == 1 and lengths != {1} and lengths.pop() * len(cells) in SIZES:
        cells = [cell.part(at, at + 1) for cell in cells for at in range(len(cell.text))]
    pattern = _LARGE_CELL if len(cells) > 9 else _CELL
    is_row = len(cells) in SIZES and all(pattern.fullmatch(cell.text) for cell in cells)
    return tuple(cells) if is_row else ()


def _uncertain(found: str) -> ParseError:
    return ParseError(1, 1, f"expected all cells of a board, found {found}")
