"""Nonograms as links of puzz.link, as .non files, in the formats that webpbn.com writes, and in its XML."""

from __future__ import annotations

import re
from xml.parsers import expat

from ...base.errors import ParseError
from ...kinds.nonogram.rules import LARGEST_SIDE, Clue, Nonogram
from ...problems.grid import Numbers, rows_of
from ...problems.problem import Beside, Form, alone, always
from ...problems.remarks import comments, unread
from ...problems.text import Token, line_tokens, shown, text_lines
from .puzzlink import NUMBERS, Link, puzzlink_form

# puzz.link
#
# The body lists positions of numbers: half a column's cells, rounded up, above each column, and half a row's
# before each row. They are listed from the board outwards, column by column, then row by row; ``g`` to ``z``
# are 1 to 20 positions without a number, whichever lines they belong to.
#
# Source: the public code of the pzpr program, which puzz.link runs.


_LARGEST_RUN = 255


def _places(length: int) -> int:
    """The number of clue positions for a line of `length` cells."""
    return (length + 1) // 2


def _read_link(link: Link) -> Nonogram:
    if max(link.width, link.height) > LARGEST_SIDE:
        raise link.error(f"a board with sides up to {LARGEST_SIDE}")
    sides = [(link.width, _places(link.height)), (link.height, _places(link.width))]
    count = sum(lines * places for lines, places in sides)
    numbers = iter(NUMBERS.read(link.body, count, _LARGEST_RUN, "a run of black cells"))
    link.body.end("the numbers of every column and row")
    columns, rows = (
        tuple(_clue_of([next(numbers) for _ in range(places)]) for _ in range(lines))
        for lines, places in sides
    )
    return Nonogram(rows, columns)


def _clue_of(places: list[int | None]) -> Clue:
    return tuple(number for number in reversed(places) if number)


def _write_link(problem: Nonogram) -> tuple[int, int, str]:
    sides = [(problem.column_clues, _places(problem.rows)), (problem.row_clues, _places(problem.columns))]
    numbers: list[int | None] = []
    for clues, places in sides:
        for clue in clues:
            if len(clue) > places or max(clue, default=0) > _LARGEST_RUN:
                raise ValueError(f"puzz.link states up to {places} runs of up to {_LARGEST_RUN} here")
            numbers += [*reversed(clue), *[None] * (places - len(clue))]
    return problem.columns, problem.rows, NUMBERS.write(numbers)


PUZZLINK: Form[Nonogram, Numbers] = puzzlink_form(("nonogram",), "WIDTH/HEIGHT/BODY", _read_link, _write_link)


# .non files: ``width N``, ``height N``, ``rows`` and ``columns``, with a clue a line below
#
# A clue is its runs with commas between, 0 for a line without any. In some files that is a blank line; if
# there are too few clues without blank lines, the clues begin in the line below ``rows`` or ``columns``.
# Some other lines (``title``, ``by``, ...) give the origin, and ``goal`` the answer, 0 and 1 row by row. One
# colour may have a name, ``color a black``, and its letter may follow the runs; several colours are refused,
# like any other line.
#
# Source: the descriptions of the format by Steve Simpson, and with the nonogram database of mikix.


_SIDES = {"width": "columns", "height": "rows", "rows": "rows", "columns": "columns"}
"""The words that state the number of lines of each side."""
_DESCRIPTIONS = ("catalogue", "title", "by", "copyright", "license", "saved")
_TITLES = r"^[ \t]*(?=(?i:catalogue|title|by|copyright|colou?r)\b)"
_RULES = re.compile(
    r"(?!copyright).*\b(?:clues?|runs?|lines?|rows?|columns?|cells?|order\w*|shuffled|torus|toroidal|wrap\w*"
    r"|mirror\w*|triddlers?|colou?rs?|touch\w*)\b",
    re.IGNORECASE,
)
"""Titles that speak of clues or of another kind of nonogram, and colours."""
_USUAL_COLOUR = re.compile(r"colou?r[ \t]+\S+[ \t]+#?(?:white|black|f{3,6}|0{3,6})\b", re.IGNORECASE)
_COLOUR = ("color", "colour")
_WIDTH = re.compile(r"^[ \t]*width[ \t]+\S", re.MULTILINE | re.IGNORECASE)
_HEIGHT = re.compile(r"^[ \t]*height[ \t]+\S", re.MULTILINE | re.IGNORECASE)
_RUN = re.compile(r"\s*([0-9]{1,6})([a-z]?)\s*")
_BLACK = ("black", "000", "#000", "000000", "#000000")
"""The colour of runs without a letter."""
_BACKGROUND = ("white", "fff", "#fff", "ffffff", "#ffffff")
_HEAD = 4096


class _File:
    """The lines of a file, read from the top."""

    def __init__(self, text: str) -> None:
        self.lines = text_lines(text)
        self.at = 0
        self.sizes: dict[str, int] = {}
        self.clues: dict[str, tuple[Clue, ...]] = {}
        self.colours: dict[str, str] = {}
        """The names of the colours by their letters."""
        self.used: set[str] = set()
        """The colours of runs."""
        self.goal: Token | None = None
        self._read()
        for side in ("rows", "columns"):
            if side not in self.clues:
                expected = f"expected '{side}' and clues, found the end of the text"
                raise ParseError(max(len(self.lines), 1), 1, expected)

    def _read(self) -> None:
        while self.at < len(self.lines):
            tokens = line_tokens(self.lines[self.at], self.at + 1)
            self.at += 1
            word = tokens[0].text.lower() if tokens else ""
            if len(tokens) > 1 and word in _SIDES:
                self.size(tokens, _SIDES[word])
            elif word in ("rows", "columns"):
                if word in self.clues:
                    raise tokens[0].error(f"the clues of the {word} once")
                self.clues[word] = self.side(tokens[0], word)
            elif word in _COLOUR and len(tokens) > 2:
                self.colour(tokens)
            elif word == "goal":
                cells = "".join(token.text for token in tokens[1:]).strip('"')
                self.goal = tokens[1]._replace(text=cells) if cells else None
            elif word and word not in _DESCRIPTIONS:
                raise tokens[0].error(f"one of {', '.join((*_SIDES, 'color', 'goal', *_DESCRIPTIONS))}")

    def size(self, tokens: list[Token], side: str) -> None:
        size = tokens[1].integer(1, LARGEST_SIDE, "a size")
        for token in tokens[2:]:
            raise token.error("the end of the line after a size")
        if self.sizes.setdefault(side, size) != size:
            raise tokens[1].error(f"{self.sizes[side]} {side}, as above")

    def stored(self) -> Numbers | None:
        """The answer that it states; None without one."""
        if self.goal is None:
            return None
        cells, columns = self.goal.text, len(self.clues["columns"])
        if len(cells) != len(self.clues["rows"]) * columns or not {*cells} <= {"0", "1"}:
            raise self.goal.error("the cells of the answer, row by row, 0 (white) or 1 (black)")
        return rows_of([*map(int, cells)], columns)

    def colour(self, tokens: list[Token]) -> None:
        letter, name = tokens[1].text, tokens[2].text
        if name.lower() not in _BACKGROUND:
            self.colours[letter] = name
        if len(self.colours) > 1:
            raise tokens[0].error("one colour beside white", f"a second one, {shown(name)}")

    def side(self, head: Token, side: str) -> tuple[Clue, ...]:
        if side not in self.sizes:
            raise head.error("the width and the height above the clues")
        count = self.sizes[side]
        start = self.at
        while self.at < len(self.lines) and not self.lines[self.at].lstrip()[:1].isalpha():
            self.at += 1
        numbered = list(enumerate(self.lines[start : self.at], start + 1))
        written = [(number, line) for number, line in numbered if line.strip()]
        first = numbered[:count]
        if len(written) < count == len(first) and (not written or written[-1] in first):
            written = first  # blank lines are clues here, but those after the last clue
        if len(written) != count:
            place = written[count][0] if len(written) > count else self.at
            raise ParseError(max(place, 1), 1, f"expected {count} clues of {side}, found {len(written)}")
        return tuple(self.clue(line, number) for number, line in written)

    def clue(self, line: str, number: int) -> Clue:
        if line.strip() in ("", "0"):
            return ()
        runs = []
        column = 1
        for piece in line.split(","):
            found = _RUN.fullmatch(piece)
            if found is None or int(found[1]) == 0 or (found[2] and found[2] not in self.colours):
                raise ParseError(number, column, f"expected a run of one colour, found {shown(piece)}")
            colour = self.colours.get(found[2], "black").lower()
            self.used.add("black" if colour in _BLACK else colour)
            if len(self.used) > 1:
                raise ParseError(number, column, f"expected runs of one colour, found also {shown(piece)}")
            runs.append(int(found[1]))
            column += len(piece) + 1
        return tuple(runs)


def _recognises(text: str) -> bool:
    head = text[:_HEAD]
    return _WIDTH.search(head) is not None and _HEIGHT.search(head) is not None


def _read_file(text: str) -> tuple[Nonogram, ...]:
    clues = _File(text).clues
    return (Nonogram(clues["rows"], clues["columns"]),)


def _write_file(problem: Nonogram) -> str:
    rows, columns = (
        [",".join(map(str, clue)) or "0" for clue in clues]
        for clues in (problem.row_clues, problem.column_clues)
    )
    head = [f"width {problem.columns}", f"height {problem.rows}"]
    return "\n".join([*head, "", "rows", *rows, "", "columns", *columns, ""])


def _beside(text: str) -> Beside:
    unread_lines = unread(comments(text, _TITLES), _USUAL_COLOUR, "line", _RULES)
    return Beside((), unread_lines, (_File(text).stored(),))


NON: Form[Nonogram, Numbers] = Form(
    name="non",
    about=".non files: 'width N', 'height N', 'rows' and 'columns' with a clue a line, runs with commas",
    recognises=_recognises,
    read=_read_file,
    write=alone(_write_file),
    beside=_beside,
)


# .nin, .cwd and .mk: the sides, a clue a line for the rows, then for the columns
#
# .nin has the width and the height in the first line, .cwd the number of rows and that of columns in a line
# each and a blank line between the clues, .mk the rows and the columns in one line and ``#`` between. Runs
# have spaces between. The clues decide where the order of the sides is open: those of a row must fit, and the
# rows need as many black cells as the columns.


_SIDES_ABOVE = re.compile(r"\s*[1-9][0-9]{0,2}\s+[1-9][0-9]{0,2}[ \t]*\r?\n")
_BETWEEN = "#"


def _read_numbers(text: str) -> tuple[Nonogram, ...]:
    lines = [line_tokens(line, number) for number, line in enumerate(text_lines(text), 1)]
    written = [tokens for tokens in lines if tokens]
    head = [token for tokens in written[: 2 if len(written[0]) == 1 else 1] for token in tokens]
    sides = [token.integer(1, LARGEST_SIDE, "a side") for token in head]
    if len(sides) != 2:
        raise head[0].error("two sides")
    clues = [tokens for tokens in written if tokens[0].line > head[-1].line]
    parted = [at for at, tokens in enumerate(clues) if tokens[0].text == _BETWEEN]
    if len(parted) > 1:
        raise clues[parted[1]][0].error(f"one line {_BETWEEN!r}")
    read = [_numbers(tokens) for at, tokens in enumerate(clues) if at not in parted]
    if len(read) != sum(sides):
        last = clues[-1][0] if clues else head[-1]
        raise last.error(f"{sum(sides)} clues for {sides[0]} and {sides[1]} lines", str(len(read)))
    # A .nin file has the width first, files in two parts the number of rows.
    rows = parted[0] if parted else sides[0] if len(head) != len(written[0]) else sides[1]
    if rows not in sides:
        raise clues[parted[0]][0].error(f"{sides[0]} clues of rows", str(rows))
    boards = [Nonogram(tuple(read[:at]), tuple(read[at:])) for at in dict.fromkeys((rows, sum(sides) - rows))]
    fitting = [board for board in boards if _fits(board)]
    if not fitting or (parted and fitting[0] != boards[0]):
        raise head[0].error("clues that fit, with as many black cells in the rows as in the columns")
    return (fitting[0],)


def _numbers(tokens: list[Token]) -> Clue:
    if len(tokens) == 1 and tokens[0].text == "0":
        return ()
    return tuple(token.integer(1, LARGEST_SIDE, "a run of black cells") for token in tokens)


def _fits(board: Nonogram) -> bool:
    """Whether the clues need no more cells than there are, and the same number from both sides."""
    sides = (board.row_clues, board.columns), (board.column_clues, board.rows)
    short = all(sum(clue) + len(clue) - 1 <= length for clues, length in sides for clue in clues)
    return short and sum(map(sum, board.row_clues)) == sum(map(sum, board.column_clues))


def _recognises_numbers(text: str) -> bool:
    """Whether the whole of a text is such a file: numbers alone could be anything."""
    if _SIDES_ABOVE.match(text) is None:
        return False
    try:
        return bool(_read_numbers(text))
    except ParseError:
        return False


def _has_sides_in_line(text: str) -> bool:
    """Whether the sides are in one line and nothing is between the clues: then their order is not stated."""
    first = next(filter(None, map(str.split, text_lines(text))), [])
    return len(first) == 2 and _BETWEEN not in text


def _read_columns_first(text: str) -> tuple[Nonogram, ...]:
    (board,) = _read_numbers(text)
    return (Nonogram(board.column_clues, board.row_clues),)


NIN: Form[Nonogram, Numbers] = Form(
    name="nin",
    about=".nin, .cwd and .mk files of webpbn: the sides, the clues of the rows, those of the columns",
    recognises=_recognises_numbers,
    read=_read_numbers,
    bare=_has_sides_in_line,
)
COLUMNS: Form[Nonogram, Numbers] = Form(
    name="columns",
    about="the number of rows and that of columns in a line, the clues of the columns, those of the rows",
    recognises=lambda text: _has_sides_in_line(text) and _recognises_numbers(text),
    read=_read_columns_first,
    bare=always,
)


# webpbn's XML: ``<puzzle>`` with ``<clues type="columns">`` and ``<clues type="rows">``
#
# A clue is a ``<line>`` with a ``<count>`` for each run. The background and one more colour are read. The
# ``<image>`` of a ``<solution>`` has rows between bars. It may name its type, but define no entities.
#
# Source: the description of the format at webpbn.com.


_XML_ROOT = re.compile(
    r"(?:<\?xml[^>]*\?>|<!--.*?-->|<!DOCTYPE(?:[^>\[]|\[[^\]]*\])*>|\s)*<(?:puzzleset|puzzle)\b", re.DOTALL
)


_WORDS = r"<!--|<(?:description|note)\b[^>]*>|<(?=title\b)", "[^<]*"
"""How what it says begins, and what that may contain; titles are known by their word."""


class _Puzzles:
    """Collects the puzzles while the XML is parsed, with the position of the parser."""

    def __init__(self) -> None:
        self.found: list[Nonogram] = []
        self.goals: list[Numbers | None] = []
        self.clues: dict[str, list[Clue]] = {}
        self.image = ""
        self.signs: dict[str, str] = {}
        """The names of colours by their signs in images."""
        self.background = "white"
        self.is_goal = self.in_image = False
        self.side = ""
        self.colour = ""
        self.default = "black"
        self.runs: list[int] = []
        self.digits: str | None = None
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._doctype

    def error(self, reason: str) -> ParseError:
        return ParseError(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1, reason)

    def _doctype(self, name: str, system: str | None, public: str | None, has_entities: bool) -> None:
        if has_entities:
            raise self.error("expected a DOCTYPE without definitions, found some")

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "puzzle":
            self.clues, self.colour, self.image = {}, "", ""
            self.signs = {".": "white", "X": "black"}
            self.default = attributes.get("defaultcolor", "black")
            self.background = attributes.get("backgroundcolor", "white")
            if attributes.get("type", "grid") != "grid":
                raise self.error(f"expected a puzzle on a grid, found {shown(attributes['type'])}")
        elif name == "color" and "char" in attributes:
            self.signs[attributes["char"]] = attributes.get("name", "")
        elif name == "solution":
            self.is_goal = attributes.get("type", "goal") == "goal"
        elif name == "image":
            self.in_image = self.is_goal and not self.image
        elif name == "clues":
            self.side = attributes.get("type", "")
            if self.side not in ("rows", "columns") or self.side in self.clues:
                raise self.error(f"expected the clues of rows and of columns, found {shown(self.side)}")
            self.clues[self.side] = []
        elif name == "line" and self.side:
            self.runs = []
        elif name == "count" and self.side:
            self.digits = ""
            colour = attributes.get("color", self.default)
            if colour != (self.colour or colour):
                raise self.error(
                    f"expected runs of one colour, found {shown(self.colour)} and {shown(colour)}"
                )
            self.colour = colour

    def _characters(self, text: str) -> None:
        if self.digits is not None:
            self.digits += text
        elif self.in_image:
            self.image += text

    def _end(self, name: str) -> None:
        if name == "count" and self.digits is not None:
            digits, self.digits = self.digits.strip(), None
            if not re.fullmatch("[0-9]{1,6}", digits) or int(digits) > LARGEST_SIDE:
                raise self.error(f"expected a run from 1 to {LARGEST_SIDE}, found {shown(digits)}")
            self.runs += [int(digits)] if int(digits) else []
        elif name == "line" and self.side:
            self.clues[self.side].append(tuple(self.runs))
        elif name == "clues":
            self.side = ""
        elif name == "image":
            self.in_image = False
        elif name == "puzzle":
            rows, columns = self.clues.get("rows"), self.clues.get("columns")
            if not rows or not columns or max(len(rows), len(columns)) > LARGEST_SIDE:
                raise self.error(f"expected clues of rows and of columns, up to {LARGEST_SIDE} each")
            self.found.append(Nonogram(tuple(rows), tuple(columns)))
            self.goals.append(self.goal(len(rows), len(columns)))

    def goal(self, rows: int, columns: int) -> Numbers | None:
        """The answer that the puzzle states, a sign a cell, perhaps in brackets; None without one."""
        cells = re.sub(r"[\s|\[\]]", "", self.image)
        if len(cells) not in (0, rows * columns) or not self.signs.keys() >= {*cells}:
            raise self.error(f"expected an image of {rows} rows of {columns} cells in the signs of colours")
        return rows_of([int(self.signs[cell] != self.background) for cell in cells], columns) or None


def _xml(text: str) -> _Puzzles:
    puzzles = _Puzzles()
    try:
        puzzles.parser.Parse(text, True)
    except expat.ExpatError as error:
        what = expat.errors.messages[error.code]
        raise ParseError(error.lineno, error.offset + 1, f"expected XML, found a mistake: {what}") from None
    except UnicodeEncodeError as error:
        raise ParseError(1, 1, f"expected characters that XML can hold, found {error.reason}") from None
    return puzzles


XML: Form[Nonogram, Numbers] = Form(
    name="xml",
    about="webpbn's XML: <puzzle> with the <clues> of columns and of rows",
    recognises=lambda text: _XML_ROOT.match(text) is not None,
    read=lambda text: tuple(_xml(text).found),
    beside=lambda text: Beside((), unread(comments(text, *_WORDS)), tuple(_xml(text).goals)),
    several=True,
)
