"""SudokuPad's short notation for JSON, turned back into JSON.

Frequent names are shortened and stand without quotes, strings stand in single quotes, ``t`` and ``f`` are
true and false, colours stand bare, and an empty object in a list is left out: ``ce:[[,{v:5},,]]``.

Source: the public code of SudokuPad's tools.
"""

from __future__ import annotations

import json
import re

_TOKEN = re.compile(r"'((?:[^'\\]|\\.)*)'|[{}\[\],:]|[^{}\[\],:'\s]+")
_COLOUR = re.compile("[0-9a-fA-F]{6}")
_WORDS = {"t": "true", "f": "false", "#0": '"#000000"', "#F": '"#FFFFFF"'}
_NAMES = {
    "a": "arrows",
    "c": "color",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ca": "cages",
    "ce": "cells",
    "cs": "cellSize",
    "ct": "center",
    "d": "duration",
    "fs": "fontSize",
    "h": "height",
    "hl": "headLength",
    "l": "lines",
    "o": "overlays",
    "r": "rounded",
    "re": "regions",
    "t": "title",
    "te": "text",
    "th": "thickness",
    "u": "underlays",
    "v": "value",
    "vd": "videos",
    "w": "width",
    "wp": "wayPoints",
}


def unzipped(text: str) -> str:
    """The JSON that `text` abbreviates; of a text in another notation, something that is no JSON."""
    tokens = list(_TOKEN.finditer(text))
    if _TOKEN.sub("", text).strip():
        return ""  # a string without its end, or what is no token
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
