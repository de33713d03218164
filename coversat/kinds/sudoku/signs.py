"""The signs by which a text writes digits and blanks, found from all of its cells.

Digits are ``1`` to ``9``, then ``A`` for 10 and so on. ``0`` is a digit if blanks have another sign and the
last of these digits does not occur: ``0`` to ``F``. If there are letters beyond these, and no figures, the
digits are letters from ``A``: ``A`` to ``P``. A blank is one of `BLANK_SIGNS`,
the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from ...problems.grid import digit_character
from ...problems.text import Token

BLANK_SIGNS = "0._*-xX?+ "
"""What a blank may be in a text: a space where a text has places for its cells."""
_USUAL_BLANKS = frozenset("0._")
"""Those of a board without any digit, too."""
LETTERS = "".join(map(chr, range(ord("A"), ord("Z") + 1)))
"""Not `string.ascii_uppercase`, whose module compiles patterns when it is imported."""
_FIGURES = 9
"""The largest board whose digits are figures; on boards from this size they may be letters."""


def cells_of(row: Sequence[Token]) -> Sequence[Token]:
    """The cells of a row: the characters of a word, or words."""
    return row if len(row) > 1 else [row[0].part(at, at + 1) for at in range(len(row[0].text))]


def digits_of(
    words: Sequence[str], size: int, token: Callable[[int], Token]
) -> tuple[list[int | None], int] | None:
    """The digits of cells, None for a blank, and the lowest digit; None if a cell is neither,
    or all are blanks with an unusual sign.

    * words: the cells of a board of this size: numbers, or a character each.
    * token (index -> Token): a cell and its position, for the error that blanks have several signs.
    """
    values, lowest = _values(frozenset(words), size)
    try:
        digits = [values[word] for word in words]
    except KeyError:
        return None
    blanks = {word for word in values if values[word] is None}
    if blanks - _USUAL_BLANKS and not any(digits):
        return None
    if len(blanks) > 1:
        first = next(word for word in words if word in blanks)
        other = next(at for at, word in enumerate(words) if word in blanks and word != first)
        raise token(other).error(f"one sign for all blanks, as {first!r} above")
    return digits, lowest


@lru_cache(maxsize=1024)
def _values(found: frozenset[str], size: int) -> tuple[dict[str, int | None], int]:
    """The digit of each sign, None for the signs of blanks that occur; and the lowest digit."""
    digits, lowest = alphabet(found, size)
    values: dict[str, int | None] = {}
    for digit, sign in enumerate(digits, lowest):
        values |= dict.fromkeys((sign, sign.lower(), sign.zfill(2) if sign.isdecimal() else sign), digit)
    return values | dict.fromkeys((found & {*BLANK_SIGNS}) - values.keys()), lowest


def alphabet(found: Collection[str], size: int) -> tuple[Sequence[str], int]:
    """The signs of the digits, in capitals, and the lowest digit, of a board with these cells."""
    upper = {word.upper() for word in found}
    figures = {word for word in upper if word.isascii() and word.isdecimal()} - {"0"}
    usual = [digit_character(digit) for digit in range(1, size + 1)]
    letters = LETTERS[:size]
    if not figures and size >= _FIGURES and (upper & {*letters}) - {*usual, "X"}:
        return letters, 1
    if any(len(word.lstrip("0")) > 1 for word in figures):
        usual = [str(digit) for digit in range(1, size + 1)]
    others = {*BLANK_SIGNS} - {"0"}
    if "0" in found and upper & others and usual[-1] not in upper:
        return ["0", *usual[:-1]], 0
    return usual, 1


def letters_note(words: Collection[str], size: int) -> tuple[str, ...]:
    """The note that letters are digits; none for other boards."""
    digits, _ = alphabet(words, size)
    if digits[0] != LETTERS[0]:
        return ()
    return (f"the letters A to {digits[-1]} are the digits 1 to {size}",)


def in_figures(text: str, size: int) -> str:
    """The text of a whole board, with the usual digits if its digits are the letters from A."""
    if not {*"".join(text.split())} <= {*LETTERS[:size]}:
        return text
    return text.translate({ord(sign): digit_character(at) for at, sign in enumerate(LETTERS[:size], 1)})
