"""Sudoku as OpenSudoku's XML: ``<opensudoku>`` with a ``<game data="..."/>`` for each puzzle.

The data are 81 digits, 0 for a blank; or, of a game that was begun, ``version: N`` and for each cell its
digit, its notes and whether it may be changed (1) or is a given (0), each ended by ``|``.  What the player
has put in is no part of the puzzle.

A document with a DOCTYPE is refused, so that there are no entities to unfold.

Source: the public code of OpenSudoku.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.parsers import expat

from ...errors import ParseError
from ...kinds.sudoku.rules import Sudoku, one_line
from ..grid import Grid
from ..problem import Form
from ..text import shown
from .sudoku_cells import from_cells, plain_cells, show_one_line

_CELLS = 81
_PLAIN = re.compile(rf"[0-9]{{{_CELLS}}}")
_BEGUN = re.compile(r"version: ([1-5])\s(.*)")
_FIELDS = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}
"""How many fields a cell has in each version of a begun game."""
_CELL = re.compile(r"([0-9])\|.*\|([01])")
_ELEMENTS = (
    *("opensudoku", "folder", "game", "name", "author", "description", "comment", "created"),
    *("source", "level", "sourceURL"),
)
_GAME = ("data", "created", "state", "time", "last_played", "note", "user_note", "command_stack")
"""What a game says, beside its cells: when it was played, and how far it has come."""
_ROOT = re.compile(r"(<\?xml[^>]*\?>|<!--.*?-->|\s)*(<!DOCTYPE\b|<opensudoku\b)", re.DOTALL | re.IGNORECASE)


class _Games:
    """Collects the games while the XML is read; it knows where the reader stands."""

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


def _cells(data: str) -> list[int] | None:
    """The givens in a game's data; None where it is malformed."""
    if _PLAIN.fullmatch(data):
        return [int(digit) for digit in data]
    begun = _BEGUN.fullmatch(data)
    if begun is None:
        return None
    # A mistake of version 2 doubled the bar behind the notes.
    fields = (begun[2].replace("||", "|") if begun[1] == "2" else begun[2]).split("|")
    width = _FIELDS[begun[1]]
    if fields.pop() or len(fields) != _CELLS * width:
        return None
    cells = [_CELL.fullmatch("|".join(fields[at : at + width])) for at in range(0, len(fields), width)]
    return [int(cell[1]) if cell[2] == "0" else 0 for cell in cells if cell] if all(cells) else None


def _read(text: str) -> tuple[Sudoku, ...]:
    games = _Games()
    try:
        games.parser.Parse(text, True)
    except expat.ExpatError as error:
        what = expat.errors.messages[error.code]
        raise ParseError(error.lineno, error.offset + 1, f"expected XML, found a mistake: {what}") from None
    except UnicodeEncodeError as error:
        raise ParseError(1, 1, f"expected characters that XML can hold, found {error.reason}") from None
    return tuple(games.found)


def _write(problems: Sequence[Sudoku]) -> str:
    for problem in problems:
        plain_cells(problem, "OpenSudoku", (9,))
    games = [f'  <game data="{one_line(problem.givens)}"/>' for problem in problems]
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<opensudoku>", *games, "</opensudoku>", ""])


FORM: Form[Sudoku, Grid] = Form(
    name="opensudoku",
    about='OpenSudoku\'s XML: a <game data="81 digits"/> for each puzzle',
    recognises=lambda text: _ROOT.match(text) is not None,
    read=_read,
    write=_write,
    show=show_one_line,
    several=True,
)
