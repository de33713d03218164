"""Lines that a link only draws: a person says behind the link what they mean, by their colours.

``https://... whisper=#67f067 modular:3=#ffa500`` takes green lines for whispers, and orange ones for modular
lines of three: the first words of a constraint's line, joined by colons.  What is drawn alike may mean
anything; without a word from a person such a link is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...wording import counted
from ..constraint import Constraint
from ..constraints import constraint_of, words
from ..grid import Cell, cell_name
from ..layout import Layout
from ..text import LineReader, Token

_MEANING = re.compile(r"([a-z-]+)((?::[^:=]+)*)=(#[0-9a-fA-F]{3,8})")
_SHORT, _LONG = 4, 7
"""The characters of ``#6f6`` and of ``#66ff66``; what follows says how much shines through."""


class DrawnLine(NamedTuple):
    """A line through the middles of cells, and its colour."""

    colour: str
    cells: Sequence[Cell]


def plain_colour(text: str) -> str:
    """A colour as ``#66ff66``, however it was written; what is no number stays as it is."""
    text = text.strip().lower()
    if re.fullmatch("#[0-9a-f]{3,4}", text):
        return "#" + "".join(2 * digit for digit in text[1:_SHORT])
    return text[:_LONG] if re.fullmatch("#[0-9a-f]{8}", text) else text


def meant(
    lines: Sequence[DrawnLine], told: Sequence[Token], layout: Layout, link: Token
) -> Iterator[Constraint]:
    """The constraints that lines stand for, by what is told of their colours.

    Raises
    ------
    ParseError
        At the link, for a colour of which nothing is told; at a word, for what is no meaning, or of no
        line.
    """
    meanings = dict(map(_meaning, told))
    colours = {line.colour: sum(line.colour == other.colour for other in lines) for line in lines}
    for colour, number in colours.items():
        if colour not in meanings:
            expected = f"what lines in {colour} mean, as in 'LINK renban={colour}', since they are only drawn"
            raise link.error(expected, counted(number, "such line"))
    for colour, word in meanings.items():
        if colour not in colours:
            raise word.error(f"a colour of lines: {', '.join(colours) or 'there are none'}")
    for colour, cells in lines:
        word = meanings[colour]
        names = [*word.text.partition("=")[0].split(":"), *map(cell_name, cells)]
        tokens = [word._replace(text=name) for name in names]
        yield constraint_of(names[0]).read(tokens, LineReader(""), layout)


def _meaning(word: Token) -> tuple[str, Token]:
    found = _MEANING.fullmatch(word.text)
    if found is None or found[1] not in words():
        raise word.error("the end of the line, or what a colour means, as in renban=#67f067")
    return plain_colour(found[3]), word
