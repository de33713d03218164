"""JSON out of a link, looked at piece by piece: every piece knows where it stands and what it must be."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...errors import ParseError
from ..text import Token, shown


@dataclass(frozen=True)
class Json:
    """A piece of JSON, its path from the top, and the word of the text that it was packed in."""

    data: Any
    path: str
    word: Token

    @classmethod
    def parse(cls, text: str, word: Token) -> Json:
        """The whole of a JSON text.

        Raises
        ------
        ParseError
            When it is none.
        """
        try:
            return cls(json.loads(text), "", word)
        except (ValueError, RecursionError):
            raise ParseError(
                word.line, word.column, f"expected JSON inside the link, found {shown(text)}"
            ) from None

    def error(self, expected: str) -> ParseError:
        """A `ParseError` at the link that names the piece."""
        where = f" as {self.path}" if self.path else ""
        found = shown(json.dumps(self.data))
        return ParseError(self.word.line, self.word.column, f"expected {expected}{where}, found {found}")

    @property
    def is_blank(self) -> bool:
        """Whether it says nothing: null, false, or empty."""
        return self.data is None or self.data is False or self.data in ("", [], {})

    def items(self) -> list[Json]:
        """The items of a list."""
        if not isinstance(self.data, list):
            raise self.error("a list")
        return [Json(item, f"{self.path}[{at}]", self.word) for at, item in enumerate(self.data)]

    def members(self) -> dict[str, Json]:
        """The members of an object that say something."""
        if not isinstance(self.data, dict):
            raise self.error("an object")
        every = {
            name: Json(member, f"{self.path}.{name}".lstrip("."), self.word)
            for name, member in self.data.items()
        }
        return {name: member for name, member in every.items() if not member.is_blank}

    def member(self, name: str) -> Json:
        """The member of this name, which must be there and say something."""
        members = self.members()
        if name not in members:
            raise self.error(f"an object with {name!r}")
        return members[name]

    def integer(self, low: int, high: int) -> int:
        """An integer in this range, as a number or as its digits."""
        data = self.data
        if isinstance(data, str) and data.isascii() and data.isdecimal() and len(data) < 10:
            data = int(data)
        if not isinstance(data, int) or isinstance(data, bool) or not low <= data <= high:
            raise self.error(f"a number from {low} to {high}")
        return data

    def only(self, known: Iterable[str], what: str) -> dict[str, Json]:
        """The members that say something, all of them among `known`.

        Raises
        ------
        ParseError
            When there are others; it names them as `what`.
        """
        members = self.members()
        if others := [name for name in members if name not in known]:
            names = ", ".join(others)
            where = f" in {self.path}" if self.path else ""
            raise ParseError(
                self.word.line,
                self.word.column,
                f"expected no {what} but those known here{where}, found {shown_names(names)}",
            )
        return members


def shown_names(names: str) -> str:
    """Names for a message, as ASCII and not too many."""
    return ascii(names if len(names) <= 200 else names[:197] + "...")[1:-1]
