"""Links of Penpa+ (``penpa-edit/#m=edit&p=...``): what a board's drawing holds.  They are read, not written.

Behind ``p=`` stands base64 of raw deflate.  Unpacked it is lines: the first names the grid, its width and
height; the second is the margins around the board; the fourth is the drawing, JSON whose members have short
names such as ``zN``; the fifth the solver's; the eighteenth lists what kinds of puzzle it was marked as.

Cells and corners have numbers: row by row on the board with two lines more on each side, first all cells,
then all corners (a cell's number is that of its lower right corner, less the count of cells).

Source: the public code of Penpa+, and of noqx, which reads its links.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Collection
from dataclasses import dataclass

from ...errors import ParseError
from ..grid import Cell
from ..text import Token, shown
from .checked_json import Json
from .packed_link import UNPACKED_LIMIT

_START = re.compile(r"(?:https?://[^\s#]*penpa[^\s#]*/#)?m=(?:edit|solve)&p=")
_ABBREVIATION = re.compile(r'"(?:[^"\\]|\\.)*"|z[A-Z0-9_]')
_NULL = "zO"
_EDGE = 2
"""How many lines of cells stand around the board and its margins."""

PARTS = {
    "zS": "surface",
    "zN": "number",
    "z1": "corner numbers",
    "zY": "symbol",
    "zL": "line",
    "zE": "edge",
    "zW": "wall",
    "zC": "cage drawing",
    "zF": "free line",
    "z2": "free edge",
    "zT": "thermometer",
    "z3": "arrow",
    "zD": "direction",
    "z0": "frame",
    "z5": "polygon",
    "z4": "deleted edge",
    "z6": "killer cage",
    "z7": "bulbless thermometer",
}
"""What each member of a drawing is, in words."""
_HISTORY = ("zR", "zU", "z8")


@dataclass(frozen=True)
class Board:
    """A drawing: its grid's name, its size without margins, and its parts that hold something."""

    grid: str
    rows: int
    columns: int
    margins: tuple[int, int, int, int]
    marked: tuple[str, ...]
    parts: dict[str, Json]
    word: Token

    @property
    def _lines(self) -> tuple[int, int]:
        top, bottom, left, right = self.margins
        return self.rows + top + bottom + 2 * _EDGE, self.columns + left + right + 2 * _EDGE

    @property
    def cell_count(self) -> int:
        """How many numbers cells have: what corners' numbers begin with."""
        rows, columns = self._lines
        return rows * columns

    def place(self, number: int) -> Cell:
        """The row and column of a cell's number, from 0 on the board; others are outside."""
        row, column = divmod(number, self._lines[1])
        return row - _EDGE - self.margins[0], column - _EDGE - self.margins[2]

    def cell(self, number: int, part: Json) -> Cell:
        """The cell of this number, which must be on the board."""
        row, column = self.place(number)
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise part.error("only cells of the board")
        return row, column

    def only(self, known: Collection[str]) -> None:
        """Refuse parts that are not known.

        Raises
        ------
        ParseError
            It names them.
        """
        others = [PARTS.get(name, name) for name in self.parts if name not in known]
        if others:
            raise self.error("a drawing of what is known here alone", shown(", ".join(others))[1:-1])

    def error(self, expected: str, found: str) -> ParseError:
        """A `ParseError` at the link."""
        return ParseError(self.word.line, self.word.column, f"expected {expected}, found {found}")


def grid_name(text: str) -> str | None:
    """The grid that a link's first line names; empty where it cannot be unpacked, None for no such link."""
    start = _START.match(text.lstrip())
    if start is None:
        return None
    try:
        beginning, _ = _unpack(text.lstrip()[start.end() :].split()[0], 64)
    except (ValueError, IndexError, zlib.error):
        return ""
    return beginning.decode("utf-8", "replace").partition(",")[0]


def _unpack(word: str, limit: int) -> tuple[bytes, bool]:
    """What is packed in a word, at most so many bytes of it, and whether the word ends as it must."""
    data = base64.b64decode(word.split("&")[0], validate=True)
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    found = unpacker.decompress(data, limit)
    return found, unpacker.eof


def read_board(token: Token) -> Board:
    """The board of a link.

    Raises
    ------
    ParseError
        When it is no link of Penpa+, or what it holds is malformed or too large.
    """
    start = _START.match(token.text)
    if start is None:
        raise token.error("a link such as https://swaroopg92.github.io/penpa-edit/#m=edit&p=...")
    at = Token(token.text[start.end() :], token.line, token.column + start.end())
    try:
        data, ended = _unpack(at.text, UNPACKED_LIMIT + 1)
    except (ValueError, zlib.error):
        raise at.error("base64 of raw deflate") from None
    if len(data) > UNPACKED_LIMIT:
        raise at.error(f"at most {UNPACKED_LIMIT} characters when unpacked")
    if not ended:
        raise at.error("base64 of raw deflate, to its end")
    lines = data.decode("utf-8", "replace").split("\n")
    if len(lines) < 5:
        raise at.error("a drawing of Penpa+")
    head = lines[0].split(",")
    sides = [side for side in head[1:3] if re.fullmatch("[1-9][0-9]{0,2}", side)]
    margins = [margin.integer(0, 100) for margin in Json.parse(lines[1], at).items()]
    if len(sides) != 2 or len(margins) != 4:
        raise at.error("a drawing's width, height and four margins")
    rows, columns = int(sides[1]) - margins[0] - margins[1], int(sides[0]) - margins[2] - margins[3]
    if rows < 1 or columns < 1:
        raise at.error("a board between the margins")
    marked = _marked(lines[17] if len(lines) > 17 else "", at)
    members = Json.parse(_full(lines[3]), at).members()
    parts = {name: part for name, part in members.items() if name not in _HISTORY}
    return Board(head[0], rows, columns, (margins[0], margins[1], margins[2], margins[3]), marked, parts, at)


def _marked(line: str, word: Token) -> tuple[str, ...]:
    """The kinds of puzzle that the author marked."""
    if not line.strip():
        return ()
    return tuple(str(item.data) for item in Json.parse(line, word).items())


def _full(line: str) -> str:
    """A line whose short names are bare, as JSON."""

    def quoted(found: re.Match[str]) -> str:
        word = found.group()
        if word.startswith('"'):
            return word
        return "null" if word == _NULL else json.dumps(word)

    return _ABBREVIATION.sub(quoted, line)


def numbered(part: Json | None) -> list[tuple[int, Json]]:
    """The entries of a part whose names are numbers.

    Raises
    ------
    ParseError
    """
    found = []
    for name, entry in part.members().items() if part else ():
        if not re.fullmatch("[0-9]{1,7}", name):
            raise ParseError(
                entry.word.line, entry.word.column, f"expected a number for each entry, found {shown(name)}"
            )
        found.append((int(name), entry))
    return found


def written(entry: Json, low: int, high: int) -> int:
    """The number in an entry ``[number, colour, ...]``."""
    items = entry.items()
    if not items:
        raise entry.error("a number and its colour")
    return items[0].integer(low, high)
