"""Read sets of puzzles as entries, in order.

A text in a form with one puzzle per line is read line by line, as a stream; any other is read whole. A file
name may be replaced by a link or by the text itself.
"""

from __future__ import annotations

import os.path
import re
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, repeat

from ...base.deadline import Deadline
from ...base.errors import ArgumentError, CoversatError, InputError, LimitReachedError, ParseError
from ...base.files import STANDARD, Source, as_input, as_text, total_bytes
from ...problems import KINDS, Recognised, Wanted, read, recognise
from ...problems.bulk import Bulk
from ...problems.forms import is_link
from ...problems.kind import load_part
from ...problems.problem import Row
from ...problems.recognition import ANYTHING, unread_name
from ...problems.text import LONGEST, head_of
from .entry import Block, Entry, Part, called, entry_of, reading_of, refusal

TOGETHER = 1024
"""The most puzzles in a block of lines that are read one by one."""
HEAD = 1 << 16
"""The bytes at the beginning of a text by which its form is recognised."""


def _beginning(source: Source) -> list[bytes]:
    """The first lines, of about `HEAD` bytes; all lines of a shorter text."""
    head: list[bytes] = []
    size = 0
    while size < HEAD and (line := source.readline(LONGEST)):
        head.append(line)
        size += len(line)
    return head


def _row_form(file: str, head: bytes, wanted: Wanted) -> Recognised | None:
    """The form of a text that is read row by row."""
    try:
        found = recognise(head.decode("utf-8-sig", "replace"), wanted, file)
    except ParseError:
        return None  # of a text with several readings, which is read whole and refused
    if found is None:
        return None
    is_in_lines = found.form.rows is not None and b"\r" not in head.replace(b"\r\n", b"")
    return found if is_in_lines or found.form.items else None


Strings = tuple[str, ...]


class _Lines:
    """The entries of the lines of a text, in blocks where its form can read many lines at once."""

    def __init__(self, source: Source, head: list[bytes], found: Recognised, strict: bool) -> None:
        kind, form, _ = found
        assert form.rows is not None
        self._source, self._found, self._strict = source, found, strict
        self._data, self._at = b"".join(head), 0
        self._rows = form.rows(head_of(self._data.decode("utf-8-sig", "replace")))
        self._bulk: Bulk | None = load_part(kind, form.bulk, "BULK") if form.bulk else None
        self._alike = self._rows.alike and not unread_name(found, source.name)
        self._case = self._number = 1  # of the next entry and line
        self._noted: set[str] = set()  # remarks of earlier entries
        self._below: InputError | None = None  # about such a line with no puzzle below it
        self._said: Strings = ()  # what lines between puzzles say that may be a rule of those below

    def __iter__(self) -> Iterator[Part]:
        alike: list[Entry] = []  # consecutive lines that were read one by one
        for part in self._parts():
            usual = part if isinstance(part, Entry) and self._is_usual(part) else None
            if alike and (usual is None or not _follows(alike[-1], usual)):
                yield self._together(alike)
                alike = []
            if usual is None:
                yield part
            else:
                alike.append(usual)
            if alike and (len(alike) == TOGETHER or not self._end()):  # wait for no line
                yield self._together(alike)
                alike = []

    def _parts(self) -> Iterator[Part]:
        while True:
            if self._alike and (block := self._block()) is not None:
                self._case, self._number = self._case + len(block), self._number + len(block)
                yield block
            elif data := self._record():
                entry = self._entry(data)
                self._number += data.count(b"\n", 0, -1) + 1
                if entry is not None:
                    self._case += 1
                    yield entry
            else:
                if self._below is not None:
                    yield Entry(self._source.name, self._case, self._below.line, self._below)
                return

    def _is_usual(self, entry: Entry) -> bool:
        """Whether a puzzle may be decided with others."""
        if self._bulk is None or not isinstance(entry.content, str) or entry.remarks:
            return False
        return self._bulk.is_usual(entry.content.encode(), _characters(entry))

    def _together(self, alike: list[Entry]) -> Part:
        first = alike[0]
        if len(alike) == 1:
            return first
        cells = "".join(str(entry.content) for entry in alike).encode()
        notes = tuple(entry.note for entry in alike) if any(entry.note for entry in alike) else ()
        stored = b"".join(map(_characters, alike))
        unread = [entry.unread for entry in alike]
        return self._block_of((first.case or 1, first.line or 1), cells, notes, stored, unread)

    def _entry(self, data: bytes) -> Entry | None:
        file, case, number = self._source.name, self._case, self._number
        try:
            line = data.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            wrong = InputError(file, "expected a text in UTF-8", number, error.start + 1)
            return Entry(file, case, number, wrong)
        if len(data) >= LONGEST:
            message = f"expected a line of less than {LONGEST} bytes"
            return Entry(file, case, number, InputError(file, message, number, 1, line[:80]))
        try:
            row = self._rows.read(line.rstrip("\r\n"), number)
        except ParseError as error:
            wrong = InputError(called(file), error.reason, error.line, error.column, line.partition("\n")[0])
            return Entry(file, case, number, wrong)
        if row is not None and row.puzzle is None:
            reason = "expected such a remark above the puzzles of which it speaks, found it below all"
            self._below = InputError(called(file), reason, number, 1, line.rstrip("\r\n"))
            self._said += row.beside.unread
        if row is None or row.puzzle is None:
            return None
        self._below = None
        if self._said:
            row = row._replace(beside=row.beside._replace(unread=(*self._said, *row.beside.unread)))
        start = len(line) - len(line.lstrip())
        if isinstance(row.puzzle, str) and line.startswith(row.puzzle, start):
            # Leading blanks remain, so that columns are those of the line.
            row = row._replace(puzzle=line[: start + len(row.puzzle)])
        entry = entry_of(file, case, number, row, self._found, self._strict, line.partition("\n")[0])
        remarks = tuple(one for one in entry.remarks if one not in self._noted)
        self._noted.update(remarks)
        return entry._replace(remarks=remarks)

    def _record(self) -> bytes:
        """The next line, with those in which its row goes on; empty at the end."""
        line = data = self._next()
        while self._rows.goes_on(data.decode("utf-8", "replace")):
            more = self._next()
            if not more or len(data) + len(more) > LONGEST:
                self._data, self._at = data[len(line) :] + more + self._data[self._at :], 0
                return line  # the quote is no quote
            data += more
        return data

    def _next(self) -> bytes:
        """The next line; of one that is too long, the beginning; empty at the end."""
        end = self._end()
        while not end and self._more():
            end = self._end()
            if not end and len(self._data) > LONGEST:
                return self._too_long()
        line = self._data[self._at : end or len(self._data)]
        self._at += len(line)
        return line[:LONGEST]

    def _end(self) -> int:
        return self._data.find(b"\n", self._at) + 1

    def _more(self) -> bool:
        piece = self._source.piece()
        self._data, self._at = self._data[self._at :] + piece, 0
        return bool(piece)

    def _too_long(self) -> bytes:
        line = self._data[:LONGEST]
        self._at = len(self._data)
        while self._more() and not self._end():
            self._at = len(self._data)
        self._at = self._end() or len(self._data)
        return line

    def _block(self) -> Block | None:
        if not self._end():
            self._more()
        bulk = self._bulk
        found = None if bulk is None else bulk.read(self._data, self._at, LONGEST - 1)
        if found is None:
            self._bulk = None
        if bulk is None or found is None or not found.cells:
            return None
        try:
            rests = [rest.decode() for rest in found.rests]
        except UnicodeDecodeError:
            return None
        notes = tuple(self._rows.note(rest) if rest else "" for rest in rests)
        unread = [self._rows.unread(rest) if rest else () for rest in rests]
        if self._said:
            count = len(found.cells) // bulk.width
            unread = [(*self._said, *one) for one in unread or [()] * count]
        if self._strict and any(unread):
            self._bulk = None
            return None
        self._at, self._below = found.end, None
        return self._block_of((self._case, self._number), found.cells, notes, found.stored, unread)

    def _block_of(
        self, first: tuple[int, int], cells: bytes, notes: Strings, stored: bytes, unread: Sequence[Strings]
    ) -> Block:
        assert self._bulk is not None
        kind, form, kind_from = self._found
        where = self._source.name, kind, form.name, *first
        named = tuple(unread) if any(unread) else ()
        return Block(*where, self._bulk, cells, notes, stored, kind_from, named)


def _follows(one: Entry, other: Entry) -> bool:
    """Whether an entry is on the next line, and both have a stored answer, or neither."""
    return other.line == (one.line or 0) + 1 and (other.stored is None) == (one.stored is None)


def _characters(entry: Entry) -> bytes:
    """The stored answer of an entry in one line; empty if it has none, or digits of two figures."""
    return b"" if entry.stored is None else "".join(str(one) for row in entry.stored for one in row).encode()


LOOK = 0.5
"""Seconds that a look at the beginning of a text may take, however little time its puzzles have."""


class Entries:
    """An iterator over the entries of several files.

    * files: ``-`` is standard input; compressed files are uncompressed.
    * wanted: what is stated about all texts.
    * seconds: the time limit for reading a text; for a set with one puzzle per line, for recognising its
      beginning, which may take at least `LOOK`.  With piped input it starts at the first byte.

    * total (int or None): the bytes of all files; None if unknown.
    """

    def __init__(self, files: Sequence[str], wanted: Wanted = ANYTHING, seconds: float | None = None) -> None:
        self._files = files
        self._seconds = seconds
        self.wanted = wanted
        self._done = 0
        self._source: Source | None = None
        self._parts = self._of_files()
        self._block: Block | None = None
        self._at = 0  # the next entry in the block
        self._ahead: list[Part] = []  # read ahead, but not returned yet
        self.total = total_bytes(files)

    def __iter__(self) -> Iterator[Entry]:
        return self

    def __next__(self) -> Entry:
        part = self._part()
        if not isinstance(part, Block):
            return part
        self._at += 1
        return part[self._at - 1]

    def _part(self) -> Part:
        """The current block if it has entries left, otherwise the next part."""
        if self._block is None or self._at == len(self._block):
            part = self._ahead.pop(0) if self._ahead else next(self._parts)
            self._block, self._at = (part, 0) if isinstance(part, Block) else (None, 0)
            return part
        return self._block

    def of_case(self, number: int) -> Entries:
        """The entry of this number alone. Raise `ArgumentError` for several files."""
        if len(self._files) != 1:
            raise ArgumentError("a case is a puzzle of one file")

        def chosen(parts: Iterator[Part]) -> Iterator[Part]:
            each = chain.from_iterable(part if isinstance(part, Block) else (part,) for part in parts)
            found = -1
            for found, entry in enumerate(each):
                if found == number - 1 or entry.case is None:  # None: the file cannot be read
                    yield entry
                    return
            raise InputError(called(self._files[0]), f"there is no case {number}; it holds {found + 1}")

        return self.through(chosen)

    def through(self, chosen: Callable[[Iterator[Part]], Iterator[Part]]) -> Entries:
        """The same entries, of which only chosen ones are left; before anything is read."""
        self._parts = chosen(self._parts)
        return self

    def alone(self) -> Entry | None:
        """The first entry if it is the only one; it is not consumed."""
        self._ahead += islice(self._parts, 2 - len(self._ahead))
        if len(self._ahead) != 1:
            return None
        (part,) = self._ahead
        if isinstance(part, Block):
            return part[0] if len(part) == 1 else None
        return part

    def take(self, size: int) -> tuple[Part, ...]:
        """Return at most `count` entries, in blocks if possible."""
        parts: list[Part] = []
        while size:
            try:
                part = self._part()
            except StopIteration:
                break
            if self._block is None:
                parts.append(part)
                size -= 1
                continue
            block = self._block[self._at : self._at + size]
            parts.append(block)
            self._at += len(block)
            size -= len(block)
        return tuple(parts)

    @property
    def position(self) -> int:
        return self._done + (self._source.position if self._source is not None else 0)

    def _of_files(self) -> Iterator[Part]:
        for file in self._files:
            empty = True
            try:
                with as_input(file):
                    for part in self._of_link(file) if _is_text(file, self.wanted) else self._of_file(file):
                        empty = False
                        yield part
                if empty:
                    raise InputError(file, "it holds no puzzle")
            except CoversatError as error:
                if isinstance(error, LimitReachedError):
                    error.file = file
                if isinstance(error, InputError) and (hint := _instead_of(file)):
                    error = InputError(error.file, error.message, hint=hint)
                yield Entry(file, None, None, error)

    def _of_link(self, link: str) -> Iterator[Entry]:
        return self._of_text(link, link.encode, time.monotonic())

    def _of_file(self, file: str) -> Iterator[Part]:
        started = time.monotonic()
        try:
            with self._look().enforced():
                source = Source(file)
            with source:
                self._source = source
                if source.piped:  # time that other programs take to write does not count
                    source.wait()
                    started = time.monotonic()
                with self._look().enforced():
                    head = _beginning(source)
                    found = _row_form(file, b"".join(head), self.wanted)
                # At the end of input a terminal is not read again: it would wait for more.
                rest: Callable[[], bytes] = bytes if sum(map(len, head)) < HEAD else source.read
                if found is None:
                    yield from self._of_text(file, lambda: b"".join(head) + rest(), started)
                elif found.form.rows is not None:
                    yield from _Lines(source, head, found, self.wanted.strict)
                else:
                    yield from self._of_items(file, b"".join(head) + rest(), started, found)
                self._done += source.position
        finally:
            self._source = None

    def _look(self) -> Deadline:
        """The time limit for recognising the beginning: that of a puzzle, and at least `LOOK` for a set."""
        # Negative time spent adds what is lacking to `LOOK`.
        return Deadline(self._seconds, 0.0 if self._seconds is None else min(0.0, self._seconds - LOOK))

    def _time(self, started: float) -> Deadline:
        """The rest of the time limit for a text whose reading began then."""
        return Deadline(self._seconds, time.monotonic() - started)

    def _of_text(self, file: str, data: Callable[[], bytes], started: float) -> Iterator[Entry]:
        with self._time(started).enforced():
            reading = reading_of(file, data(), self.wanted)
        spent, beside = time.monotonic() - started, reading.beside
        found = Recognised(reading.kind, reading.form, reading.kind_from)
        stored = chain(beside.stored, repeat(None))
        for case, (problem, answer) in enumerate(zip(reading.problems, stored, strict=False), 1):
            own = Row(problem, beside=beside._replace(stored=() if answer is None else (answer,)))
            yield entry_of(file, case, None, own, found)._replace(seconds=spent)
            spent, beside = 0.0, beside._replace(notes=())  # time and remarks belong to the first entry

    def _of_items(self, file: str, data: bytes, started: float, found: Recognised) -> Iterator[Entry]:
        items = found.form.items
        assert items is not None
        with self._time(started).enforced():
            try:
                rows = list(items(as_text(data)))
            except ParseError as error:
                raise InputError.of_text(called(file), data.decode("utf-8", "replace"), error) from None
        reasons = {refusal(row, found.kind_from, self.wanted.strict) for row in rows}
        if len(rows) > 1 and len(reasons) == 1 and all(reasons):
            raise InputError(called(file), f"{reasons.pop()} (in all {len(rows)} items)")
        spent = time.monotonic() - started
        for case, row in enumerate(rows, 1):
            yield entry_of(file, case, None, row, found, self.wanted.strict)._replace(seconds=spent)
            spent = 0.0  # time belongs to the first entry


_ROUTE = r"(cnf|cover|search|external)([:/*][\w:*/?-]*)?"


def _instead_of(file: str) -> str:
    """What was meant by a name for which there is no file: a route, or a kind; empty for another one."""
    if os.path.lexists(file):
        return ""
    from ...problems.mistakes import is_game_id  # with patterns that only errors need

    if re.fullmatch(_ROUTE, file):
        return "names of routes are separated by commas, as in --routes cnf:minimal,cover"
    if is_game_id(file) and "://" not in file:  # a link is a text, whose own mistake says so
        return "it looks like the id of a game, which is not read; boards as text and links of puzz.link are"
    return f"'coversat example {file}' prints a {file}" if file in KINDS else ""


def _is_text(name: str, wanted: Wanted) -> bool:
    """Whether it is a link or, if no such file exists, puzzle text such as ``queens 8``."""
    if is_link(name):
        return True
    if name == STANDARD or os.path.lexists(name):
        return False
    try:
        return recognise(name, wanted) is not None and bool(read(name, wanted).problems)
    except (CoversatError, ValueError):
        return False


def taken(entries: Iterator[Entry], size: int, together: bool) -> tuple[Part, ...]:
    """At most `count` further entries; `together`: in blocks if possible."""
    return entries.take(size) if together and isinstance(entries, Entries) else tuple(islice(entries, size))
