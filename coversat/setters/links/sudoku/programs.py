"""Lists in the text of a program: what they are called, and the code and comments around them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....base.errors import ParseError
from ....kinds.sudoku.prose import apart, rule_in_name, unread_in
from ....kinds.sudoku.text import unread_remarks
from ....problems.text import shown

_INDEX = r"(?:\s*\[\s*\d*\s*\])*"
_IS = rf"[A-Za-z_][\w.<>:,]*(?:[ \t]{{1,8}}[\w.<>:,]+)*{_INDEX}(?:\s*\w+{_INDEX})?\s*=\s*"
_ASKED = r"(?:(?:Input|Output)[ \t]*:[ \t]*)"
"""What judges write before the name."""
_NAME = re.compile(rf"\s*{_ASKED}?(?:{_IS})?(?:new\s+\w+{_INDEX}\s*)?")
_CALL = re.compile(r"(?:np\.|numpy\.)?(?:array|asarray|matrix|list|tuple)(?=\()")
_STATEMENT = re.compile(
    rf"(?m)^[ \t]*(?:{_ASKED}(?:{_IS})?|{_IS})(?:new\s+\w+{_INDEX}\s*)?(?:{_CALL.pattern})?[\[({{]"
)
_IDENTIFIER = re.compile(r"[A-Za-z_][\w.]*")
_TYPE = re.compile(r"=|(?<!:):(?!:)")
"""What ends a name: the list after it, or its type."""

_CODE = r"(?:import|from|using|#include)\b[^\n\[{]*|(?:[\w, ]+=[ \t]*)?[\w.]+\([^\n\[{]*\)[ \t]*;?"
_SAID = r"(?:Example|Output|Explanation|Constraints)\b[^\n\[{]*"
_BESIDE = re.compile(
    r"(?m)(?:^|(?<=[\],;)}]))[ \t]*(?P<comment>(?:#(?!include)|//)[^\n]*)$"
    r"|^[ \t]*(?:Example[ \d]*:|Output: *(?:true|false))[ \t]*$"
    rf"|^[ \t]*(?P<line>{_CODE}|{_SAID})[ \t]*$"
)
_ROW = re.compile(r"(?:row|line)? ?[0-9]{1,2}", re.I)
_USUAL = frozenset(
    "import from as print numpy np sys copy time json math random pprint include iostream vector string "
    "using namespace std main typing list result results res backtracking algorithm true false".split()
)
"""The words of code around a board that say nothing about it."""


def named_lists(text: str) -> Iterator[tuple[str, str]]:
    """The lists in a program and the name of each; empty without one. Each keeps its place in the text."""
    plain = _BESIDE.sub("", text).rstrip()
    starts = [found.start() for found in _STATEMENT.finditer(plain)]
    if not starts or plain[: starts[0]].strip():
        starts = [0]
    known = set()
    for start, end in zip(starts, [*starts[1:], len(plain)], strict=True):
        line = plain.count("\n", 0, start)
        piece = plain[start:end].rstrip().removesuffix(";")
        head = _NAME.match(piece)
        assert head is not None, "every part of it may be missing"
        name = _called(head[0])
        if name in known:
            raise ParseError(
                line + 1, 1, f"expected lists with different names, found two called {shown(name)}"
            )
        known.add(name)
        rest = _CALL.sub(lambda call: " " * len(call[0]), piece[head.end() :])
        yield name, "\n" * line + re.sub(r"[^\n]", " ", head[0]) + rest


def unread_beside(text: str) -> tuple[str, ...]:
    """What comments and code around lists say that may state a rule."""
    return tuple(dict.fromkeys(one for found in _BESIDE.finditer(text) for one in _unread(found)))


def _unread(found: re.Match[str]) -> tuple[str, ...]:
    if found["comment"]:
        said = found["comment"].lstrip("#/ \t")
        return () if _ROW.fullmatch(said) else unread_remarks([said])
    line = found["line"] or ""
    words = re.findall(r"\w+", apart(line).lower())
    said = " ".join(word for word in words if word not in _USUAL and (len(word) > 1 or word in "x0123456789"))
    return (f"the line {shown(line)}",) if rule_in_name(line) or unread_in(said, 9) else ()


def _called(head: str) -> str:
    """The name before a list, after the words of its type that name a rule."""
    if "=" in head:
        head = re.sub(rf"^\s*{_ASKED}", "", head)
    elif re.match(rf"\s*{_ASKED}", head) is None:
        return ""
    own = _IDENTIFIER.findall(_TYPE.split(head)[0])[-1:]
    return ".".join(
        [*(one for one in _IDENTIFIER.findall(head) if one not in own and rule_in_name(one)), *own]
    )
