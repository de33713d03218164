"""Read sets of puzzles as entries, in order; files with one puzzle per line are streamed.

A text in a form with one problem per line is read line by line; any other is read whole. A file name may be
replaced by a link or by the text itself.
"""

from __future__ import annotations

import os.path
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, overload

from ..deadline import Deadline
from ..errors import CoversatError, InputError, LimitReachedError, ParseError, visible
from ..files import STANDARD, Source, as_input, as_text, total_bytes
from ..kinds import load_part
from ..problems import (
    KINDS,
    AnyForm,
    AnyProblem,
    Document,
    Problem,
    find_form,
    form_names,
    read,
    recognise,
)
from ..problems.bulk import Bulk
from ..problems.forms import is_link

HEAD = 1 << 16
"""The bytes at the beginning of a text by which its form is recognised; no line of a set is longer."""
LOOK = 0.5
"""Seconds that a look at the beginning of a text may take, however little time its puzzles have."""
Split = Callable[[str], tuple[str, str]]
"""What of a line states the problem, and the note behind it; see `Form`."""
_MOST_OF_A_LINK = 60
"""The characters of a link by which results name it."""


class Entry(NamedTuple):
    """One puzzle of a set, or the error in it.

    Attributes
    ----------
    file : str
        Its name, or a link.
    case : int or None
        Its number in the file, from 1; None for an error of the whole file.
    line : int or None
        Its line, from 1, if the file is read line by line.
    content : str, Problem or CoversatError
        A line with one puzzle and nothing after it, a problem of a text that was read whole, or an error.
    kind, form : str
        Those of the problem; empty for an error.
    note : str
        The text after the puzzle in its line.
    read_as : str
        The kind, if the text could be of several.
    remarks : tuple of str
        The notes of its text (see `Form`) that no earlier entry has.
    seconds : float
        The time it took to read.
    certificate : str or None
        The folder for its certificate.
    """

    file: str
    case: int | None
    line: int | None
    content: str | AnyProblem | CoversatError
    kind: str = ""
    form: str = ""
    note: str = ""
    read_as: str = ""
    remarks: tuple[str, ...] = ()
    seconds: float = 0.0
    certificate: str | None = None

    @property
    def name(self) -> str:
        return named(self.file) if self.case is None else f"{named(self.file)} #{self.case}"

    @property
    def id(self) -> str:
        import hashlib  # only large sets need it, and it slows every start

        content = self.content
        if isinstance(content, Problem):
            content = content.format()
        return hashlib.sha256(f"{self.kind} {content}".encode(errors="surrogatepass")).hexdigest()[:16]

    def problem(self) -> AnyProblem:
        """The puzzle; raises `InputError` if malformed, `LimitReachedError` if reading took too long."""
        if isinstance(self.content, CoversatError):
            raise self.content
        if isinstance(self.content, Problem):
            return self.content
        try:
            (problem,) = find_form(self.kind, self.form).read(self.content)
        except ParseError as error:
            raise InputError(called(self.file), error.reason, self.line, error.column, self.content) from None
        found: AnyProblem = problem
        return found


class Block(Sequence[Entry]):
    """Entries on consecutive lines: puzzles of one size, perhaps with notes.

    Attributes
    ----------
    file, kind, form : str
        The same for all entries.
    case, line : int
        Those of the first entry.
    bulk : Bulk
        Of its form.
    cells : bytes
        The characters of all puzzles, `bulk.width` each.
    notes : tuple of str
        One for each puzzle; empty if none has a note.
    """

    def __init__(
        self,
        file: str,
        kind: str,
        form: str,
        case: int,
        line: int,
        bulk: Bulk,
        cells: bytes,
        notes: tuple[str, ...] = (),
    ) -> None:
        self.file, self.kind, self.form = file, kind, form
        self.case, self.line = case, line
        self.bulk, self.cells, self.notes = bulk, cells, notes

    def __len__(self) -> int:
        return len(self.cells) // self.bulk.width

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> Block: ...

    def __getitem__(self, at: int | slice) -> Entry | Block:
        if isinstance(at, slice):
            start, end, _ = at.indices(len(self))
            width = self.bulk.width
            cells, notes = self.cells[width * start : width * end], self.notes[start:end]
            case, line = self.case + start, self.line + start
            return Block(self.file, self.kind, self.form, case, line, self.bulk, cells, notes)
        if not 0 <= at < len(self):
            raise IndexError(at)
        width = self.bulk.width
        content = self.cells[width * at : width * (at + 1)].decode()
        note = self.notes[at] if self.notes else ""
        return Entry(self.file, self.case + at, self.line + at, content, self.kind, self.form, note)

    @property
    def ids(self) -> list[str]:
        from hashlib import sha256

        head, width = f"{self.kind} ".encode(), self.bulk.width
        starts = range(0, len(self.cells), width)
        return [sha256(head + self.cells[at : at + width]).hexdigest()[:16] for at in starts]


Part = Entry | Block
"""What is asked together."""


def taken(entries: Iterator[Entry], size: int, together: bool) -> tuple[Part, ...]:
    """At most `count` further entries; `together`: in blocks if possible."""
    return entries.take(size) if together and isinstance(entries, Entries) else tuple(islice(entries, size))


class Entries:
    """An iterator over the entries of several files.

    Parameters
    ----------
    files : sequence of str
        ``-`` is standard input; ``.gz`` and ``.xz`` are unpacked.
    kind : str, optional
        Try only forms of this kind.
    seconds : float, optional
        The time limit for reading a text; for a set with one puzzle per line, for recognising its
        beginning, which may take at least `LOOK`.  With piped input it starts at the first byte.

    Attributes
    ----------
    total : int or None
        The bytes of all files; None if unknown.
    """

    def __init__(self, files: Sequence[str], kind: str | None = None, seconds: float | None = None) -> None:
        self._files = files
        self._seconds = seconds
        self._kind = kind
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
                    for part in self._of_link(file) if _is_text(file, self._kind) else self._of_file(file):
                        empty = False
                        yield part
                if empty:
                    raise InputError(file, "it holds no puzzle")
            except CoversatError as error:
                if isinstance(error, LimitReachedError):
                    error.file = file
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
                    head = _head(source)
                    form = _line_form(file, b"".join(head), self._kind)
                if form is not None:
                    yield from _of_lines(source, head, *form)
                else:
                    # At the end of input a terminal is not read again: it would wait for more.
                    rest: Callable[[], bytes] = bytes if sum(map(len, head)) < HEAD else source.read
                    yield from self._of_text(file, lambda: b"".join(head) + rest(), started)
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
            document = document_of(file, data(), self._kind)
            kind = document.problems[0].kind
            read_as = kind if self._kind is None and document.others else ""
        spent, remarks = time.monotonic() - started, document.notes
        for case, problem in enumerate(document.problems, 1):
            yield Entry(file, case, None, problem, kind, document.form.name, "", read_as, remarks, spent)
            spent, remarks = 0.0, ()  # time and remarks belong to the first entry


def _is_text(name: str, kind: str | None) -> bool:
    """Whether it is a link or, if no such file exists, puzzle text such as ``queens 8``."""
    if is_link(name):
        return True
    if name == STANDARD or os.path.lexists(name):
        return False
    try:
        return recognise(name, kind) is not None and bool(read(name, kind).problems)
    except (CoversatError, ValueError):
        return False


def named(file: str) -> str:
    """The name of a file in messages: on one line, long links shortened."""
    return visible(called(file))


def called(file: str) -> str:
    """The name of a file; for a long link, its beginning."""
    is_text = len(file) > _MOST_OF_A_LINK and (is_link(file) or ("\n" in file and not os.path.lexists(file)))
    return f"{file[: _MOST_OF_A_LINK - 3]}..." if is_text else file


def _head(source: Source) -> list[bytes]:
    """The first lines, of about `HEAD` bytes; all lines of a shorter text."""
    head: list[bytes] = []
    size = 0
    while size < HEAD and (line := source.readline(HEAD)):
        head.append(line)
        size += len(line)
    return head


def _line_form(file: str, head: bytes, kind: str | None) -> tuple[str, AnyForm] | None:
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


def _of_lines(source: Source, head: list[bytes], kind: str, form: AnyForm) -> Iterator[Part]:
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


def document_of(file: str, data: bytes, kind: str | None) -> Document:
    """Read the problems of a file from its bytes.

    Raises
    ------
    InputError
        If it is malformed.
    """
    text = ""
    try:
        text = as_text(data)
        return read(text, kind, None if is_link(file) else file)
    except ParseError as error:
        raise InputError.of_text(called(file), text, error) from None


def with_certificates(entries: Iterator[Entry], folder: str) -> Iterator[Entry]:
    """The entries with certificate folders inside `folder`, named by file and number."""
    taken: set[str] = set()
    for entry in entries:
        stem = os.path.basename(entry.file).partition(".")[0]
        stem = "stdin" if entry.file == "-" else "link" if is_link(entry.file) else stem
        plain = name = f"{stem}-{entry.case}"
        copies = 1
        while name in taken:
            copies += 1
            name = f"{plain}-{copies}"
        taken.add(name)
        yield entry._replace(certificate=os.path.join(folder, name))
