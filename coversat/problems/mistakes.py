"""What is most likely wrong with a text that is in no form known here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from math import isqrt

from ..errors import ParseError
from ..kinds import KINDS
from . import codecs
from .text import head_of, shown, text_lines

_SHORT_LINK = re.compile(
    r"(?:https?://)?(?:www\.)?(?:(?:tinyurl\.com|bit\.ly|t\.co|shorturl\.at|is\.gd|git\.io)/\S+"
    r"|(?:app\.crackingthecryptic\.com|(?:beta\.)?sudokupad\.app)/(?:sudoku/)?[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)?/?)"
)
_PUZZLINK = re.compile(
    r"(?:https?://)?\S*?(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app)/p[^?\s]*\?([a-z0-9]+)\S*"
)
_LINK = re.compile(r"https?://([^/?#\s]+)\S*")
_GRID_LINE = re.compile(r"[0-9._xX*-]{8,}")
_SQUARES = tuple(size * size for size in range(4, 26))
_LEAST_LIKE = 0.75
_WHERE = "'coversat list forms' names the forms, and --kind says which kind is meant"


def nearest_mistake(text: str, kind: str | None, names: Sequence[str]) -> ParseError:
    """An error that says what a text lacks to be in a form, as far as one can guess.

    Parameters
    ----------
    text : str
    kind : str or None
        The kind that was asked for.
    names : names of its forms
    """
    if not text.strip():
        return ParseError(1, 1, f"expected a {kind or 'puzzle'}, found an empty text")
    for number, line in enumerate(text_lines(head_of(text)), 1):
        if not line.strip():
            continue
        column = len(line) - len(line.lstrip()) + 1
        for reason in _reasons(line.strip(), kind):
            return ParseError(number, column, reason)
        break
    if kind is not None:
        return ParseError(1, 1, f"expected {kind} ({', '.join(names)}), found a text in no form known here")
    return ParseError(1, 1, f"expected a puzzle, found a text in no form known here: {_WHERE}")


def _reasons(line: str, kind: str | None) -> Iterator[str]:
    """What may be wrong, by the first line, with a text that should be of this kind."""
    if _SHORT_LINK.fullmatch(line):
        yield f"found {shown(line)}, a short link, which holds no puzzle: open it and copy the long one"
    elif found := _PUZZLINK.fullmatch(line):
        kinds = [kind for kind in KINDS if "puzzlink" in (codec.name for codec in codecs.codecs_of(kind))]
        if found[1] not in kinds:
            yield f"puzz.link of kind {found[1]} is none of {', '.join(kinds)}"
    elif found := _LINK.fullmatch(line):
        yield f"found a link to {shown(found[1])} in no form known here: {_WHERE}"
    elif kind in (None, "sudoku") and _GRID_LINE.fullmatch(line):
        yield _line_of_cells(len(line))
    else:
        word = line.split()[0]
        for kind in get_close_matches(word.lower(), KINDS, 1, _LEAST_LIKE):
            yield f"expected a puzzle, found {shown(word)}: perhaps {kind!r} is meant"


def _line_of_cells(length: int) -> str:
    square = min(_SQUARES, key=lambda cells: abs(cells - length))
    if 2 * abs(square - length) <= isqrt(square):
        return f"found a line of {length} characters: a sudoku in one line has {square}"
    return f"found one line of {length} cells, which is no whole sudoku"
