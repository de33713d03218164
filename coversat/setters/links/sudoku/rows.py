"""The rows of data sets: a sudoku in one of the fields, and perhaps its answer or its regions in others.

The members of JSON objects are fields, also those of objects inside others, and the messages of a chat,
whose names are the roles of who speaks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import Any

from ....base.errors import ParseError, visible
from ....kinds.sudoku.jigsaw import from_map
from ....kinds.sudoku.prose import (
    apart,
    may_state_rule,
    rule_in_name,
    rule_words,
    says_nothing,
    unread_in,
    unread_remark,
)
from ....kinds.sudoku.reading import likely_clash, read_one_line
from ....kinds.sudoku.rules import Sudoku, from_cells
from ....problems.fields import (
    USUAL,
    Board,
    Field,
    What,
    is_asking,
    is_describing,
    is_harmless,
    is_not_by_rows,
    roles,
    unknown_words,
)
from ....problems.grid import rows_of
from ....problems.layout import SIZES
from ....problems.problem import Beside, Row, together
from ....problems.text import Token, shown
from .in_texts import boards_in, of_words

_SQUARES = tuple(size * size for size in SIZES)
_SPEAKER, _SPOKEN = ("role", "from"), ("content", "value", "text")
_LONGEST_NOTE = 80
_FLAG = ("1", "1.0")
_ADDRESS = re.compile(r"https?://[^/\s]*/?(?P<page>[^\s?]*?)(?:\.[a-z]{3,4})?(?:\?\w*)?(?=\s|$)")
"""The address before a puzzle that stands in it: the words of its page may name a variant."""
_REGIONAL = re.compile(r"jigsaw|irregular", re.I)
"""Variants whose rule is a map of regions."""
LOOK = 20
"""The rows by which is decided which field has the puzzles of a set."""


def field_of(name: str, number: int, token: Token) -> Field:
    """A field with this text; raise `ParseError` if it is not certain which board is in it."""
    try:
        return Field(name, number, token, *boards_in(token.text, is_asking(name)))
    except ParseError as error:
        where = name or f"field {number}"
        raise ParseError(token.line, token.column, f"{error.reason} ({where})") from None


def fields_of(data: Any, line: int = 1) -> list[Field]:
    """The fields of an object or list, or of one value."""
    fields: list[Field] = []
    for name, value in _leaves(data, ""):
        token = Token(value if isinstance(value, str) else json.dumps(value), line, 1)
        words, number = cells_of(value), len(fields) + 1
        if words is None:
            fields.append(field_of(name, number, token))
        else:
            fields.append(Field(name, number, token, (_board_of(words, name, token),), beside=None))
    return fields or [Field("", 1, Token("", line, 1))]


def _board_of(words: Sequence[str], name: str, token: Token) -> Board:
    """The board in a list; `ParseError` if a cell is no digit."""
    board = of_words(words, may_be_empty=True)
    if board is None:
        size, where = isqrt(len(words)), f" as {name}" if name else ""
        raise token.error(f"digits from 1 to {size}, and blanks{where}")
    return board


def is_chat(data: Any) -> bool:
    """Whether it is a list of messages: who speaks, and what."""
    return isinstance(data, list) and bool(data) and all(map(_speaker, data))


def _speaker(message: Any) -> str | None:
    found = [message[key] for key in _SPEAKER if key in message] if isinstance(message, dict) else []
    return found[0] if found and isinstance(found[0], str) else None


def _leaves(data: Any, name: str) -> Iterator[tuple[str, Any]]:
    if isinstance(data, dict):
        speaker, spoken = _speaker(data), [data[key] for key in _SPOKEN if key in data]
        if speaker is not None and spoken:
            yield from _leaves(spoken[0], f"{name}.{speaker}".lstrip("."))
            return
        for key, value in data.items():
            yield from _leaves(value, f"{name}.{key}".lstrip("."))
    elif isinstance(data, list) and cells_of(data) is None and any(map(_may_hold, data)):
        for item in data:
            yield from _leaves(item, name)
    elif data not in (None, "", [], {}):
        yield name, data


def _may_hold(item: Any) -> bool:
    """Whether an item of a list may be a field of its own, and not a part of one."""
    return isinstance(item, dict) or (isinstance(item, str) and len(item) > 1) or cells_of(item) is not None


def cells_of(data: Any) -> list[str] | None:
    """The cells of a whole board in lists, as words; None for what has another shape."""
    if not isinstance(data, list):
        return None
    if len(data) in SIZES and all(isinstance(row, str | list) and len(row) == len(data) for row in data):
        words = [_word(cell) for row in data for cell in row]
    elif len(data) in _SQUARES[1:]:
        words = [_word(cell) for cell in data]
    else:
        return None
    return [word for word in words if word is not None] if None not in words else None


def _word(cell: Any) -> str | None:
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return " "
    if isinstance(cell, str):
        return cell.strip()
    return str(cell) if isinstance(cell, int) and not isinstance(cell, bool) else None


def row_of(fields: Sequence[Field], key: str | None = None) -> tuple[str, Row]:
    """The key of the puzzle's field, and what a row states; `key`: that of the rows before.

    Raise `ParseError` if it is not certain, or if words name a variant or another kind of puzzle.
    """
    found = roles(fields, key)
    field, board = found.puzzle
    if is_not_by_rows(field.name):
        raise field.error("a board by its rows")
    has_regions = found.regions is not None
    for one, _ in filter(None, (found.puzzle, found.answer)):
        if rule_in_name(_REGIONAL.sub("", one.name) if has_regions else one.name):
            raise one.error("a puzzle whose rules are all read", f"{one.key}, which may change them")
    said = [(one, _unread(one, board.size, has_regions)) for one in found.stating]
    unnamed = [one for one, _ in said if not one.name and not one.boards]
    before = [one for one in unnamed if one.number < field.number]
    parts = [_name(field.name)] if field.alone else []
    parts += [words for one, words in said if one not in unnamed]
    parts += [] if all(says_nothing(one.token.text) for one in before) else [_remark(" ", before)]
    parts += [_remark(",", [one for one in unnamed if one.number > field.number])]
    unread = tuple(filter(None, parts))
    puzzle: str | Sudoku = board.text
    if found.regions is not None:
        puzzle = from_map(board.values, board.lowest, [label or 0 for label in found.regions[1].values])
    elif board.lowest != 1:
        puzzle = from_cells(board.values, board.lowest)
    stored = None if found.answer is None else rows_of(found.answer[1].values, board.size)
    if found.answer is not None and found.answer[0] is not field and not found.answer[0].alone:
        from ....comparing.replies import Reader  # of replies, which most rows do not have

        stored = Reader(problem_of(Row(puzzle)))(found.answer[0].token.text).answer
    texts = [one.token.text for one in found.unused if one.what is not What.TEXT and not one.of_set]
    note = ", ".join(text for text in texts if len(text) <= _LONGEST_NOTE)
    unused = tuple(one.name for one in found.unused if one.name not in ("", one.token.text))
    naming = (one for one in fields if not (one.of_set and _unread(one, board.size, has_regions)))
    is_named = any("sudoku" in (one.beside or "").lower() for one in naming)
    doubt = other_kind(found.stating, has_regions) or ("" if is_named else _clash(board, puzzle))
    return field.key, Row(puzzle, note, Beside(unused, unread, () if stored is None else (stored,), doubt))


def other_kind(fields: Iterable[Field], has_regions: bool = True) -> str:
    """The doubt if a field names a kind that may be another one; `ParseError` if it names one that is."""
    said = (_unread(one, 0, has_regions) for one in fields if one.says_kind)
    return next((_doubt(one) for one in said if one and "sudoku" not in one.lower()), "")


def _doubt(found: str) -> str:
    return f"expected a sudoku, found {found}; --kind sudoku reads it as one"


def _clash(board: Board, puzzle: str | Sudoku) -> str:
    """The doubt if givens clash on a board that is likely to be of another kind; empty if none do."""
    if board.blank in (".", " ") or (board.blank == "0" and board.size == 9):
        return ""
    problem = problem_of(Row(puzzle))
    text = board.text.replace(".", board.blank or ".")
    is_likely = not problem.clash or likely_clash(text, problem, (problem,))
    return "" if is_likely else _doubt(f"a board of which {problem.clash}")


def _remark(sign: str, fields: Iterable[Field]) -> str:
    """What fields without names on one side of a puzzle say, if it may state a rule."""
    said = sign.join(one.token.text.strip() for one in fields)
    words = _ADDRESS.sub(lambda found: apart(found["page"].replace("/", " ")), said)
    return f"the remark {shown(said)}" if may_state_rule(words) else ""


def _name(name: str) -> str:
    return f"the name {shown(name)}" if unknown_name(name) else ""


def unknown_name(name: str) -> bool:
    """Whether the name of a board's field, or of what holds it, may be that of something else."""
    said = [unknown_words(part) for part in name.split(".") if not says_nothing(part)]
    return any(unread_in(words, 9) and may_state_rule(words) for words in said)


def speaks(name: str) -> bool:
    """Whether a name of what holds boards may say more than which they are."""
    return bool(rule_in_name(name)) or is_not_by_rows(name) or unknown_name(name)


def _unread(field: Field, size: int, has_regions: bool) -> str:
    """What a field says that may state a rule, and is not read; raise `ParseError` if it names a rule."""
    whole, text = field.token.text, (field.beside or "") if field.boards else field.token.text
    if has_regions:
        whole, text = _REGIONAL.sub("", whole), _REGIONAL.sub("", text)
    is_usual = text.strip().lower() in USUAL
    name = _REGIONAL.sub("", field.name) if has_regions else field.name
    is_holder = field.of_set and field.token.text == field.name
    if not is_holder and (words := rule_words(whole)):
        raise field.error("a plain sudoku", f"{shown(words)} in {field.key}")
    if is_holder and is_not_by_rows(name):
        raise field.error("a board by its rows")
    if not is_usual and rule_in_name(name):
        raise field.error("a puzzle whose rules are all read", f"{field.key}, which may change them")
    if is_holder:
        return _name(name)
    is_known = is_harmless(field.name)
    if is_usual or (field.what is What.NUMBER and (is_known or text.strip() not in _FLAG)):
        return ""
    if field.says_kind:
        said = "" if says_nothing(text) else unread_in(apart(text), size)
    elif is_describing(field.name):
        said = unread_remark(text, size)
    elif field.what is What.TEXT or " " in text.strip() or (not is_known and text.lower() not in USUAL):
        said = unread_in(text, size)
    else:
        said = "" if says_nothing(text) else text
    return f"{shown(said)} in {field.key}" if said else ""


class Naming:
    """Names each field of a set once that is not used: the notes of rows from `row_of` become sentences."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def __call__(self, row: Row) -> Row:
        names = [name for name in row.beside.notes if name not in self._known]
        self._known.update(names)
        notes = (f"fields that were not used: {', '.join(map(visible, names))}",) if names else ()
        return row._replace(beside=row.beside._replace(notes=notes))


def problems_of(rows: Iterable[Row]) -> tuple[Sudoku, ...]:
    """The puzzles of all rows; raises the first error in them."""
    return tuple(problem_of(row) for row in rows if row.puzzle is not None)


def problem_of(row: Row) -> Sudoku:
    """The puzzle of a row; raises the error in it."""
    if isinstance(row.puzzle, ParseError):
        raise row.puzzle
    return row.puzzle if isinstance(row.puzzle, Sudoku) else read_one_line(row.puzzle)[0]


def beside_of(rows: Iterable[Row]) -> Beside:
    """What all rows have beside their puzzles."""
    rows = tuple(rows)
    stored = tuple(next(iter(row.beside.stored), None) for row in rows if row.puzzle is not None)
    return together([row.beside for row in rows])._replace(stored=stored)
