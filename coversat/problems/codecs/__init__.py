"""Forms of other programs and sites, each in a module of its own: links, game ids, files.

A kind's own forms stand with the kind.  These are imported when a text looks like one of them or when
somebody asks for one by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...registry import load
from ..problem import Form

_HEAD = 4096
"""How many characters at a text's beginning show a codec's sign."""


@dataclass(frozen=True)
class Codec:
    """A form that is not yet imported.

    Attributes
    ----------
    kind, name : str
        Of problem, and of the form.
    signs : tuple of str
        Every text of the form holds one of these pieces, in lower case, near its beginning.
    place : str
        The module and the name that hold the form.
    """

    kind: str
    name: str
    signs: tuple[str, ...]
    place: str

    @property
    def form(self) -> Form[Any, Any]:
        """The form, imported."""
        found: Form[Any, Any] = load(__name__, self.place)
        return found


_CODECS = (
    Codec("kakuro", "puzzlink", ("kakuro",), "puzzlink_kakuro:PUZZLINK"),
    Codec("sudoku", "puzzlink", ("sudoku",), "puzzlink_sudoku:PUZZLINK"),
    Codec("sudoku", "fpuzzles", ("load=", "fpuz"), "fpuzzles:FPUZZLES"),
    Codec("sudoku", "sudokupad", ("scl", "ctc"), "sudokupad:SUDOKUPAD_FORM"),
    Codec("sudoku", "solo", (":",), "solo:SOLO"),
    Codec("dominosa", "game", (":",), "dominosa_game:GAME_ID"),
    Codec("nonogram", "non", ("width",), "nonogram_file:NON"),
    Codec("sudoku", "penpa", ("p=",), "penpa_sudoku:PENPA"),
    Codec("kakuro", "penpa", ("p=",), "penpa_kakuro:PENPA"),
    Codec("sudoku", "hodoku", (":",), "hodoku:HODOKU"),
    Codec("sudoku", "sdk", ("[puzzle]",), "sudocue:SUDOCUE"),
    Codec("sudoku", "ss", ("|",), "simple_sudoku:SIMPLE_SUDOKU"),
    Codec("sudoku", "opensudoku", ("<",), "open_sudoku:OPEN_SUDOKU"),
)


def codecs_of(kind: str) -> Iterator[Codec]:
    """The codecs of a kind of problem."""
    return (codec for codec in _CODECS if codec.kind == kind)


def recognised(text: str, kind: str | None = None) -> Form[Any, Any] | None:
    """The form that recognises `text`, of this kind where one is named; None when there is none.

    They are strict about what they recognise: no text in a kind's own form is one of theirs.
    """
    head = text[:_HEAD].lower()
    for codec in _CODECS:
        if kind in (None, codec.kind) and any(sign in head for sign in codec.signs):
            form = codec.form
            if form.recognises(text):
                return form
    return None
