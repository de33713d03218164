"""Links that hold a whole puzzle as LZ-string: where the packed text stands, and unpacking it."""

from __future__ import annotations

import re
from urllib.parse import unquote

from ...errors import ParseError
from ..text import Token, shown
from .lz_string import LzStringError, compress, decompress

UNPACKED_LIMIT = 1 << 20
"""The most characters that a link may unpack to; a large puzzle with many marks has some 100,000."""

SUDOKUPAD = r"https?://[a-z.]*(?:sudokupad\.app|crackingthecryptic\.com)/(?:sudoku/?)?(?:[a-z]*\?puzzleid=)?"
"""How a link of SudokuPad begins, up to the name of what is packed."""


_LOOKS = re.compile("setting-[a-z0-9]+=.*")
"""The parameters behind what is packed that only say how SudokuPad shows it."""


def unpack(token: Token, start: re.Pattern[str], expected: str) -> str:
    """The text, up to `UNPACKED_LIMIT`, inside a link that begins as `start` says."""
    found = start.match(token.text)
    if found is None:
        raise token.error(expected)
    packed, *parameters = re.split("[&#?]", token.text[found.end() :])
    for parameter in parameters:
        if parameter and not _LOOKS.fullmatch(parameter):
            expected = "no parameters but settings of SudokuPad's"
            raise token.part(token.text.rindex(parameter)).error(expected, shown(parameter))
    plain = unquote(packed)
    try:
        return decompress(plain, UNPACKED_LIMIT)
    except LzStringError as error:
        # Where characters are written as %2B and the like, the place within is not known.
        column = token.column + found.end() + (error.at if plain == packed else 0)
        raise ParseError(token.line, column, str(error)) from None


def pack(text: str) -> str:
    """A text as the packed part of a link."""
    return compress(text).replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
