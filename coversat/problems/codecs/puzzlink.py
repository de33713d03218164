"""Links of puzz.link, which pzv.jp and pzprxs share: ``https://puzz.link/p?KIND/WIDTH/HEIGHT/BODY``.

The address in front may be another site's or be left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...errors import ParseError
from ..text import Token
from .characters import Characters

SITE = "https://puzz.link/p?"

_LINK = re.compile(
    r"(?:https?://[^\s?]*\?)?(?P<kind>[a-z]+)(?:_edit|_play)?/(?P<width>[0-9]+)/(?P<height>[0-9]+)/?"
)
_SIDE = re.compile(r"[1-9][0-9]{0,2}")


@dataclass(frozen=True)
class Link:
    """The parts of a link; the body is still to be read."""

    width: int
    height: int
    body: Characters
    word: Token

    def error(self, expected: str) -> ParseError:
        """An error that speaks of the link as a whole."""
        return self.word.error(expected)


def is_link(text: str, kind: str) -> bool:
    """Whether the text begins with a link to a puzzle of this kind."""
    found = _LINK.match(text.lstrip())
    return found is not None and found["kind"] == kind


def read_link(token: Token, kind: str) -> Link:
    """The parts of a link.

    Raises
    ------
    ParseError
        When it is no link to a puzzle of this kind, or its sides are not 1 to 999.
    """
    found = _LINK.match(token.text)
    if found is None or found["kind"] != kind:
        raise token.error(f"a link such as {SITE}{kind}/WIDTH/HEIGHT/BODY")
    sides = []
    for name in ("width", "height"):
        side = Token(found[name], token.line, token.column + found.start(name))
        if not _SIDE.fullmatch(side.text):
            raise side.error(f"a {name} from 1 to 999")
        sides.append(int(side.text))
    body = Token(token.text[found.end() :], token.line, token.column + found.end())
    return Link(sides[0], sides[1], Characters(body), token)


def write_link(kind: str, width: int, height: int, body: str) -> str:
    """A link, with its line end."""
    return f"{SITE}{kind}/{width}/{height}/{body}\n"
