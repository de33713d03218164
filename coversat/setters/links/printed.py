"""Boards as people print and paste them: frames, tables, and what stands around boards on a page.

`page` removes what is no cell and keeps columns: box drawing becomes ``|`` and ``-``; tags such as ``[code]``
and headings such as ``Puzzle 1`` disappear. `words`, `characters`, `fields` and `places` are the ways to find
the cells of the remaining lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ...problems.text import Token, line_tokens, text_lines

_VERTICAL = "│┃║╎╏┆┇┊┋\uff5c¦"
_OTHER_DRAWING = "".join(map(chr, range(0x2500, 0x2580)))
_TO_ASCII = str.maketrans(
    dict.fromkeys(_OTHER_DRAWING, "-")
    | dict.fromkeys(_VERTICAL, "|")
    | dict.fromkeys("\u00a0\u2007\u202f\u3000\ufeff\u200b\x1a", " ")
)
"""Control-Z ends a text of DOS."""
_FULL_WIDTH = {0xFF01 + at: chr(0x21 + at) for at in range(94)} | _TO_ASCII
"""Full-width characters are those of East Asian keyboards."""
_TAG = re.compile(
    r"\[/?(?:code|tt|pre|quote|spoiler|hidden)\]|</?(?:pre|code|tt)>"
    r"|^\s*(?:```|~~~)\s*(?:text|txt|plain(?:text)?|sudoku|puzzle|python|json|csv|markdown|md|console)?\s*$",
    re.I,
)
_RULE = re.compile(r"\s*(?=.*(?:--|==|~~|-\s-|:-|__|\|-))[-=~+|*:.,'`_\s]+")
_BLANK_RULE = re.compile(r"[-|\s]+")
_HEADING = re.compile(
    r"\s*(?:(?:grid|puzzle|sudoku|board|game|case|level|problem|nr|no)\.?\s*[#№]?\s*[0-9]+\s*[.:)]?\s*"
    r"|simple sudoku|version [0-9]+(?:\.[0-9]+)*[a-z]?)\s*",
    re.I,
)


class Line(NamedTuple):
    """A line of a page, and its number from 1.

    * is_rule: whether it may be drawn between rows.
    """

    number: int
    text: str
    is_rule: bool = False

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()


def page(text: str) -> list[Line]:
    """The lines of a text; headings are blank. Every character keeps its column.

    A full-width digit among others is a mistake, not another way to write it.
    """
    is_mixed = re.search("[\uff10-\uff19]", text) and re.search("[0-9]", text)
    plain = text.translate(_TO_ASCII if is_mixed else _FULL_WIDTH)
    return [_line(number, line) for number, line in enumerate(text_lines(plain), 1)]


def _line(number: int, text: str) -> Line:
    plain = _TAG.sub(lambda found: " " * len(found.group()), text)
    if _HEADING.fullmatch(plain):
        plain = ""
    return Line(number, plain.rstrip(" \r"), _RULE.fullmatch(plain) is not None)


def may_be_row(line: Line) -> bool:
    """Whether a line that may be a rule may also be a row of blanks."""
    return _BLANK_RULE.fullmatch(line.text) is not None


Cells = Callable[[Line], list[Token]]
"""The cells of a line; an empty word is a blank without a sign."""


def words(line: Line) -> list[Token]:
    """Cells with spaces or bars between them."""
    return line_tokens(line.text, line.number, re.compile(r"[^\s|,;]+"))


def characters(line: Line) -> list[Token]:
    """A character each, whatever stands between them."""
    return line_tokens(line.text, line.number, re.compile(r"[^\s|]"))


def fields(separator: str, count: int = 0) -> Cells:
    """Cells with one separator between them; those of a table may have one at both ends, too.

    A line may lack blanks at its end, as in a spreadsheet's, up to `count` cells.
    """

    def read(line: Line) -> list[Token]:
        text, column = line.text, 1
        if separator == "|":
            column += len(text) - len(text.lstrip())
            text = text.strip()
            column += text.startswith("|")
            text = text.removeprefix("|").removesuffix("|")
        tokens = []
        for field in text.split(separator):
            word = field.strip()
            word = word[1:-1].strip() if word[:1] == word[-1:] == '"' and len(word) > 1 else word
            tokens.append(Token(word, line.number, column + len(field) - len(field.lstrip())))
            column += len(field) + 1
        return tokens + [Token("", line.number, column - 1)] * (count - len(tokens))

    return read


def places(lines: Sequence[Line], size: int) -> Iterator[Cells]:
    """Readers of cells at fixed columns, for boards of this size whose blanks are spaces.

    A line has bars between its boxes, or none. All cells of a part between bars are as far from each other.
    """
    framed = all(line.text.lstrip().startswith("|") for line in lines)
    parts = {len(_parts(line, framed)) for line in lines}
    if len(parts) != 1 or size % (count := parts.pop()) or count == size:
        return
    longest = max(len(part.text) for line in lines for part in _parts(line, framed))
    for pitch in (1, 2, 3, 4):
        for margins in product(range(min(pitch, 2)), repeat=min(count, 2)):
            read = _at(size // count, pitch, margins, framed)
            if longest > margins[0] + (size // count - 1) * pitch and all(map(read, lines)):
                yield read


def _parts(line: Line, framed: bool) -> list[Token]:
    """What is between bars; those at both ends may be a frame."""
    text, column = line.text, 1
    if framed:
        column += text.index("|") + 1
        text = text[column - 1 :].removesuffix("|")
    tokens = []
    for part in text.split("|"):
        tokens.append(Token(part, line.number, column))
        column += len(part) + 1
    return tokens


def _at(count: int, pitch: int, margins: Sequence[int], framed: bool) -> Cells:
    """Cells at this distance; the margins are the spaces before those of the first part and of the others."""

    def read(line: Line) -> list[Token]:
        tokens: list[Token] = []
        for number, part in enumerate(_parts(line, framed)):
            first = margins[min(number, len(margins) - 1)]
            if len(part.text) > first + count * pitch + 1:
                return []
            cells = [part.part(at, at + 1) for at in range(first, first + count * pitch, pitch)]
            if sum(cell.text.strip() != "" for cell in cells) != len("".join(part.text.split())):
                return []
            tokens += [cell._replace(text=cell.text.strip()) for cell in cells]
        return tokens

    return read
