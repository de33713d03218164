"""Links of Penpa+ (``penpa-edit/#m=edit&p=...``), which hold the drawing of a board.

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
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any
from urllib.parse import unquote

from ...problems.board import cells
from ...problems.forms.lines import RULES_IN_WORDS
from ...problems.grid import Cell
from ...problems.problem import Beside
from ...problems.text import Token, shown
from .checked_json import Json, shown_names
from .lz_string import SUDOKUPAD_LINK, UNPACKED_LIMIT

_START = re.compile(
    rf"(?:(?:https?://)?[^\s#?]*penpa[^\s#?]*/[#?])?m=(?:edit|solve)&(?:[a-z]+=[^&\s]*&)*p=|{SUDOKUPAD_LINK}penpa"
)
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
_CELLS_LINE, _TABS_LINE, _VERSION_LINE, _MARKS_LINE = 5, 6, 10, 17
_TITLE = "Title: "
_RULES_BEHIND_TITLE = 3
_TELLING = ("slitherlink",)
"""Marks that tell the kind of puzzle."""
_NO_RULES = ("noconflict",)
"""Marks that state no rule."""


@dataclass(frozen=True)
class Drawing:
    """A drawing: its grid's name, its board, marks, non-empty parts, and rules in words."""

    grid: str
    board: Board
    marked: tuple[str, ...]
    parts: dict[str, Json]
    rules: str
    word: Token

    def cell(self, number: int, part: Json) -> Cell:
        """The cell of this number; `ParseError` if it is not on the board."""
        row, column = self.board.place(number)
        if not (0 <= row < self.board.rows and 0 <= column < self.board.columns):
            raise part.error("only cells of the board")
        return row, column

    def listed(self, part: str) -> list[Json]:
        """The entries of a part that is a list."""
        return self.parts[part].items() if part in self.parts else []

    def named(self, part: str) -> dict[str, Json]:
        """The entries of a part that have names."""
        return self.parts[part].members() if part in self.parts else {}

    def numbered(self, part: str) -> list[tuple[int, Json]]:
        """The entries of a part whose names are numbers."""
        found = []
        for name, entry in self.named(part).items():
            if not re.fullmatch("[0-9]{1,7}", name):
                raise entry.word.error("a number for each entry", shown(name))
            found.append((int(name), entry))
        return found

    def only(self, known: Collection[str], marks: Collection[str]) -> None:
        """Raise `ParseError` with the names of parts and marks that are not known."""
        if strange := [mark for mark in self.marked if mark not in (*marks, *_NO_RULES)]:
            raise self.word.error("a puzzle marked as what is known here alone", shown_names(strange))
        others = [PARTS.get(name, name) for name in self.parts if name not in known]
        if others:
            raise self.word.error("a drawing of what is known here alone", shown_names(others))


def is_marked(text: str, mark: str) -> bool:
    """Whether a text is a link whose author assigned this kind of puzzle."""
    lines = (_beginning(text, UNPACKED_LIMIT) or "").split("\n")
    return any(f'"{mark}"' in line for line in lines[_MARKS_LINE : _MARKS_LINE + 1])


def is_other(text: str) -> bool:
    """Whether a text is a link to none of the kinds that a grid or a mark of their own tells."""
    return grid_name(text) not in (None, KAKURO_GRID) and not any(is_marked(text, mark) for mark in _TELLING)


def grid_name(text: str) -> str | None:
    """The name of a link's grid; empty if the link cannot be unpacked, None for another text."""
    beginning = _beginning(text, 64)
    return beginning and beginning.partition(",")[0]


def _beginning(text: str, limit: int) -> str | None:
    """At most `limit` bytes of what a link holds; empty if it cannot be unpacked, None for another text."""
    start = _START.match(text.lstrip())
    if start is None:
        return None
    try:
        data, _ = _unpack(text.lstrip()[start.end() :].split()[0], limit)
    except (ValueError, IndexError, zlib.error):
        return ""
    return data.decode("utf-8", "replace")


def beside(token: Token) -> Beside:
    """What is beside the board of a link."""
    return Beside(unread=(RULES_IN_WORDS,) if read_drawing(token).rules else ())


def _quoted(word: str) -> str:
    """The base64 of a link, without further parameters, which only concern a solution or the page.

    Browsers and chats write some of its characters as ``%2B`` and the like, and may leave out the end.
    """
    text = unquote(word.split("&")[0])
    return text + "=" * (-len(text) % 4)


def _unpack(word: str, limit: int) -> tuple[bytes, bool]:
    """At most `limit` unpacked bytes of a word, and whether it is complete and nothing follows."""
    data = base64.b64decode(_quoted(word), validate=True)
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    found = unpacker.decompress(data, limit)
    return found, unpacker.eof and not unpacker.unused_data


def read_drawing(token: Token) -> Drawing:
    """The drawing of a link."""
    start = _START.match(token.text)
    if start is None:
        raise token.error("a link such as https://swaroopg92.github.io/penpa-edit/#m=edit&p=...")
    at = token.part(start.end())
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
    board = Board(rows, columns, (margins[0], margins[1], margins[2], margins[3]))
    drawing = Drawing(head[0], board, _marked(lines[_MARKS_LINE], at), parts, _rules(head), at)
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
    there = set(map(drawing.board.place, accumulate(steps)))
    if there and not there.issuperset(cells(drawing.board.rows, drawing.board.columns)):
        raise drawing.word.error("a board with all its cells", "one with cells cut out")


def _full(line: str) -> str:
    def quoted(found: re.Match[str]) -> str:
        word = found.group()
        if word.startswith('"'):
            return word
        return "null" if word == _NULL else json.dumps(word)

    return _ABBREVIATION.sub(quoted, line)


def written(entry: Json, low: int, high: int) -> int:
    """The number in an entry ``[number, colour, ...]``."""
    items = entry.items()
    if not items:
        raise entry.error("a number and its colour")
    return items[0].integer(low, high)


# Writing

SITE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_SIDE = 38
"""The side of a cell on Penpa's canvas."""
_VERSION = (3, 1, 3)
_OBJECTS = ("zS", "zN", "z1", "zY", "zF", "z2", "zL", "zE", "zW", "zC", "z4")
_LISTS = ("zT", "z3", "zD", "z0", "z5", "z6", "z7")
NORMAL = "1"
"""The style of a usual number."""
BLACK, WHITE = 1, 4
THICK, DASHED = 2, 10


_SIDES = ((-1, 0, (0, 1)), (1, 0, (2, 3)), (0, -1, (0, 2)), (0, 1, (1, 3)))
"""Steps to the cells around a cell, and the places of the corners on that side."""
_JOINTS = ((0, 1, ((-1, (1, 0)), (1, (3, 2)))), (1, 0, ((-1, (2, 0)), (1, (3, 1)))))
"""Steps to a cell from the one before it, and the corners that a line joins, on either side of the two."""


@dataclass(frozen=True)
class Board:
    """The numbers of the cells and corners of a board."""

    rows: int
    columns: int
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)

    @property
    def width(self) -> int:
        """Cells in a row, with those around the board."""
        return self.columns + self.margins[2] + self.margins[3] + 2 * _EDGE

    @property
    def cell_count(self) -> int:
        """The number of cells, which is that of the first corner."""
        return self.width * (self.rows + self.margins[0] + self.margins[1] + 2 * _EDGE)

    def cell(self, cell: Cell) -> int:
        return (cell[0] + _EDGE + self.margins[0]) * self.width + cell[1] + _EDGE + self.margins[2]

    def place(self, number: int) -> Cell:
        """The row and column of a cell's number, from 0 on the board; negative or larger outside."""
        row, column = divmod(number, self.width)
        return row - _EDGE - self.margins[0], column - _EDGE - self.margins[2]

    def clue(self, cell: Cell, place: int) -> int:
        """The number of a corner of a cell for small numbers; place 0 is at the upper left."""
        return 4 * (self.cell_count + self.cell(cell)) + place

    def border(self, one: Cell, other: Cell) -> str:
        """The name of the border between two cells, of which `other` is below or to the right."""
        (r, c), (down, _) = one, other
        first = (r, c - 1) if down > r else (r - 1, c)
        return f"{self.cell_count + self.cell(first)},{self.cell_count + self.cell(one)}"

    def outline(self, cells: Collection[Cell]) -> Iterator[str]:
        """The names of the lines along the inside of a cage: between corners of its cells.

        A line follows each side to a cell outside; between two cells beside each other lines go on, but for
        where four cells meet.
        """
        inside = frozenset(cells)
        for r, c in sorted(inside):
            for down, right, places in _SIDES:
                if (r + down, c + right) not in inside:
                    yield self._line(*(self.clue((r, c), place) for place in places))
            for down, right, corners in _JOINTS:
                before = r - down, c - right
                for way, (there, here) in corners:
                    beside = {(one + way * right, other + way * down) for one, other in ((r, c), before)}
                    if before in inside and not beside <= inside:
                        yield self._line(self.clue(before, there), self.clue((r, c), here))

    def _line(self, one: int, other: int) -> str:
        return f"{min(one, other)},{max(one, other)}"

    @property
    def middle(self) -> int:
        """The number of the cell, corner or border in the middle of the board.

        Numbers of corners follow those of cells, then those of borders below cells, then right of them.
        """
        odd_row, odd_column = self.rows % 2, self.columns % 2
        sort = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[odd_row, odd_column]
        r, c = (self.rows - 1) // 2, (self.columns - 1) // 2
        return sort * self.cell_count + self.cell((r, c))


def drawn_link(board: Board, parts: Mapping[str, Any], *marks: str, grid: str = "square") -> str:
    """A link to a board on which these parts are drawn; `marks` are its kinds of puzzle in Penpa's words."""
    contents: dict[str, Any] = {name: {"z_": []} for name in _HISTORY}
    contents |= {name: {} for name in _OBJECTS} | {name: [] for name in _LISTS}
    numbers = [board.cell(cell) for cell in cells(board.rows, board.columns)]
    sides = [(side + 1) * _SIDE for side in (board.columns, board.rows)]
    middle = board.middle
    head = [grid, board.columns, board.rows, _SIDE, 0, 1, 1, *sides, middle, middle, 0, 0, 0, 0]
    lines = [""] * (_MARKS_LINE + 1)
    lines[0] = ",".join(map(str, [*head, _TITLE, "Author: ", "", "", "OFF", "false"]))
    lines[1], lines[2], lines[_TABS_LINE] = "[0,0,0,0]", "{}", "[]"
    lines[3], lines[4] = _short(contents | dict(parts)), _short(contents)
    lines[_CELLS_LINE] = _json([b - a for a, b in pairwise((0, *numbers))])
    lines[_VERSION_LINE] = _json(_VERSION)
    lines[_MARKS_LINE] = _json(marks)
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return SITE + base64.b64encode(packed).decode()


def _json(content: object) -> str:
    return json.dumps(content, separators=(",", ":"))


def _short(drawing: Mapping[str, Any]) -> str:
    """A drawing whose members have their short names, which stand without quotes."""
    return re.sub(r'"(z[A-Z0-9_])":', r"\1:", _json(drawing))
