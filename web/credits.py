"""The title, the author and the rules in words of a puzzle, in the links of other programs that have them.

They belong to no puzzle of the library: a link holds them beside it. Penpa+ has them in the fields of its
first line, f-puzzles and SudokuPad in their JSON; SudokuPad's cages without cells are such remarks too.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from coversat.problems.forms.checked_json import unzipped
from coversat.problems.forms.lz_string import decompress, pack

NAMES = ("title", "author", "rules")
_PENPA = re.compile(r"(\S*penpa-edit/\S*[#?&]p=)([\w+/=]+)(\S*)")
_FIELDS = ("Title: ", "Author: ")
_PACKED = re.compile(r"(\S*?)(N4Ig[^\s&#?]*)(\S*)")
_LIMIT, _LONGEST = 2**20, 2**17
"""The most characters of what is unpacked, and of a link."""
_REMARK = re.compile(r"(title|author|rules):\s*(.+)", re.DOTALL)
_COMMA, _LINE = "%2C", "%2D"


def credits_of(link: str) -> dict[str, str]:
    """What a link holds of them."""
    found = _changed(link, lambda head: head, lambda top: top)
    return {name: str(found[1][name]).strip() for name in NAMES if found and found[1].get(name)}


def credited(link: str, about: Mapping[str, str]) -> str:
    """A link with them, if it has room for them."""
    about = {name: about[name] for name in NAMES if about.get(name)}
    if not about:
        return link
    found = _changed(link, lambda head: _head_with(head, about), lambda top: _json_with(top, about))
    return found[0] if found else link


Head = list[str]
Members = dict[str, Any]


def _changed(
    link: str, of_penpa: Callable[[Head], Head], of_json: Callable[[Members], Members]
) -> tuple[str, dict[str, Any]] | None:
    """The link after a change, and what it held before; None if it is another text or damaged."""
    if len(link) > _LONGEST:
        return None
    try:
        if found := _PENPA.match(link.strip()):
            start, packed, rest = found.groups()
            unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
            first, *lines = unpacker.decompress(base64.b64decode(packed), _LIMIT).decode().split("\n")
            head = first.split(",")
            written = "\n".join([",".join(of_penpa(head)), *lines])
            packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
            packed = base64.b64encode(packer.compress(written.encode()) + packer.flush()).decode()
            return start + packed + rest, _of_head(head)
        if found := _PACKED.match(link.strip()):
            start, packed, rest = found.groups()
            for sign in "+/=":
                packed = packed.replace(f"%{ord(sign):X}", sign)
            text = decompress(packed, _LIMIT)
            top = json.loads(text if text.startswith('{"') else unzipped(text))
            changed = json.dumps(of_json(dict(top)), separators=(",", ":"))
            return start + pack(changed) + rest, _of_json(top)
    except (ValueError, TypeError, LookupError, AttributeError, zlib.error):
        return None
    return None


def _at(head: Head) -> int:
    """Where Penpa's title is; the author, the source and the rules follow."""
    return [field.startswith(_FIELDS[0]) for field in head].index(True)


def _of_head(head: Head) -> dict[str, str]:
    at = _at(head)
    fields = (head[at].removeprefix(_FIELDS[0]), head[at + 1].removeprefix(_FIELDS[1]), head[at + 3])
    words = (field.replace(_COMMA, ",").replace(_LINE, "\n") for field in fields)
    return dict(zip(NAMES, words, strict=True))


def _head_with(head: Head, about: Mapping[str, str]) -> Head:
    at = _at(head)
    words = (about.get(name, "").replace(",", _COMMA).replace("\n", _LINE) for name in NAMES)
    title, author, rules = words
    return [*head[:at], _FIELDS[0] + title, _FIELDS[1] + author, head[at + 2], rules, *head[at + 4 :]]


def _of_json(top: Members) -> dict[str, Any]:
    if "grid" in top:  # f-puzzles
        return {"title": top.get("title"), "author": top.get("author"), "rules": top.get("ruleset")}
    remarks = (_REMARK.match(str(cage.get("value"))) for cage in top.get("cages", ()) if "cells" not in cage)
    return top | {found[1]: found[2] for found in remarks if found} | top.get("metadata", {})


def _json_with(top: Members, about: Mapping[str, str]) -> Members:
    if "grid" in top:
        return top | {"ruleset" if name == "rules" else name: words for name, words in about.items()}
    return top | {"metadata": top.get("metadata", {}) | about}
