"""What a link only draws: a person says behind the link what it means, or that it means nothing.

``https://... whisper=#67f067 modular:3=#ffa500 nothing=circle`` takes green lines for whispers, orange ones
for modular lines of three, and circles for decoration: the first words of a constraint's line, joined by
colons, then the colour of lines; or ``nothing``, then a colour or what else is drawn.  What is drawn alike
may mean anything; without a word from a person such a link is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...kinds.sudoku.layout import Layout
from ...wording import counted
from ..constraint import Constraint
from ..constraints import constraint_of, words
from ..grid import Cell, cell_name
from ..text import LineReader, Token

_MEANING = re.compile(r"([a-z-]+)((?::[^:=]+)*)=(#[0-9a-fA-F]{3,8}|[a-z]+)")
_NOTHING = "nothing"
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
    lines: Sequence[DrawnLine], others: Iterable[str], told: Sequence[Token], layout: Layout, link: Token
) -> Iterator[Constraint]:
    """The constraints that drawings stand for, by what is told of them.

    Parameters
    ----------
    others : strings
        What is drawn that is no line, such as ``circle``; it can only mean nothing.

    Raises
    ------
    ParseError
        At the link, for a drawing of which nothing is told; at a word, for what is no meaning, or of no
        drawing.
    """
    colours = Counter(line.colour for line in lines)
    drawn = (*colours, *dict.fromkeys(others))
    meanings = {what: word for word in told for what in [_told_of(word)]}
    for what, word in meanings.items():
        if what not in drawn:
            raise word.error(f"what is only drawn: {', '.join(drawn) or 'there is nothing'}")
        if what not in colours and not _is_nothing(word):
            raise word.error(f"{_NOTHING}={what}, since only lines are taken for constraints")
    for colour in (colour for colour in colours if colour not in meanings):
        expected = f"what lines in {colour} mean, as in 'LINK renban={colour}', since they are only drawn"
        raise link.error(expected, counted(colours[colour], "such line"))
    if untold := [what for what in drawn if what not in meanings]:
        words = " ".join(f"{_NOTHING}={what}" for what in untold)
        raise link.error(f"'LINK {words}' if that means nothing, since it is only drawn", ", ".join(untold))
    for colour, cells in lines:
        word = meanings[colour]
        if not _is_nothing(word):
            names = [*word.text.partition("=")[0].split(":"), *map(cell_name, cells)]
            tokens = [word._replace(text=name) for name in names]
            yield constraint_of(names[0]).read(tokens, LineReader(""), layout)


def _told_of(word: Token) -> str:
    """The drawing that a word says the meaning of."""
    found = _MEANING.fullmatch(word.text)
    if found is None or not (_is_nothing(word) or found[1] in words()):
        raise word.error("the end of the line, or what a drawing means, as in renban=#67f067")
    return plain_colour(found[3])


def _is_nothing(word: Token) -> bool:
    return word.text.partition("=")[0] == _NOTHING
