"""Sudokus in a line each among other fields: CSV, JSON lines, lists with numbers or names before the puzzles.

How lines are divided, and which field has the puzzle, is decided by the first of them. Fields have commas,
semicolons, tabs or bars between them; if that gives different numbers of fields, any of these and spaces.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, islice, repeat
from typing import NamedTuple

from ....base.errors import ParseError
from ....kinds.sudoku.prose import rule_in_name
from ....kinds.sudoku.reading import read_one_line
from ....kinds.sudoku.rules import Sudoku
from ....kinds.sudoku.text import NAMED_LIST, is_comment, show_one_line, unread_remarks
from ....problems.fields import Field, changes_rules, is_harmless
from ....problems.grid import Grid
from ....problems.problem import Beside, Form, Row, Rows, always
from ....problems.text import Token, head_of, text_lines
from .lists import data_of, is_json_lines
from .rows import LOOK, Naming, beside_of, field_of, fields_of, problems_of, row_of, unknown_name

_WORD = re.compile(r""""(?P<quoted>[^"]*)"|'(?P<single>[^']*)'|(?P<plain>https?:[^\s=]+|[^\s,;|"':=]+)""")
_NAME = re.compile(r"[#\u2116]|[^\W\d][\w.()/#-]*(?:\s+[\w.()/#-]+)*")
SMALLEST = 36
"""The characters of the smallest board in a line of a table; 16 may be a number."""
_SIGNS = ",;\t|"
_FIELD = {
    sign: re.compile(rf'[ \t]*(?:"(?P<quoted>(?:[^"]|"")*)"[ \t]*|(?P<plain>[^{sign}]*))[{sign}]')
    for sign in _SIGNS
}


def records(text: str, goes_on: Callable[[str], bool]) -> Iterator[tuple[str, int]]:
    """The lines of a text and their numbers; with those in which a field goes on."""
    record, start = "", 1
    for number, line in enumerate(text_lines(text), 1):
        record, start = (f"{record}\n{line}", start) if record else (line, number)
        if not goes_on(record):
            yield record, start
            record = ""
    if record:
        yield record, start


class Dividing(NamedTuple):
    """How lines are divided: at a sign, in words (no sign), or as JSON; and the names of their fields."""

    sign: str = ""
    is_json: bool = False
    names: tuple[str, ...] = ()

    def fields(self, line: str, number: int) -> list[Field]:
        """The fields of a line; raise `ParseError` if it is not certain what is in them."""
        if self.is_json:
            return fields_of(data_of(line, number), number)
        tokens = self.tokens(line, number)
        names = self.names if self.sign or len(tokens) == len(self.names) else ()
        named = zip(tokens, chain(names, repeat("")), strict=False)
        return [field_of(name, at, token) for at, (token, name) in enumerate(named, 1)]

    def tokens(self, line: str, number: int) -> list[Token]:
        found = (_FIELD[self.sign] if self.sign else _WORD).finditer(f"{line}{self.sign}")
        tokens = []
        for one in found:
            name = one.lastgroup or "plain"
            text = one[name].replace('""', '"') if name == "quoted" else one[name].rstrip()
            tokens.append(Token(text, number, one.start(name) + 1))
        return tokens

    def goes_on(self, record: str) -> bool:
        """Whether a field in quotes goes on in the next line."""
        if not self.sign or record.count('"') % 2 == 0:
            return False
        return any(token.text.startswith('"') for token in self.tokens(record, 1))

    def is_empty(self, line: str) -> bool:
        """Whether a line holds no puzzle, and need not: it is blank, a rule, or the names of fields."""
        if self.sign == "|" and not line.strip("|:- \t"):
            return True
        if not line.strip() or self.is_json:
            return not line.strip()
        texts = tuple(token.text for token in self.tokens(line, 1))
        return texts == self.names or not any(texts)

    def note(self, rest: str) -> str:
        return ", ".join(filter(None, (token.text.strip() for token in self.tokens(rest, 1))))


def _dividing(head: str) -> Dividing | None:
    """How the lines of a text are divided; None if it is something else."""
    start = head.lstrip()
    if start.startswith(("{", "[")) or re.match(NAMED_LIST, start):
        return Dividing(is_json=True) if is_json_lines(start) else None
    for sign in _SIGNS:
        lines = [*islice(_lines(head, Dividing(sign)), LOOK)]
        counts = [len(Dividing(sign).tokens(line, number)) for line, number in lines]
        if counts and counts[0] > 1 and 2 * counts.count(counts[0]) > len(counts):
            return Dividing(sign, names=_names(Dividing(sign), lines[0][0]))
    first = next(_lines(head, Dividing()), ("", 1))[0]
    return Dividing(names=_names(Dividing(), first))


def _lines(text: str, dividing: Dividing) -> Iterator[tuple[str, int]]:
    """The lines that are neither blank nor comments."""
    return (one for one in records(text, dividing.goes_on) if one[0].strip() and not _is_comment(one[0]))


def _names(dividing: Dividing, line: str) -> tuple[str, ...]:
    """The names of fields, if the first line has them."""
    texts = tuple(token.text for token in dividing.tokens(line, 1))
    return texts if all(not text or _NAME.fullmatch(text) for text in texts) and any(texts) else ()


def _first(head: str, dividing: Dividing) -> list[tuple[str, int]]:
    """The first lines with puzzles, and their numbers."""
    lines = _lines(head, dividing)
    return [*islice((one for one in lines if not dividing.is_empty(one[0])), LOOK)]


def _rows(head: str) -> Rows:
    """How the lines of a text are read that begins like this."""
    dividing = _dividing(head) or Dividing()
    keys: Counter[str] = Counter()
    has_runs = False
    for line, number in _first(head, dividing):
        with suppress(ParseError):
            key, row = row_of(dividing.fields(line, number))
            keys[key] += 1
            has_runs = has_runs or (not dividing.names and bool(row.beside.unread))
    best = next((key for key, _ in keys.most_common(1)), None)
    naming = Naming()

    def read(line: str, number: int) -> Row | None:
        if dividing.is_empty(line) or _is_comment(line):
            said = () if dividing.sign and not _is_comment(line) else unread_remarks([line.strip()])
            return Row(None, beside=Beside(unread=said)) if said else None
        return naming(row_of(dividing.fields(line, number), best)[1])

    stating = (
        one for one in dividing.names if changes_rules(one) or rule_in_name(one) or not is_harmless(one)
    )
    alike = not (best is None or dividing.is_json or has_runs or any(stating) or unknown_name(best))
    return Rows(read, dividing.note, dividing.goes_on, alike)


def _is_comment(line: str) -> bool:
    """Whether a line is a comment, and holds no word as long as a board."""
    return is_comment(line) and max(map(len, line.split())) < SMALLEST


def _recognises(text: str) -> bool:
    """Whether the first lines hold a puzzle each, in a way that is not the own form of one line."""
    head = head_of(text)
    dividing = _dividing(head)
    first = _first(head, dividing) if dividing else []
    having = 0
    for line, number in first:
        assert dividing is not None
        try:
            fields = dividing.fields(line, number)
        except ParseError:  # it is no other text, if fields have names
            having += dividing.is_json or bool(dividing.names)
            continue
        boards = [board for field in fields for board in field.boards]
        if not having and len(boards) == 1 and fields[0].boards and not (dividing.is_json or dividing.names):
            return False
        having += bool(boards)
    return having > 0 and 2 * having >= len(first)


def _items(text: str) -> Iterator[Row]:
    """The rows of a whole text."""
    rows = _rows(head_of(text))
    for line, number in records(text, rows.goes_on):
        try:
            row = rows.read(line, number)
        except ParseError as error:
            row = Row(error)
        if row is not None:
            yield row


def _read(text: str) -> tuple[Sudoku, ...]:
    if not any(map(str.isspace, text)):  # a puzzle of a set, as `_rows` gives it
        return read_one_line(text)
    return problems_of(_items(text))


TABLE: Form[Sudoku, Grid] = Form(
    name="table",
    about="a sudoku a line among other fields: CSV, JSON lines, prompts and replies; with stored answers",
    recognises=_recognises,
    read=_read,
    show=show_one_line,
    rows=_rows,
    bulk="search_tables",
    several=True,
    beside=lambda text: beside_of(_items(text)),
    bare=always,
)
