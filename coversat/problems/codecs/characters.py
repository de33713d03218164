"""Reading a word character by character, with the place of every mistake."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from ...errors import ParseError
from ..text import Token, shown, token_lines

P = TypeVar("P")


class Characters:
    """A word that is read from left to right."""

    def __init__(self, token: Token) -> None:
        self._token = token
        self._at = 0

    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self._at == len(self._token.text)

    def error(self, expected: str, back: int = 0) -> ParseError:
        """A `ParseError` at the next character, or so many before it."""
        at = self._at - back
        found = self._token.text[at : at + 1]
        what = shown(found) if found else "the end"
        return ParseError(self._token.line, self._token.column + at, f"expected {expected}, found {what}")

    def take(self, pattern: re.Pattern[str], expected: str) -> str:
        """What the pattern matches here.

        Raises
        ------
        ParseError
            When it does not match.
        """
        found = pattern.match(self._token.text, self._at)
        if found is None:
            raise self.error(expected)
        self._at = found.end()
        return found.group()

    def skip(self, character: str) -> bool:
        """Go over this character; whether it stood here."""
        found = self._token.text.startswith(character, self._at)
        self._at += found
        return found

    def end(self, expected: str) -> None:
        """Nothing may be left."""
        if not self.at_end():
            raise self.error(f"the end after {expected}")


def each_line(text: str, expected: str, read: Callable[[Token], P]) -> tuple[P, ...]:
    """What `read` makes of the one word on each line that is not blank."""
    found = []
    for tokens in token_lines(text):
        if len(tokens) > 1:
            raise tokens[1].error(f"the end of the line after {expected}")
        found.append(read(tokens[0]))
    return tuple(found)
