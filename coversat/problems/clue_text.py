"""The text of a board with clues.

It is ``KIND ROWS COLUMNS``, then the board, a row a line, cells separated by spaces; ``-`` or ``.`` is a cell
without a clue. If a kind has regions, a second board of the same size names the region of each cell. Further
numbers of a kind are in the first line, and clues at the sides are a line for each side before the board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ..errors import ParseError
from .board import BOTTOM, TOP
from .grid import Cell, Numbers
from .problem import Form, headed_form
from .text import LineReader, Token

NO_CLUE = "-."
LARGEST_SIDE = 200
LARGEST_NUMBER = 10**9


class ClueError(ValueError):
    """A board that is impossible because of the clue, or the region, of a cell."""

    def __init__(self, message: str, cell: Cell, in_regions: bool = False) -> None:
        super().__init__(message)
        self.cell, self.in_regions = cell, in_regions


def clue_text(clue: int | str | None) -> str:
    """A clue as it is written."""
    return "-" if clue is None else str(clue)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of words in columns of equal width."""
    width = max(len(word) for row in rows for word in row)
    return [" ".join(word.rjust(width) for word in row) for row in rows]


def values_of(
    rows: list[list[Token]], value: Callable[[str, Cell], Any], expected: str
) -> tuple[tuple[Any, ...], ...]:
    """The value of each cell; raise `ParseError` for the first word that is none."""
    found = []
    for r, row in enumerate(rows):
        values = tuple([value(token.text, (r, c)) for c, token in enumerate(row)])
        if None in values:
            raise row[values.index(None)].error(expected)
        found.append(values)
    return tuple(found)


def read_rows(reader: LineReader, rows: int, columns: int) -> list[list[Token]]:
    """The words of a board, a row a line; without spaces, each character is one."""
    return [_row(reader, number, rows, columns) for number in range(rows)]


def _row(reader: LineReader, number: int, rows: int, columns: int) -> list[Token]:
    tokens = reader.line(f"row {number + 1} of {rows}")
    if len(tokens) == 1 and len(tokens[0].text) == columns:  # one character a cell
        tokens = [tokens[0].part(at, at + 1) for at in range(columns)]
    if len(tokens) != columns:
        raise tokens[min(columns, len(tokens) - 1)].error(f"{columns} cells", str(len(tokens)))
    return tokens


def _read(kind: Any, text: str) -> Any:
    """The board in a text of a kind."""
    reader = LineReader(text)
    more = "".join(f", {name}" for name in kind.header)
    first = f"'{kind.kind}', the number of rows and the number of columns{more}"
    head = reader.heading(kind.kind, first, 3 + len(kind.header))
    rows, columns = (
        token.integer(1, LARGEST_SIDE, f"the number of {what}")
        for token, what in zip(head[1:3], ("rows", "columns"), strict=True)
    )
    named = zip(head[3:], kind.header, strict=True)
    numbers = tuple(token.integer(0, LARGEST_NUMBER, name) for token, name in named)
    side_clues = []
    for side in kind.sides:
        length = columns if side in (TOP, BOTTOM) else rows
        tokens = reader.line(f"the clues at the {side}", length)
        side_clues.append(tuple(_number(token) for token in tokens))

    read_clue = cache(kind.read_clue)

    def clue(word: str, cell: Cell) -> Any:
        return "" if word in NO_CLUE else read_clue(word)

    expected = f"{kind.clue_words}, or '-'"
    tokens_of: dict[bool, list[list[Token]]] = {}  # of the clues, and of the regions
    clues: tuple[tuple[Any, ...], ...] = ((None,) * columns,) * rows
    if kind.has_clues:
        tokens_of[False] = read_rows(reader, rows, columns)
        board = values_of(tokens_of[False], clue, expected)
        clues = tuple(tuple(None if one == "" else one for one in row) for row in board)
    labels: Numbers = ()
    if kind.has_regions:
        seen: dict[str, int] = {}
        tokens_of[True] = read_rows(reader, rows, columns)
        labels = values_of(tokens_of[True], lambda word, _: seen.setdefault(word, len(seen) + 1), "")
    reader.end(f"the end of the text after {rows} rows")
    try:
        return kind(clues, labels, tuple(side_clues), numbers)
    except ClueError as error:
        r, c = error.cell
        board_tokens = tokens_of.get(error.in_regions)
        token = board_tokens[r][c] if board_tokens else head[0]
        raise token.error(f"a possible board ({error})") from None
    except ValueError as error:
        raise ParseError(head[0].line, head[0].column, f"expected a possible board ({error})") from None


def _number(token: Token) -> int | None:
    return None if token.text in NO_CLUE else token.integer(0, LARGEST_NUMBER, "a number, or '-',")


def clue_board_form(kind: Any) -> Form[Any, Numbers]:
    """The text form of a kind, a class that derives from `ClueBoard`."""
    boards = ["the board, '-' for no clue"] * kind.has_clues + ["the regions"] * kind.has_regions
    more = "".join(f" {name.upper()}" for name in kind.header)
    sides = "".join(f", the clues at the {side}" for side in kind.sides)
    about = f"'{kind.kind} ROWS COLUMNS{more}'{sides}, then {', then '.join(boards)}"
    return headed_form(kind, "board", about, lambda text: _read(kind, text))
