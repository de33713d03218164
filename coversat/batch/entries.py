"""Reading sets: an entry for each puzzle, in order, without holding a set that is a line a puzzle.

A text in a form with a problem a line is read line by line; any other is read whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..errors import ParseError
from ..files import FileError, Source, as_text, total_bytes
from ..problems import KINDS, Form, Problem, find_form, form_names, read, recognise
from ..problems.text import text_lines

HEAD = 1 << 16
"""The bytes at the beginning of a text by which its form is recognised; no line of a set is longer."""


class Fault(NamedTuple):
    """Why there is no puzzle; the place from 1, where it is known, and the line that stands there."""

    message: str
    line: int | None = None
    column: int | None = None
    source: str = ""


class Entry(NamedTuple):
    """One puzzle of a set, or what is wrong with it.

    Attributes
    ----------
    file : str
    case : int or None
        Its number in the file, from 1; None for a fault of the whole file.
    line : int or None
        The line it stands in, from 1, where the file is read line by line.
    content : str, Problem or Fault
        A line that holds one puzzle and nothing behind it; a problem of a text that was read whole.
    kind, form : str
        Of the problem; empty for a fault.
    note : str
        What stands behind the puzzle in its line.
    """

    file: str
    case: int | None
    line: int | None
    content: str | Problem[Any] | Fault
    kind: str = ""
    form: str = ""
    note: str = ""

    @property
    def name(self) -> str:
        """How results name it."""
        return self.file if self.case is None else f"{self.file} #{self.case}"

    @property
    def id(self) -> str:
        """What tells its content from any other: 16 hexadecimal digits."""
        import hashlib  # only large sets need it, and every start would pay

        content = self.content
        if isinstance(content, Problem):
            content = content.format()
        return hashlib.sha256(f"{self.kind} {content}".encode()).hexdigest()[:16]

    def problem(self) -> Problem[Any] | Fault:
        """The puzzle itself, or what is wrong with its line."""
        if not isinstance(self.content, str):
            return self.content
        try:
            (problem,) = find_form(self.kind, self.form).read(self.content)
        except ParseError as error:
            return Fault(error.reason, self.line, error.column, self.content)
        found: Problem[Any] = problem
        return found


class Entries:
    """The entries of several files, one after the other; an iterator.

    Parameters
    ----------
    files : sequence of str
        ``-`` is standard input; ``.gz`` and ``.xz`` are unpacked.
    kind : str, optional
        Only forms of this kind are tried.

    Attributes
    ----------
    total : int or None
        The bytes of all files; None where that is not known.
    """

    def __init__(self, files: Sequence[str], kind: str | None = None) -> None:
        self._files = files
        self._kind = kind
        self._done = 0
        self._source: Source | None = None
        self._entries = self._of_files()
        self.total = total_bytes(files)

    def __iter__(self) -> Iterator[Entry]:
        return self

    def __next__(self) -> Entry:
        return next(self._entries)

    @property
    def position(self) -> int:
        """The bytes read so far, of the files as they are on disk."""
        return self._done + (self._source.position if self._source is not None else 0)

    def _of_files(self) -> Iterator[Entry]:
        for file in self._files:
            try:
                with Source(file) as source:
                    self._source = source
                    yield from _of_source(source, self._kind)
                    self._done += source.position
            except FileError as error:
                yield Entry(file, None, None, Fault(error.reason))
            finally:
                self._source = None


def _of_source(source: Source, kind: str | None) -> Iterator[Entry]:
    head: list[bytes] = []
    size = 0
    while size < HEAD and (line := source.readline(HEAD)):
        head.append(line)
        size += len(line)
    form = _line_form(b"".join(head), kind)
    if form is not None:
        yield from _of_lines(source, head, *form)
    else:
        rest = source.read() if size >= HEAD else b""
        yield from _of_text(source.name, b"".join(head) + rest, kind)


def _line_form(head: bytes, kind: str | None) -> tuple[str, Form[Any, Any]] | None:
    """The kind and the form of a text that can be read line by line."""
    if b"\r" in head.replace(b"\r\n", b""):
        return None
    form = recognise(head.decode("utf-8-sig", "replace"), kind)
    if form is None or form.split_line is None:
        return None
    kinds = KINDS if kind is None else (kind,)
    return next(
        one for one in kinds if form.name in form_names(one) and find_form(one, form.name) is form
    ), form


def _of_lines(source: Source, head: list[bytes], kind: str, form: Form[Any, Any]) -> Iterator[Entry]:
    file, split = source.name, form.split_line
    assert split is not None
    case = 0
    for number, data in enumerate(_lines(head, source), 1):
        try:
            line = data.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            case += 1
            yield Entry(file, case, number, Fault("expected a text in UTF-8", number, error.start + 1))
            continue
        puzzle, note = split(line)
        if not puzzle:
            continue
        case += 1
        if len(data) >= HEAD:
            fault = Fault(f"expected a line of less than {HEAD} bytes", number, 1, line[:80])
            yield Entry(file, case, number, fault)
            continue
        # With the blanks before it, so that columns are those of the line.
        before = len(line) - len(line.lstrip())
        yield Entry(file, case, number, line[: before + len(puzzle)], kind, form.name, note)


def _lines(head: list[bytes], source: Source) -> Iterator[bytes]:
    """The lines of a text whose first lines are already read; of a line that is too long the beginning."""
    waiting = iter(head)
    while line := next(waiting, b"") or source.readline(HEAD):
        yield line
        while line and not line.endswith(b"\n"):
            line = next(waiting, b"") or source.readline(HEAD)


def _of_text(file: str, data: bytes, kind: str | None) -> Iterator[Entry]:
    try:
        text = as_text(data)
    except ParseError as error:
        yield Entry(file, None, None, Fault(error.reason, error.line, error.column))
        return
    try:
        document = read(text, kind)
    except ParseError as error:
        lines = text_lines(text)
        source = lines[error.line - 1] if 1 <= error.line <= len(lines) else ""
        yield Entry(file, None, None, Fault(error.reason, error.line, error.column, source))
        return
    for case, problem in enumerate(document.problems, 1):
        yield Entry(file, case, None, problem, problem.kind, document.form.name)
