"""JSON out of a link, read piece by piece: every piece has its location, for errors.

`unzipped` turns SudokuPad's short notation for JSON back into JSON. Frequent names are shortened and have
no quotes, strings are in single quotes, ``t`` and ``f`` are true and false, colours have no quotes, and an
empty object in a list is left out: ``ce:[[,{v:5},,]]``. Source: the public code of SudokuPad's tools.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...base.errors import ParseError
from ...problems.text import Token, shown


@dataclass(frozen=True)
class Json:
    """A piece of JSON, its path from the top, and the word of the text that contains it."""

    data: Any
    path: str
    word: Token

    @classmethod
    def parse(cls, text: str, word: Token) -> Json:
        try:
            data = json.loads(text, object_pairs_hook=_each_once, parse_constant=_no_constant)
        except _TwiceError as error:
            raise word.error("each member once", f"{error} twice") from None
        except (ValueError, RecursionError):
            raise word.error("JSON inside the link", shown(text)) from None
        return cls(data, "", word)

    def error(self, expected: str) -> ParseError:
        """A `ParseError` at the link that quotes the piece and its path."""
        where = f" as {self.path}" if self.path else ""
        return self.word.error(expected + where, shown(json.dumps(self.data, ensure_ascii=False)))

    @property
    def is_blank(self) -> bool:
        """Whether it is null or empty. False is not blank: it may negate an unknown statement."""
        return self.data is None or self.data in ("", [], {})

    @property
    def flag(self) -> bool:
        """Whether it is on: true or false, also as a string, or a number, where 0 is off."""
        if isinstance(self.data, bool | int | float):
            return bool(self.data)
        if self.data not in ("true", "false"):
            raise self.error("true or false")
        return bool(self.data == "true")

    def items(self) -> list[Json]:
        if not isinstance(self.data, list):
            raise self.error("a list")
        return [Json(item, f"{self.path}[{at}]", self.word) for at, item in enumerate(self.data)]

    def members(self) -> dict[str, Json]:
        if not isinstance(self.data, dict):
            raise self.error("an object")
        every = {
            name: Json(member, f"{self.path}.{name}".lstrip("."), self.word)
            for name, member in self.data.items()
        }
        return {name: member for name, member in every.items() if not member.is_blank}

    def is_on(self, name: str) -> bool:
        members = self.members()
        return name in members and members[name].flag

    def member(self, name: str) -> Json:
        """The member of this name, which must not be missing or blank."""
        members = self.members()
        if name not in members:
            raise self.error(f"an object with {name!r}")
        return members[name]

    def integer(self, low: int, high: int) -> int:
        """The integer in this range, given as a number or as a string of digits."""
        data = self.data
        if isinstance(data, str) and data.isascii() and data.isdecimal() and len(data) < 10:
            data = int(data)
        if not isinstance(data, int) or isinstance(data, bool) or not low <= data <= high:
            raise self.error(f"a number from {low} to {high}")
        return data

    def only(self, known: Iterable[str], what: str, off: Iterable[str] = ()) -> dict[str, Json]:
        """The members that are not blank, which must be in `known`, or in `off` and off."""
        members = self.members()
        others = [name for name in members if name not in known]
        others = [name for name in others if name not in off or members[name].flag]
        if others:
            where = f" in {self.path}" if self.path else ""
            raise self.word.error(f"no {what} but those known here{where}", shown_names(others))
        return members


class _TwiceError(ValueError):
    """An object with two members of one name."""


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _TwiceError(shown(Counter(name for name, _ in pairs).most_common(1)[0][0]))
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def shown_names(names: Iterable[str]) -> str:
    """Names for a message, in at most 200 characters."""
    return shown(", ".join(names), 200)[1:-1]


_TOKEN = re.compile(r"'((?:[^'\\]|\\.)*)'|[{}\[\],:]|[^{}\[\],:'\s]+")
_COLOUR = re.compile("[0-9a-fA-F]{6}")
_WORDS = {"t": "true", "f": "false", "#0": '"#000000"', "#F": '"#FFFFFF"'}
_SHORT_NAMES = """
    a=arrows c=color c1=borderColor c2=backgroundColor ca=cages ce=cells cs=cellSize ct=center
    d=duration fs=fontSize h=height hl=headLength l=lines o=overlays r=rounded re=regions t=title
    te=text th=thickness u=underlays v=value vd=videos w=width wp=wayPoints
    """
_NAMES = dict(pair.split("=") for pair in _SHORT_NAMES.split())


def unzipped(text: str) -> str:
    """The JSON that `text` abbreviates; no JSON if `text` is in another notation."""
    tokens = list(_TOKEN.finditer(text))
    if _TOKEN.sub("", text).strip():
        return ""  # a string without its end, or a character outside the notation
    parts = []
    for at, token in enumerate(tokens):
        word = token.group()
        before = tokens[at - 1].group() if at else ""
        behind = tokens[at + 1].group() if at + 1 < len(tokens) else ""
        if word in (",", "]") and before in ("[", ","):
            parts.append("{}")
        if token[1] is not None:
            parts.append('"' + token[1].replace("\\'", "'") + '"')
        elif behind == ":":
            parts.append(json.dumps(_NAMES.get(word, word)))
        elif before == ":" and _COLOUR.fullmatch(word):
            parts.append(f'"#{word}"')
        else:
            parts.append(_WORDS.get(word, word) if before == ":" else word)
    return "".join(parts)
