"""Files with a puzzle in each line, read as a stream."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import InputError, ParseError
from ..files import Source
from ..kinds import load_part
from ..problems import KINDS, AnyForm, find_form, form_names, recognise
from ..problems.bulk import Bulk
from .entry import Block, Entry, Part, Split

HEAD = 1 << 16
"""The bytes at the beginning of a text by which its form is recognised; no line of a set is longer."""


def beginning(source: Source) -> list[bytes]:
    """The first lines, of about `HEAD` bytes; all lines of a shorter text."""
    head: list[bytes] = []
    size = 0
    while size < HEAD and (line := source.readline(HEAD)):
        head.append(line)
        size += len(line)
    return head


def line_form(file: str, head: bytes, kind: str | None) -> tuple[str, AnyForm] | None:
    """The kind and the form of a text that can be read line by line."""
    if b"\r" in head.replace(b"\r\n", b""):
        return None
    form = recognise(head.decode("utf-8-sig", "replace"), kind, file)
    if form is None or form.split_line is None:
        return None
    kinds = KINDS if kind is None else (kind,)
    return next(
        one for one in kinds if form.name in form_names(one) and find_form(one, form.name) is form
    ), form


def entries_of_lines(source: Source, head: list[bytes], kind: str, form: AnyForm) -> Iterator[Part]:
    """The entries of the lines, in blocks where the form can read many lines at once."""
    file, split = source.name, form.split_line
    assert split is not None
    bulk: Bulk | None = load_part(kind, form.bulk, "BULK") if form.bulk else None
    lines = _Lines(b"".join(head), source)
    case, number = 1, 1
    noted: set[str] = set()
    while True:
        if bulk is not None and (block := lines.block(bulk, split, file, kind, form.name, case, number)):
            case, number = case + len(block), number + len(block)
            yield block
            continue
        data = lines.next()
        if not data:
            return
        entry = _of_line(data, number, case, split, file, kind, form, noted)
        number += 1
        if entry is not None:
            case += 1
            yield entry


def _of_line(
    data: bytes, number: int, case: int, split: Split, file: str, kind: str, form: AnyForm, noted: set[str]
) -> Entry | None:
    """The entry of a line, or None if it has none.  `noted`: remarks of earlier entries."""
    try:
        line = data.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        wrong = InputError(file, "expected a text in UTF-8", number, error.start + 1)
        return Entry(file, case, number, wrong)
    puzzle, note = split(line)
    if not puzzle:
        return None
    if len(data) >= HEAD:
        message = f"expected a line of less than {HEAD} bytes"
        return Entry(file, case, number, InputError(file, message, number, 1, line[:80]))
    # Leading blanks remain, so that columns are those of the line.
    puzzle = line[: len(line) - len(line.lstrip()) + len(puzzle)]
    remarks = tuple(one for one in _notes(form, puzzle) if one not in noted)
    noted.update(remarks)
    return Entry(file, case, number, puzzle, kind, form.name, note, remarks=remarks)


def _notes(form: AnyForm, line: str) -> tuple[str, ...]:
    try:
        return form.notes(line) if form.notes else ()
    except ParseError:
        return ()  # reading the line reports the error


class _Lines:
    def __init__(self, head: bytes, source: Source) -> None:
        self._data = head
        self._at = 0
        self._source = source

    def next(self) -> bytes:
        """The next line; of one that is too long, the beginning; empty at the end."""
        end = self._end()
        while not end and self._more():
            end = self._end()
            if not end and len(self._data) > HEAD:
                return self._too_long()
        line = self._data[self._at : end or len(self._data)]
        self._at += len(line)
        return line[:HEAD]

    def _end(self) -> int:
        return self._data.find(b"\n", self._at) + 1

    def _more(self) -> bool:
        piece = self._source.piece()
        self._data, self._at = self._data[self._at :] + piece, 0
        return bool(piece)

    def _too_long(self) -> bytes:
        line = self._data[:HEAD]
        self._at = len(self._data)
        while self._more() and not self._end():
            self._at = len(self._data)
        self._at = self._end() or len(self._data)
        return line

    def block(
        self, bulk: Bulk, split: Split, file: str, kind: str, form: str, case: int, number: int
    ) -> Block | None:
        if not self._end():
            self._more()
        found = bulk.read(self._data, self._at, HEAD - 1)
        if found is None:
            return None
        cells, places, end = found
        try:
            # Text after the cells is removed, as in any other line.
            notes = tuple(split(f".{self._data[a:b].decode()}")[1] if b > a else "" for a, b in places)
        except UnicodeDecodeError:
            return None
        self._at = end
        return Block(file, kind, form, case, number, bulk, cells, notes) if cells else None
