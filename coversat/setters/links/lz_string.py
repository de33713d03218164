"""The compression of the LZ-string library, as base64, which puzzle sites put into their links.

It is Lempel and Ziv's algorithm of 1978 over UTF-16 code units. The output is a stream of numbers, each with
its low bit first, whose width grows with the dictionary. Number 0 (1) announces a new unit of 8 (16) bits, 2
ends the stream, and from 3 on they are entries: single units, and pieces of two or more, each an earlier
piece and the first unit of the next one. Six bits make a character.

Source: the algorithm as Pieroxy published it with the library.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from ...base.errors import CoversatError, ParseError
from ...problems.text import Token, shown

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {character: value for value, character in enumerate(_ALPHABET)}
_UNIT_8, _UNIT_16, _END, _FIRST_ENTRY = range(4)


class LzStringError(CoversatError, ValueError):
    """A text that is not output of this compression, or that unpacks to more than the limit.

    * at: the number of characters read before the error.
    """

    def __init__(self, at: int, reason: str) -> None:
        super().__init__(reason)
        self.at = at


class _Bits:
    """The characters as a stream of bits, in which numbers have their low bit first."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._read = 0

    @property
    def at(self) -> int:
        return self._read // 6

    def number(self, width: int) -> int:
        value = 0
        for power in range(width):
            place, bit = divmod(self._read, 6)
            if place >= len(self._text):
                raise LzStringError(place, "expected more of the compressed text, found its end")
            character = self._text[place]
            if character not in _VALUES:
                raise LzStringError(place, f"expected a character of base64, found {character!a}")
            value |= (_VALUES[character] >> (5 - bit) & 1) << power
            self._read += 1
        return value

    def end(self) -> None:
        """Raise an error for more than one character of padding, which the library adds to full ones."""
        end = -(-self._read // 6)
        for at, character in enumerate(self._text[end:], end):
            if at > end or character not in _VALUES:
                raise LzStringError(at, f"expected the end of the compressed text, found {character!a}")


def decompress(text: str, limit: int) -> str:
    """Decompress `text` to at most `limit` UTF-16 code units.

    Raise `LzStringError` if `text` is malformed or unpacks to more.
    """
    bits = _Bits(text.rstrip("="))
    pieces: list[str] = []
    length = 0
    for piece in _pieces(bits):
        length += len(piece)
        if length > limit:
            raise LzStringError(bits.at, f"expected at most {limit} characters when unpacked")
        pieces.append(piece)
    bits.end()
    # Characters above U+FFFF are pairs of units; half a pair is not a text.
    try:
        return "".join(pieces).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise LzStringError(bits.at, "expected a text when unpacked, found half a character") from None


def _pieces(bits: _Bits) -> Iterator[str]:
    entries: dict[int, str] = {}
    following = _FIRST_ENTRY
    last = ""
    while (number := bits.number(following.bit_length())) != _END:
        if number in (_UNIT_8, _UNIT_16):
            entries[following] = piece = chr(bits.number(8 if number == _UNIT_8 else 16))
            following += 1
        elif number in entries:
            piece = entries[number]
        elif number == following and last:
            # The entry that this step adds.
            piece = last + last[0]
        else:
            raise LzStringError(bits.at, f"expected an entry below {following}, found {number}")
        if last:
            entries[following] = last + piece[0]
            following += 1
        last = piece
        yield piece


def compress(text: str) -> str:
    """`text` compressed, as base64 that is filled up with ``=`` to whole groups of four."""
    data = text.encode("utf-16-le", "surrogatepass")
    units = [chr(low | high << 8) for low, high in zip(data[::2], data[1::2], strict=True)]
    bits = "".join(_numbers(units))
    # The library always starts another character, even if the bits fill the last one.
    bits += "0" * (6 - len(bits) % 6)
    packed = "".join(_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    return packed + "=" * (-len(packed) % 4)


def _numbers(units: list[str]) -> Iterator[str]:
    """Yield the bits of each number."""
    entries: dict[str, int] = {}
    unsent: set[str] = set()
    # The number of entries that a reader has after everything written so far.
    read = _FIRST_ENTRY
    piece = ""
    for at, unit in enumerate([*units, ""]):
        if unit and unit not in entries:
            entries[unit] = len(entries) + _FIRST_ENTRY
            unsent.add(unit)
        if unit and piece + unit in entries:
            piece += unit
            continue
        if piece:
            width = read.bit_length()
            if piece in unsent:
                unsent.remove(piece)
                eight = ord(piece) < 1 << 8
                yield _bits(_UNIT_8 if eight else _UNIT_16, width) + _bits(ord(piece), 8 if eight else 16)
                read += 1
            else:
                yield _bits(entries[piece], width)
            # The first piece adds no entry.
            read += at > len(piece)
            entries[piece + unit] = len(entries) + _FIRST_ENTRY
        piece = unit
    yield _bits(_END, read.bit_length())


def _bits(number: int, width: int) -> str:
    return f"{number:0{width}b}"[::-1]


# Links that hold a whole puzzle in this compression


UNPACKED_LIMIT = 1 << 20
"""The most characters that a link may unpack to; a large puzzle with many marks has about 100,000."""

SUDOKUPAD_LINK = (
    r"https?://[a-z.]*(?:sudokupad\.app|crackingthecryptic\.com)/(?:sudoku/?)?(?:[a-z]*\?puzzleid=)?"
)
"""The beginning of a link of SudokuPad, up to the name of the packed format."""


_LOOKS = re.compile("setting-[a-z0-9]+=.*")
"""Parameters behind the packed text that only set how SudokuPad shows it."""


def unpack(token: Token, start: re.Pattern[str], expected: str) -> str:
    """The unpacked text of a link that begins with `start`; `ParseError` beyond `UNPACKED_LIMIT`."""
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
        # With escapes such as %2B the position inside the link is not known.
        column = token.column + found.end() + (error.at if plain == packed else 0)
        raise ParseError(token.line, column, str(error)) from None


def pack(text: str) -> str:
    """A text as the packed part of a link."""
    return compress(text).replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
