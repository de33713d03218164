"""Sudokus as lists of a program: JSON, Python, C or Java, or as numpy prints an array.

A board is a list of rows, which are lists of cells or strings, a list of all cells, or one string. A blank
is 0, an empty string, null or None, or one sign. An object has a board in one member, perhaps the solution in
another, and what describes the puzzle; see `rows`.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from ....base.errors import ParseError
from ....kinds.sudoku.prose import apart, rule_in_name, unread_in
from ....kinds.sudoku.rules import Sudoku
from ....kinds.sudoku.text import show_rows, unread_remarks
from ....problems.fields import Field, changes_rules
from ....problems.grid import Grid
from ....problems.mistakes import nearest_mistake
from ....problems.problem import Beside, Form, Row, always
from ....problems.text import HEAD, Token, head_of, shown, text_lines
from .in_texts import begins_with_board
from .rows import (
    Naming,
    beside_of,
    cells_of,
    fields_of,
    is_chat,
    other_kind,
    problem_of,
    problems_of,
    row_of,
    speaks,
)

_WORDS = (("None", "null"), ("True", "true"))
_LAST_COMMA = re.compile(r",(?=\s*[\]}])")
_NO_COMMA = re.compile(r"(?<=[\]0-9.])\s(?=\s*[\[0-9.])")
_BEGINS = re.compile(
    r'[\[{(][^<]{0,400}?(?:"[0-9._*xX?-]{9,}"|(?:(?:[0-9]|"."|null|None)[\s,]+){4})', re.DOTALL
)
"""How a text begins that is too long to be looked at whole."""
_ABOUT = ("metadata", "meta", "info")
"""Objects beside the records that describe their set."""


def data_of(text: str, line: int = 1) -> Any:
    """The lists and objects in a text; lists with names, as ``board = [...]``, are members of an object."""
    return _data_and_remarks(text, line)[0]


def _data_and_remarks(text: str, line: int = 1) -> tuple[Any, tuple[str, ...]]:
    """The same, and what code and comments around lists say that may state a rule."""
    with suppress(ValueError, RecursionError):
        return json.loads(text), ()
    if "'" in text:
        with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
            return ast.literal_eval(text.strip()), unread_beside(text)
    found = [(name, _list_of(one, line)) for name, one in named_lists(text)]
    named = {name: [data] if isinstance(data, list) else data for name, data in found}
    return (named if any(named) else found[0][1]), unread_beside(text)


def _list_of(plain: str, line: int) -> Any:
    """The lists that a program states like this."""
    if '"' not in plain:
        plain = plain.replace("'", '"')
    for word, same in _WORDS:
        plain = re.sub(rf"\b{word}\b", same, plain)
    plain = plain.translate(str.maketrans("()", "[]"))
    if re.match(r"\s*\{\s*[{0-9]", plain):
        plain = plain.translate(str.maketrans("{}", "[]"))
    if "," not in plain:
        plain = _NO_COMMA.sub(",", plain)
    try:
        return json.loads(_LAST_COMMA.sub(" ", plain))
    except json.JSONDecodeError as error:
        raise ParseError(
            line - 1 + error.lineno, error.colno, f"expected JSON or lists of a program ({error.msg})"
        ) from None
    except (ValueError, RecursionError):
        raise ParseError(line, 1, "expected JSON or lists of a program") from None


def _records(data: Any, above: tuple[Field, ...] = ()) -> Iterator[tuple[tuple[Field, ...], Any]]:
    """The records: each object in which a board is, chat, and board alone; and the fields above each."""
    inner: dict[Any, Any] = dict(enumerate(data)) if isinstance(data, list) else {}
    if isinstance(data, dict):
        inner = {name: one for name, one in data.items() if isinstance(one, dict | list)}
        inner = {name: one for name, one in inner.items() if not _is_about(name, one)} or inner
    if not inner or cells_of(data) is not None or _is_record(data):
        yield above, data
        return
    rows = [one for one in data if isinstance(one, list) and one and not isinstance(one[0], dict | list)]
    if len(rows) > 1 and not any(map(cells_of, rows)):
        raise nearest_mistake(json.dumps(data), None)
    stated = (
        [] if isinstance(data, list) else fields_of({k: one for k, one in data.items() if k not in inner})
    )
    above = (*above, *(field._replace(of_set=True) for field in stated))
    for name, one in inner.items():
        member = Field(str(name), 0, Token(str(name), 1, 1), of_set=True)
        yield from _records(one, (*above, member) if speaks(member.name) else above)


def _is_about(name: str, data: Any) -> bool:
    """Whether a member describes the set, by its name, or states rules of it."""
    return name in _ABOUT or (changes_rules(name) and not any(one.boards for one in fields_of(data)))


def _is_record(data: Any) -> bool:
    """Whether it is a chat, or an object that has a board, and not only in objects or lists inside it."""
    if isinstance(data, list):
        return is_chat(data)
    own = {name: one for name, one in data.items() if not isinstance(one, dict) and not _has_records(one)}
    try:
        return any(field.boards for field in fields_of(own))
    except ParseError:
        return True  # it is not certain which board


def _has_records(data: Any) -> bool:
    return isinstance(data, list) and cells_of(data) is None and not is_chat(data)


def _items(text: str) -> Iterator[Row]:
    """The rows of a text; two boards that belong together, see `_is_pair`, are one."""
    try:
        data, remarks = _data_and_remarks(text)
        records = [*_records(data)]
    except RecursionError:
        raise ParseError(1, 1, "expected lists of a board, found more lists inside each other") from None
    at, key, naming = 0, None, Naming()
    with_map: set[bool] = set()
    while at < len(records):
        above, data = records[at]
        pair = [one for _, one in records[at : at + 2]]
        is_pair = _is_pair(pair, alone=len(records) == 2)
        at += 1 + is_pair
        doubt = ""
        try:
            doubt = other_kind(above)
            key, row = row_of([*fields_of(pair if is_pair else data), *above], key)
            row = naming(row._replace(puzzle=problem_of(row)))
            if not isinstance(data, dict):
                with_map.add(bool(problem_of(row).regions))
            if len(with_map) > 1:
                raise ParseError(1, 1, "expected a map of regions for each board or for none, found one left")
        except ParseError as error:
            row = Row(error, beside=Beside(doubt=doubt))
        yield row._replace(beside=row.beside._replace(unread=(*row.beside.unread, *remarks)))


def _is_pair(records: list[Any], alone: bool) -> bool:
    """Whether these are a board, and a whole board that completes it; or a board and a map of its regions.

    `alone`: whether there are no others; a whole board is an answer then, though it may be wrong.
    """
    if len(records) < 2 or any(isinstance(one, dict) for one in records):
        return False
    with suppress(ParseError):
        boards = [[board for field in fields_of(one) for board in field.boards] for one in records]
        first, second = (found[0] if len(found) == 1 else None for found in boards)
        if first is None or second is None:
            return False
        has_map = first.is_map != second.is_map and first.size == second.size
        is_answer = second.completes(first) or (alone and second.is_whole and second.size == first.size)
        return has_map or (not first.is_whole and is_answer)
    return False


def is_json_lines(text: str) -> bool:
    """Whether each of the first lines is an object, or a list of several; they are read one by one.

    A line alone with several records is a set.
    """
    first = [*islice((line for line in text_lines(head_of(text)) if line.strip()), 2)]
    if not all(line.lstrip().startswith(("[", "{", "(")) for line in first):
        return False
    try:
        data = [data_of(line) for line in first]
        if len(data) == 1:
            return (
                first[0].lstrip().startswith("{")
                and isinstance(data[0], dict)
                and len([*islice(_records(data[0]), 2)]) == 1
            )
    except ParseError:
        return False
    return bool(data) and all(isinstance(one, dict | list) for one in data)


def _recognises(text: str) -> bool:
    """Whether a text is all of such lists; of a long one, whether it begins so."""
    name, first = next(named_lists(text))
    start = first.lstrip()
    if not start.startswith(("[", "{", "(")) or (not name and is_json_lines(start)):
        return False
    if len(text) > HEAD // 2:
        return _BEGINS.match(start) is not None or begins_with_board(start.replace("\\n", "\n"))
    try:
        return any(field.boards for _, data in _records(data_of(text)) for field in fields_of(data))
    except ParseError as error:
        return "JSON or lists" not in error.reason
    except RecursionError:
        return True  # reading it reports the error


LISTS: Form[Sudoku, Grid] = Form(
    name="lists",
    about="lists of cells in JSON, Python, C or Java, or objects with one; 0, null or '' for a blank",
    recognises=_recognises,
    read=lambda text: problems_of(_items(text)),
    show=show_rows,
    items=_items,
    several=True,
    beside=lambda text: beside_of(_items(text)),
    bare=always,
)


# Lists in the text of a program: what they are called, and the code and comments around them


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
