"""The title, the author and the rules in words of a puzzle, in the links of other programs that have them.

They belong to no puzzle of the library: a link holds them beside it. Penpa+ has them in the fields of its
first line, f-puzzles and SudokuPad in their JSON; SudokuPad's cages without cells are such remarks too.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from coversat.setters.links.checked_json import unzipped
from coversat.setters.links.lz_string import decompress, pack

NAMES = ("title", "author", "rules")
_PENPA = re.compile(r"(\S*penpa-edit/\S*[#?&]p=)([\w+/=]+)(\S*)")
_TITLE, _AUTHOR = "Title: ", "Author: "
_PACKED = re.compile(r"(\S*?)(N4Ig[^\s&#?]*)(\S*)")
_LIMIT, _LONGEST = 2**20, 2**17
"""The most characters of what is unpacked, and of a link."""
_REMARK = re.compile(r"(title|author|rules):\s*(.+)", re.DOTALL)
_COMMA, _LINE = "%2C", "%2D"


def credits_of(link: str) -> dict[str, str]:
    """What a link holds of them."""
    opened = _opened(link)
    held = opened.held if opened else {}
    return {name: str(held[name]).strip() for name in NAMES if held.get(name)}


def credited(link: str, about: Mapping[str, str]) -> str:
    """A link with them, if it has room for them."""
    about = {name: about[name] for name in NAMES if about.get(name)}
    opened = _opened(link) if about else None
    return opened.credited(about) if opened else link


def _opened(link: str) -> _Penpa | _Json | None:
    """A link, unpacked; None if it is another text, damaged, or too long."""
    if len(link) > _LONGEST:
        return None
    try:
        if found := _PENPA.match(link.strip()):
            return _Penpa.opened(*found.groups())
        if found := _PACKED.match(link.strip()):
            return _Json.opened(*found.groups())
    except (ValueError, TypeError, LookupError, AttributeError, zlib.error):
        return None
    return None


class _Penpa(NamedTuple):
    """Lines, of which the first has comma-separated fields: title, author, source and rules side by side."""

    start: str
    fields: list[str]
    at: int
    others: list[str]
    rest: str
    held: dict[str, str]

    @classmethod
    def opened(cls, start: str, packed: str, rest: str) -> Self:
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        first, *others = unpacker.decompress(base64.b64decode(packed), _LIMIT).decode().split("\n")
        if not unpacker.eof:
            raise ValueError("cut off, or too long")
        fields = first.split(",")
        at = [field.startswith(_TITLE) for field in fields].index(True)
        title, author, _, rules = fields[at : at + 4]
        said = (title.removeprefix(_TITLE), author.removeprefix(_AUTHOR), rules)
        words = (field.replace(_COMMA, ",").replace(_LINE, "\n") for field in said)
        return cls(start, fields, at, others, rest, dict(zip(NAMES, words, strict=True)))

    def credited(self, about: Mapping[str, str]) -> str:
        words = (about.get(name, "").replace(",", _COMMA).replace("\n", _LINE) for name in NAMES)
        title, author, rules = words
        fields = self.fields.copy()
        fields[self.at : self.at + 4] = (_TITLE + title, _AUTHOR + author, fields[self.at + 2], rules)
        packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
        lines = "\n".join([",".join(fields), *self.others])
        packed = base64.b64encode(packer.compress(lines.encode()) + packer.flush()).decode()
        return self.start + packed + self.rest


class _Json(NamedTuple):
    """The JSON of f-puzzles or SudokuPad."""

    start: str
    top: dict[str, Any]
    rest: str
    held: dict[str, Any]

    @classmethod
    def opened(cls, start: str, packed: str, rest: str) -> Self:
        for sign in "+/=":
            packed = packed.replace(f"%{ord(sign):X}", sign)
        text = decompress(packed, _LIMIT)
        top = dict(json.loads(text if text.startswith('{"') else unzipped(text)))
        if "grid" in top:  # f-puzzles
            return cls(start, top, rest, top | {"rules": top.get("ruleset")})
        cages = (cage for cage in top.get("cages", ()) if "cells" not in cage)
        remarks = (_REMARK.match(str(cage.get("value"))) for cage in cages)
        said = {found[1]: found[2] for found in remarks if found}
        return cls(start, top, rest, top | said | top.get("metadata", {}))

    def credited(self, about: Mapping[str, str]) -> str:
        if "grid" in self.top:
            added = {"ruleset" if name == "rules" else name: words for name, words in about.items()}
        else:
            added = {"metadata": self.top.get("metadata", {}) | about}
        return self.start + pack(json.dumps(self.top | added, separators=(",", ":"))) + self.rest
