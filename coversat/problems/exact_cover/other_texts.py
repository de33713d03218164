"""Exact covers as matrices of 0 and 1, and as sets with names: read where the kind is stated."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.errors import ParseError, ReductionError
from ..problem import Form
from ..text import Token, line_tokens, text_lines
from .rules import Cover, ExactCover

_LIST = re.compile(r"[\[(]([^\[\]()]*)[\])]")
_CELL = re.compile(r"[^\s,;]+")
_MATRIX = frozenset("01 \t\r\n,;[]()")
_SET = re.compile(r"\s*(?P<name>[^\s:={}|]+)\s*[:=]\s*\{?(?P<items>[^{}:=|]*)\}?[,;]?\s*")


def _matrix_rows(text: str) -> Iterator[list[Token]]:
    """The cells of each row, in lines of their own, or as lists in one line."""
    for found in _LIST.finditer(text):
        start = found.start(1)
        at, before = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start) - 1
        yield [token._replace(column=token.column + before) for token in line_tokens(found[1], at, _CELL)]
    for number, line in enumerate(text_lines("" if _LIST.search(text) else text), 1):
        tokens = line_tokens(line, number, _CELL)
        if len(tokens) == 1:
            tokens = [tokens[0].part(at, at + 1) for at in range(len(tokens[0].text))]
        if tokens:
            yield tokens


def _read_matrix(text: str) -> tuple[ExactCover, ...]:
    """Each row is an option, each column a primary item, named by its number."""
    rows = list(_matrix_rows(text))
    for row in rows:
        if len(row) != len(rows[0]):
            raise row[-1].error(f"a row of {len(rows[0])} cells, as the first one", str(len(row)))
        values = [token.integer(0, 1, "a cell of the matrix") for token in row]
        if not any(values):
            raise row[0].error("a 1 in each row of the matrix", "zeros only")
    return (ExactCover.from_matrix([[int(token.text) for token in row] for row in rows]),)


def _set_lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(text_lines(text), 1) if line.strip())


def is_sets(text: str) -> bool:
    """Whether each line is a name and a set of items."""
    lines = [line for _, line in _set_lines(text)]
    return len(lines) > 1 and all(_SET.fullmatch(line) for line in lines)


def _read_sets(text: str) -> tuple[ExactCover, ...]:
    """Each set is an option with its name; the items are those of all sets, as they occur."""
    rows: dict[str, list[str]] = {}
    for number, line in _set_lines(text):
        found = _SET.fullmatch(line)
        items = _CELL.findall(found["items"]) if found else []
        if found is None or not items:
            raise ParseError(number, 1, "expected a name and items, such as 'A: 1 4 7'")
        if found["name"] in rows:
            raise ParseError(
                number, found.start("name") + 1, f"expected each name once, found {found['name']!r}"
            )
        rows[found["name"]] = items
    try:
        return (ExactCover.from_rows(rows),)
    except ReductionError as error:
        raise ParseError(1, 1, str(error)) from None


MATRIX: Form[ExactCover, Cover] = Form(
    name="matrix",
    about="rows of 0 and 1, an option each, whose columns are the items; as text, CSV or lists; with --kind",
    recognises=lambda text: "1" in text and _MATRIX.issuperset(text),
    read=_read_matrix,
    only_stated=True,
)
SETS: Form[ExactCover, Cover] = Form(
    name="sets",
    about="a named set a line, 'A: 1 4 7' or 'A = {1, 4, 7}', whose items are those of all; with --kind",
    recognises=is_sets,
    read=_read_sets,
    only_stated=True,
)
