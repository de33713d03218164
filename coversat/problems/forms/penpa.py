"""Links of Penpa+ (``penpa-edit/#m=edit&p=...``), which hold the drawing of a board. They are only read.

After ``p=`` follows base64 of raw deflate. Unpacked it is lines: the first has the name of the grid, its
width and height, the title, the author, the source and the rules in words; the second the margins around
the board; the fourth the drawing, JSON whose members have short names such as ``zN``; the fifth the
solver's drawing; the sixth the cells of the board, each as its distance from the previous one; the
eighteenth the kinds of puzzle that the author assigned.

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
from itertools import accumulate, product

from ..grid import Cell
from ..text import Token, shown
from .checked_json import Json, shown_names
from .lines import RULES_IN_WORDS
from .lz_string import UNPACKED_LIMIT

_START = re.compile(r"(?:https?://[^\s#]*penpa[^\s#]*/#)?m=(?:edit|solve)&p=")
_ABBREVIATION = re.compile(r'"(?:[^"\\]|\\.)*"|z[A-Z0-9_]')
KAKURO_GRID = "kakuro"
"""The name of the grid whose first row and column are for clues."""
_NULL = "zO"
_EDGE = 2
"""The number of rows and columns of cells around the board and its margins."""

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
"""The members of a drawing in words."""
_HISTORY = ("zR", "zU", "z8")
_CELLS_LINE, _MARKS_LINE = 5, 17
_TITLE = "Title: "
_RULES_BEHIND_TITLE = 3
_PARAMETERS = re.compile("[alr]=.*")
"""Parameters behind the drawing: the solution, a partial solution, a replay."""
_NO_RULES = ("noconflict",)
"""Marks that state no rule."""


@dataclass(frozen=True)
class Drawing:
    """A drawing: its grid's name, size without margins, marks, non-empty parts, and rules in words."""

    grid: str
    rows: int
    columns: int
    margins: tuple[int, int, int, int]
    marked: tuple[str, ...]
    parts: dict[str, Json]
    rules: str
    word: Token

    @property
    def _lines(self) -> tuple[int, int]:
        top, bottom, left, right = self.margins
        return self.rows + top + bottom + 2 * _EDGE, self.columns + left + right + 2 * _EDGE

    @property
    def cell_count(self) -> int:
        """The number of cells, margins included; numbers of corners begin there."""
        rows, columns = self._lines
        return rows * columns

    def place(self, number: int) -> Cell:
        """The row and column of a cell's number, from 0 on the board; negative or larger outside."""
        row, column = divmod(number, self._lines[1])
        return row - _EDGE - self.margins[0], column - _EDGE - self.margins[2]

    def cell(self, number: int, part: Json) -> Cell:
        """The cell of this number; `ParseError` if it is not on the board."""
        row, column = self.place(number)
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise part.error("only cells of the board")
        return row, column

    def only(self, known: Collection[str], marks: Collection[str]) -> None:
        """Raise `ParseError` with the names of parts and marks that are not known."""
        if strange := [mark for mark in self.marked if mark not in (*marks, *_NO_RULES)]:
            raise self.word.error("a puzzle marked as what is known here alone", shown_names(strange))
        others = [PARTS.get(name, name) for name in self.parts if name not in known]
        if others:
            raise self.word.error("a drawing of what is known here alone", shown_names(others))


def grid_name(text: str) -> str | None:
    """The name of a link's grid; empty if the link cannot be unpacked, None for another text."""
    start = _START.match(text.lstrip())
    if start is None:
        return None
    try:
        beginning, _ = _unpack(text.lstrip()[start.end() :].split()[0], 64)
    except (ValueError, IndexError, zlib.error):
        return ""
    return beginning.decode("utf-8", "replace").partition(",")[0]


def notes(token: Token) -> tuple[str, ...]:
    """The notes to a link."""
    return (RULES_IN_WORDS,) if read_drawing(token).rules else ()


def _unpack(word: str, limit: int) -> tuple[bytes, bool]:
    """At most `limit` unpacked bytes of a word, and whether it is complete and nothing follows."""
    data = base64.b64decode(word.split("&")[0], validate=True)
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    found = unpacker.decompress(data, limit)
    return found, unpacker.eof and not unpacker.unused_data


def read_drawing(token: Token) -> Drawing:
    """The drawing of a link."""
    start = _START.match(token.text)
    if start is None:
        raise token.error("a link such as https://swaroopg92.github.io/penpa-edit/#m=edit&p=...")
    at = token.part(start.end())
    for parameter in at.text.split("&")[1:]:
        if not _PARAMETERS.fullmatch(parameter):
            raise at.part(at.text.rindex(parameter)).error("no parameters but a solution's", shown(parameter))
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
    lines += [""] * (_MARKS_LINE + 1 - len(lines))
    members = Json.parse(_full(lines[3]), at).members()
    parts = {name: part for name, part in members.items() if name not in _HISTORY}
    edges = margins[0], margins[1], margins[2], margins[3]
    drawing = Drawing(head[0], rows, columns, edges, _marked(lines[_MARKS_LINE], at), parts, _rules(head), at)
    _check_cells(drawing, lines[_CELLS_LINE])
    return drawing


def _listed(line: str, word: Token) -> list[Json]:
    """The items of the list in a line; none for a blank line, as in older links."""
    return Json.parse(line, word).items() if line.strip() else []


def _marked(line: str, word: Token) -> tuple[str, ...]:
    """The kinds of puzzle that the author assigned, in lower case letters."""
    return tuple(re.sub(r"[\s_-]", "", str(item.data)).lower() for item in _listed(line, word))


def _rules(head: list[str]) -> str:
    """The rules in words, from the fields of the first line."""
    title = next((at for at, field in enumerate(head) if field.startswith(_TITLE)), len(head))
    return "".join(head[title + _RULES_BEHIND_TITLE :][:1]).strip()


def _check_cells(drawing: Drawing, line: str) -> None:
    steps = [step.integer(-(10**7), 10**7) for step in _listed(line, drawing.word)]
    there = set(map(drawing.place, accumulate(steps)))
    if there and any(cell not in there for cell in product(range(drawing.rows), range(drawing.columns))):
        raise drawing.word.error("a board with all its cells", "one with cells cut out")


def _full(line: str) -> str:
    def quoted(found: re.Match[str]) -> str:
        word = found.group()
        if word.startswith('"'):
            return word
        return "null" if word == _NULL else json.dumps(word)

    return _ABBREVIATION.sub(quoted, line)


def numbered(part: Json | None) -> list[tuple[int, Json]]:
    """The entries of a part whose names are numbers."""
    found = []
    for name, entry in part.members().items() if part else ():
        if not re.fullmatch("[0-9]{1,7}", name):
            raise entry.word.error("a number for each entry", shown(name))
        found.append((int(name), entry))
    return found


def written(entry: Json, low: int, high: int) -> int:
    """The number in an entry ``[number, colour, ...]``."""
    items = entry.items()
    if not items:
        raise entry.error("a number and its colour")
    return items[0].integer(low, high)
