"""Sudoku in files of other programs: SudoCue, Simple Sudoku, OpenSudoku and HoDoKu."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.parsers import expat

from ....base.errors import ParseError
from ....kinds.sudoku.candidates import without
from ....kinds.sudoku.rules import Sudoku
from ....kinds.sudoku.text import is_comment, one_line, show_one_line, show_rows, unread_remarks
from ....problems.forms.lines import Characters
from ....problems.grid import Grid, compact_digits, compact_line, rows_of
from ....problems.problem import Beside, Form, alone, each
from ....problems.text import LineReader, Token, shown, text_lines, token_lines
from ..printed import page
from .common import from_cells, plain_cells

# .sdk with sections: ``[Puzzle]`` and nine lines, optionally followed by ``[State]`` and ``[PencilMarks]``
#
# Lines that begin with ``#`` describe the puzzle. The other sections are the progress of a player and are not
# part of it. A file of the same name without sections is a board in compact lines, and .sdm is one line a
# puzzle.
#
# Source: the description of the format at Sudopedia.


_SIZE = 9
_DIGITS = range(1, _SIZE + 1)
_REMARK = "#"
_PUZZLE, _PROGRESS = "[puzzle]", ("[state]", "[pencilmarks]")


def _recognises_sdk(text: str) -> bool:
    lines = token_lines(text, _REMARK)
    return bool(lines) and lines[0][0].text.lower() == _PUZZLE


def _read_sdk(text: str) -> tuple[Sudoku, ...]:
    reader = LineReader(text, _REMARK)
    reader.line("[Puzzle]", 1)
    rows = tuple(_row(reader.line(f"row {number} of {_SIZE}", 1)[0]) for number in range(1, _SIZE + 1))
    left = list(_PROGRESS)
    inside = False
    for tokens in reader:
        section = tokens[0].text.lower()
        if section in left:
            left.remove(section)
            inside = True
        elif not inside or section.startswith("["):
            names = " or ".join(name for name in ("[State]", "[PencilMarks]") if name.lower() in left)
            raise tokens[0].error(
                f"the end of the text{' or ' + names if names else ''} after the sections above"
            )
    return (Sudoku(3, 3, rows),)


def _row(token: Token) -> tuple[int | None, ...]:
    if len(token.text) != _SIZE:
        raise token.error(f"a row of {_SIZE} cells")
    return compact_digits(token, _DIGITS)


def _write_sdk(problem: Sudoku) -> str:
    plain_cells(problem, "an .sdk file", (_SIZE,))
    return "[Puzzle]\n" + "".join(compact_line(row, ".") + "\n" for row in problem.givens)


SDK: Form[Sudoku, Grid] = Form(
    name="sdk",
    about="SudoCue's .sdk with sections: [Puzzle] and nine lines, perhaps a player's state; '#' for remarks",
    recognises=_recognises_sdk,
    read=_read_sdk,
    write=alone(_write_sdk),
    show=show_rows,
    beside=lambda text: Beside(unread=unread_remarks(filter(is_comment, text_lines(text)))),
)


# .ss: nine lines ``1..|.2.|..3``, with rules of ``-`` between the boxes
#
# A frame of ``*-----------*`` and ``|`` may surround the board. A blank is ``.``, ``0`` or ``X``.
#
# Source: the description of the format at Sudopedia, and files of the program.


_ROW = re.compile(r"\|?([0-9.xX]{3})\|([0-9.xX]{3})\|([0-9.xX]{3})\|?")
_CELL_CHARACTERS = frozenset("0123456789.xX|")


def _board_lines(text: str) -> Iterator[tuple[int, str]]:
    """The rows; what the program writes below the board, its name, is left out like rules."""
    lines = (line for line in page(text) if not (line.is_blank or line.is_rule))
    return ((line.number, line.text.strip()) for line in lines)


def _recognises_ss(text: str) -> bool:
    _, first = next(_board_lines(text), (0, ""))
    return "|" in first and _CELL_CHARACTERS.issuperset(first) and len(first) < 2 * _SIZE


def _read_ss(text: str) -> tuple[Sudoku, ...]:
    lines = list(_board_lines(text))
    rows = []
    for number, line in lines[:_SIZE]:
        found = _ROW.fullmatch(line)
        if found is None:
            raise ParseError(number, 1, f"expected a row such as 1..|.2.|..3, found {line[:40]!a}")
        rows.append(tuple(None if cell in ".0xX" else int(cell) for cell in "".join(found.groups())))
    if len(lines) < _SIZE:
        number, line = lines[-1]
        raise ParseError(number, len(line) + 1, f"expected {_SIZE} rows, found the end after {len(rows)}")
    for number, line in lines[_SIZE:]:
        raise ParseError(number, 1, f"expected the end of the board, found {line[:40]!a}")
    return (Sudoku(3, 3, tuple(rows)),)


def _write_ss(problem: Sudoku) -> str:
    plain_cells(problem, "an .ss file", (_SIZE,))
    lines = ["|".join(map("".join, rows_of(compact_line(row, "."), 3))) for row in problem.givens]
    return "\n".join([*lines[:3], "-----------", *lines[3:6], "-----------", *lines[6:], ""])


SS: Form[Sudoku, Grid] = Form(
    name="ss",
    about="Simple Sudoku's .ss: nine lines '1..|.2.|..3' and rules of '-', perhaps in a frame",
    recognises=_recognises_ss,
    read=_read_ss,
    write=alone(_write_ss),
    show=show_rows,
)


# OpenSudoku: ``<opensudoku>`` with a ``<game data="..."/>`` for each puzzle
#
# The data are 81 digits, 0 for a blank; or, of a game in progress, ``version: N`` and for each cell its
# digit, its notes and whether it may be changed (1) or is a given (0), each ended by ``|``. Digits placed by
# the player are not part of the puzzle. A document with a DOCTYPE is refused, so that there are no entities
# to expand.
#
# Source: the public code of OpenSudoku.


_CELLS = 81
_PLAIN = re.compile(rf"[0-9]{{{_CELLS}}}")
_BEGUN = re.compile(r"version: ([1-5])\s(.*)")
_FIELDS = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}
"""How many fields a cell has in each version of a begun game."""
_CELL_OPENSUDOKU = re.compile(r"([0-9])\|.*\|([01])")
_ELEMENTS = tuple(
    "opensudoku folder game name author description comment created source level sourceURL".split()
)
_SAYS = re.compile(r"(?:<(?:name|description|comment)>|\bnote=\")([^<\"]+)")
_GAME = ("data", "created", "state", "time", "last_played", "note", "user_note", "command_stack")
"""The other attributes of a game: times and progress."""
_ROOT = re.compile(
    r"(<\?xml[^>]*\?>|<!--.*?-->|\s)*(<!DOCTYPE(?=.*<opensudoku\b)|<opensudoku\b)", re.DOTALL | re.IGNORECASE
)


class _Games:
    """Collects the games while the XML is parsed, with the position of the parser."""

    def __init__(self) -> None:
        self.found: list[Sudoku] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._element
        self.parser.StartDoctypeDeclHandler = self._doctype

    def error(self, reason: str) -> ParseError:
        return ParseError(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1, reason)

    def _doctype(self, *_: object) -> None:
        raise self.error("expected XML without a DOCTYPE, found one")

    def _element(self, name: str, attributes: dict[str, str]) -> None:
        if name not in _ELEMENTS:
            raise self.error(f"expected no elements but those known here, found {shown(name)}")
        if name == "game":
            for attribute in attributes:
                if attribute not in _GAME:
                    raise self.error(
                        f"expected a game that says what is known here, found {shown(attribute)}"
                    )
            data = attributes.get("data", "")
            cells = _cells(data.strip())
            if cells is None:
                raise self.error(f"expected a game with data of {_CELLS} cells, found {shown(data)}")
            self.found.append(from_cells(cells))


def _cells(data: str) -> list[int | None] | None:
    if _PLAIN.fullmatch(data):
        return [int(digit) or None for digit in data]
    begun = _BEGUN.fullmatch(data)
    if begun is None:
        return None
    # Version 2 wrote the bar after the notes twice.
    fields = (begun[2].replace("||", "|") if begun[1] == "2" else begun[2]).split("|")
    width = _FIELDS[begun[1]]
    if fields.pop() or len(fields) != _CELLS * width:
        return None
    cells = [
        _CELL_OPENSUDOKU.fullmatch("|".join(fields[at : at + width])) for at in range(0, len(fields), width)
    ]
    if not all(cells):
        return None
    return [int(cell[1]) or None if cell[2] == "0" else None for cell in cells if cell]


def _read_opensudoku(text: str) -> tuple[Sudoku, ...]:
    games = _Games()
    try:
        games.parser.Parse(text, True)
    except expat.ExpatError as error:
        what = expat.errors.messages[error.code]
        raise ParseError(error.lineno, error.offset + 1, f"expected XML, found a mistake: {what}") from None
    except UnicodeEncodeError as error:
        raise ParseError(1, 1, f"expected characters that XML can hold, found {error.reason}") from None
    return tuple(games.found)


def _write_opensudoku(problems: Sequence[Sudoku]) -> str:
    for problem in problems:
        plain_cells(problem, "OpenSudoku", (9,))
    games = [f'  <game data="{one_line(problem.givens)}"/>' for problem in problems]
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<opensudoku>", *games, "</opensudoku>", ""])


OPENSUDOKU: Form[Sudoku, Grid] = Form(
    name="opensudoku",
    about='OpenSudoku\'s XML: a <game data="81 digits"/> for each puzzle',
    recognises=lambda text: _ROOT.match(text) is not None,
    read=_read_opensudoku,
    write=_write_opensudoku,
    show=show_one_line,
    several=True,
    beside=lambda text: Beside(unread=unread_remarks(_SAYS.findall(text))),
)


# HoDoKu: ``:TECHNIQUE:CANDIDATES:CELLS:DELETED:ELIMINATIONS:REST``
#
# The cells are 81 digits, with ``.`` or ``0`` for a blank; ``+`` before a digit marks one placed while
# solving, which is no given. Deleted candidates, ``314`` for the digit 3 in row 1 and column 4, are part of
# the state for which the line was written, so the cells do not hold them. The eliminations are what the
# technique shows next.
#
# Source: HoDoKu's public documentation and code.


_HEAD = re.compile(r":[0-9]{4}[^:\s]*:[^:\s]*:")
_CELL_HODOKU = re.compile(r"\+[1-9]|[0-9.]")
_COLON = re.compile(":")
_DELETED = re.compile(r"[^\s:]+")
_CANDIDATE = re.compile("([1-9])([1-9])([1-9])")


def _read_hodoku(text: str) -> tuple[Sudoku, ...]:
    numbered = enumerate(text_lines(text), 1)
    return tuple(_line(line, number) for number, line in numbered if line.strip())


def _line(line: str, number: int) -> Sudoku:
    start = len(line) - len(line.lstrip())
    characters = Characters(Token(line.strip(), number, start + 1))
    characters.take(_HEAD, "a line ':TECHNIQUE:CANDIDATES:CELLS:...', such as ':0000:x:...'")
    cells = []
    for at in range(1, _CELLS + 1):
        mark = characters.take(_CELL_HODOKU, f"cell {at} of {_CELLS}: a digit, '+' and a digit, or '.'")
        cells.append(None if mark[0] in "+.0" else int(mark))
    rest = characters.rest()
    characters.take(_COLON, f"':' after {_CELLS} cells")
    deleted = []
    # Fields after the deleted candidates do not change the puzzle.
    for found in _DELETED.finditer(rest.text[1:].partition(":")[0]):
        word = rest.part(1 + found.start(), 1 + found.end())
        candidate = _CANDIDATE.fullmatch(word.text)
        if candidate is None:
            raise word.error("a deleted candidate: a digit, its row and its column, such as 314")
        digit, row, column = map(int, candidate.groups())
        deleted.append((digit, (row - 1, column - 1)))
    return without(from_cells(cells), deleted)


def _write_hodoku(problem: Sudoku) -> str:
    plain_cells(problem, "HoDoKu's library", (9,))
    return f":0000:x:{one_line(problem.givens, '.')}:::\n"


HODOKU: Form[Sudoku, Grid] = Form(
    name="hodoku",
    about="lines of HoDoKu's library, one a puzzle: ':0000:x:CELLS:DELETED::', with deleted candidates",
    recognises=lambda text: _HEAD.match(text.lstrip()) is not None,
    read=_read_hodoku,
    write=each(_write_hodoku),
    show=show_one_line,
    several=True,
)
