"""The text of a board with clues.

It is ``KIND ROWS COLUMNS``, then the board, a row a line, cells separated by spaces; ``-`` or ``.`` is a cell
without a clue. If a kind has regions, a second board of the same size names the region of each cell. Further
numbers of a kind are in the first line, and clues at the sides are a line for each side before the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from ..base.errors import ParseError
from .board import BOTTOM, TOP
from .grid import Cell, Numbers
from .problem import Form, headed_form
from .text import LineReader, Token, Words

NO_CLUE = "-."
HOLE = -1
"""The label of cells that are in no region."""
LARGEST_SIDE = 200
LARGEST_NUMBER = 10**9


class ClueError(ValueError):
    """A board that is impossible because of the clue, or the region, of a cell."""

    def __init__(self, message: str, cell: Cell, in_regions: bool = False) -> None:
        super().__init__(message)
        self.cell, self.in_regions = cell, in_regions


def clue_text(clue: object, blank: str = "-") -> str:
    """A clue as it is written."""
    return blank if clue is None else str(clue)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of words in columns of equal width."""
    return list(map(" ".join, aligned_words(rows)))


def aligned_words(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Words of equal width."""
    width = max(len(word) for row in rows for word in row)
    return [[word.rjust(width) for word in row] for row in rows]


def values_of(
    rows: Sequence[Words], values: Callable[[int, Sequence[str]], Iterable[Any]], expected: str
) -> tuple[tuple[Any, ...], ...]:
    """The values of each row's words; raise `ParseError` for the first word that has none."""
    found = []
    for r, row in enumerate(rows):
        held = tuple(values(r, row.words))
        if None in held:
            raise row.tokens()[held.index(None)].error(expected)
        found.append(held)
    return tuple(found)


def read_rows(reader: LineReader, rows: int, columns: int) -> list[Words]:
    """The words of a board, a row a line; without spaces, each character is one."""
    return [_row(reader, number, rows, columns) for number in range(rows)]


def _row(reader: LineReader, number: int, rows: int, columns: int) -> Words:
    row = reader.words(f"row {number + 1} of {rows}")
    if len(row.words) == 1 and len(row.words[0]) == columns:  # one character a cell
        (token,) = row.tokens()
        return Words(token.text, lambda: [token.part(at, at + 1) for at in range(columns)])
    if len(row.words) != columns:
        tokens = row.tokens()
        raise tokens[min(columns, len(tokens) - 1)].error(f"{columns} cells", str(len(tokens)))
    return row


def _read(kind: Any, text: str) -> Any:
    """The board in a text of a kind."""
    reader = LineReader(text)
    more = "".join(f", {name}" for name in kind.header)
    first = f"'{kind.kind}', the number of rows and the number of columns{more}"
    named = kind.header if len(reader.peek()) != 3 or not kind.header_optional else ()
    head = reader.heading(kind.kind, first, 3 + len(named))
    rows, columns = (
        token.integer(1, LARGEST_SIDE, f"the number of {what}")
        for token, what in zip(head[1:3], ("rows", "columns"), strict=True)
    )
    numbers = tuple(
        token.integer(0, LARGEST_NUMBER, name) for token, name in zip(head[3:], named, strict=True)
    )
    side_clues = []
    for side in kind.sides:
        length = columns if side in (TOP, BOTTOM) else rows
        tokens = reader.line(f"the clues at the {side}", length)
        side_clues.append(tuple(_number(token) for token in tokens))

    @cache
    def clue(word: str) -> Any:
        return "" if word in NO_CLUE else kind.read_clue(word)

    expected = f"{kind.clue_words}, or '-'"
    rows_of: dict[bool, list[Words]] = {}  # of the clues, and of the regions
    clues: tuple[tuple[Any, ...], ...] = ((None,) * columns,) * rows
    if kind.has_clues:
        rows_of[False] = read_rows(reader, rows, columns)
        board = values_of(rows_of[False], lambda _, words: map(clue, words), expected)
        clues = tuple(tuple([None if one == "" else one for one in row]) for row in board)
    labels: Numbers = ()
    if kind.has_regions:
        seen = dict.fromkeys(NO_CLUE, HOLE)
        rows_of[True] = read_rows(reader, rows, columns)

        def region(word: str) -> int | None:
            found = seen.get(word)
            if found is None and any(map(str.isalnum, word)):
                found = seen[word] = len(seen)
            return found

        outside = ", or '-' for a cell of no region" if kind.has_holes else ""
        expected = f"a region, a word of letters and digits{outside},"
        labels = values_of(rows_of[True], lambda _, words: map(region, words), expected)
    reader.end(f"the end of the text after {rows} rows")
    try:
        return kind.of(clues, labels, side_clues, numbers)
    except ClueError as error:
        r, c = error.cell
        board_rows = rows_of.get(error.in_regions)
        token = board_rows[r].tokens()[c] if board_rows else head[0]
        raise token.error(f"a possible board ({error})") from None
    except ValueError as error:
        raise ParseError(head[0].line, head[0].column, f"expected a possible board ({error})") from None


def _number(token: Token) -> int | None:
    return None if token.text in NO_CLUE else token.integer(0, LARGEST_NUMBER, "a number, or '-',")


def clue_board_form(kind: Any) -> Form[Any, Numbers]:
    """The text form of a kind, a class that derives from `ClueBoard`."""
    boards = ["the board, '-' for no clue"] * kind.has_clues + ["the regions"] * kind.has_regions
    more = "".join(f" {name.upper()}" for name in kind.header)
    more = f"[{more}]" if more and kind.header_optional else more
    sides = "".join(f", the clues at the {side}" for side in kind.sides)
    about = f"'{kind.kind} ROWS COLUMNS{more}'{sides}, then {', then '.join(boards)}"
    return headed_form(kind, "board", about, lambda text: _read(kind, text))
