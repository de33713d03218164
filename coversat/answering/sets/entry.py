"""One puzzle of a set, blocks of them, and the answers that a set states beside its puzzles."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import count
from typing import Any, NamedTuple, overload

from ...base.errors import CoversatError, InputError, ParseError, WrongAnswerError, visible
from ...base.files import as_text
from ...problems import AnyProblem, Problem, Reading, Recognised, Wanted, find_form, read
from ...problems.bulk import Bulk
from ...problems.forms import is_link
from ...problems.problem import Row
from ...problems.recognition import refuse_clash, strictly, unread_name
from ...solvers.findings import Findings

_MOST_OF_A_LINK = 60
"""The characters of a link by which results name it."""


class Entry(NamedTuple):
    """One puzzle of a set, or the error in it.

    * file: its name, or a link.
    * case: its number in the file, from 1; None for an error of the whole file.
    * line: its line, from 1, if the file is read line by line.
    * content: a line with one puzzle and nothing after it, a problem of a text that was read whole, or an
      error.
    * kind, form: those of the problem; empty for an error.
    * note: what else its row states of it.
    * stored: the answer that its row states.
    * kind_from: what states the kind; see `Recognised`.
    * unread: what may state a rule and was not read; see `Beside`.
    * remarks: the notes of its text (see `Beside`) that no earlier entry has.
    * seconds: the time it took to read.
    * certificate: the folder for its certificate.
    * verdict: what is known of it, such as ``unique``; empty for nothing.
    * excluded: an answer that files of it exclude; None for none.
    * stem: how the names of the files that are written of it begin; see `with_stems`.
    """

    file: str
    case: int | None
    line: int | None
    content: str | AnyProblem | CoversatError
    kind: str = ""
    form: str = ""
    note: str = ""
    stored: Any = None
    kind_from: str = ""
    unread: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    seconds: float = 0.0
    certificate: str | None = None
    stem: str = ""
    verdict: str = ""
    excluded: Any = None

    @property
    def name(self) -> str:
        return named(self.file) if self.case is None else f"{named(self.file)} #{self.case}".lstrip()

    @property
    def id(self) -> str:
        import hashlib  # only large sets need it, and it slows every start

        content = self.content
        if isinstance(content, Problem):
            content = content.format()
        elif isinstance(content, str) and find_form(self.kind, self.form).bulk:
            content = _with_dots(content.strip().encode()).decode()
        return hashlib.sha256(f"{self.kind} {content}".encode(errors="surrogatepass")).hexdigest()[:16]

    def problem(self) -> AnyProblem:
        """The puzzle; raises `InputError` if malformed, `LimitReachedError` if reading took too long."""
        if isinstance(self.content, CoversatError):
            raise self.content
        if isinstance(self.content, Problem):
            return self.content
        form = find_form(self.kind, self.form)
        try:
            (problem,) = form.read(self.content)
            if self.kind_from == "shape":
                refuse_clash(self.content, form, (problem,))
        except ParseError as error:
            place = self.line, error.column, self.content, error.hint
            raise InputError(called(self.file), error.reason, *place) from None
        found: AnyProblem = problem
        return found


class Block(Sequence[Entry]):
    """Entries on lines at equal distances: puzzles of one size, perhaps with notes.

    * file, kind, form: the same for all entries.
    * case, line: those of the first entry.
    * bulk: of its form.
    * cells: the characters of all puzzles, `bulk.width` each.
    * notes: one for each puzzle; empty if none has a note.
    * stored: the characters of the answer that each row states, which is right; empty if none states one.
    * kind_from: the same for all entries.
    * unread: what may state a rule and was not read, of each puzzle; empty if there is nothing of any.
    * step: from the number and line of an entry to those of the next one.
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
        stored: bytes = b"",
        kind_from: str = "",
        unread: tuple[tuple[str, ...], ...] = (),
        step: int = 1,
    ) -> None:
        self.file, self.kind, self.form, self.kind_from = file, kind, form, kind_from
        self.case, self.line, self.step = case, line, step
        self.bulk, self.cells, self.notes, self.stored, self.unread = bulk, cells, notes, stored, unread

    def __len__(self) -> int:
        return len(self.cells) // self.bulk.width

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> Block: ...

    def __getitem__(self, at: int | slice) -> Entry | Block:
        if isinstance(at, slice):
            start, _, step = at.indices(len(self))
            first = self.case + self.step * start, self.line + self.step * start
            texts = self._chosen(self.cells, at), self.notes[at], self._chosen(self.stored, at)
            where = self.file, self.kind, self.form, *first
            return Block(*where, self.bulk, *texts, self.kind_from, self.unread[at], self.step * step)
        if not 0 <= at < len(self):
            raise IndexError(at)
        width = self.bulk.width
        place = slice(width * at, width * (at + 1))
        content, note = self.cells[place].decode(), self.notes[at] if self.notes else ""
        answer = self.bulk.answer(self.stored[place].decode()) if self.stored else None
        unread = self.unread[at] if self.unread else ()
        known = content, self.kind, self.form, note, answer, self.kind_from, unread
        return Entry(self.file, self.case + self.step * at, self.line + self.step * at, *known)

    def _chosen(self, cells: bytes, at: slice) -> bytes:
        width = self.bulk.width
        start, end, step = at.indices(len(cells) // width)
        if step == 1:
            return cells[width * start : width * end]
        return b"".join(cells[width * one : width * (one + 1)] for one in range(start, end, step))

    def numbers(self, first: int) -> int | list[str]:
        """Of all entries, the numbers or lines, with this as the first; a column of `Bulk.filled`."""
        if self.step == 1:
            return first
        return [str(one) for one in range(first, first + self.step * len(self), self.step)]

    @property
    def ids(self) -> list[str]:
        from hashlib import sha256

        head, width = f"{self.kind} ".encode(), self.bulk.width
        starts = range(0, len(self.cells), width)
        return [sha256(head + _with_dots(self.cells[at : at + width])).hexdigest()[:16] for at in starts]


def _with_dots(cells: bytes) -> bytes:
    """The cells of a puzzle with one sign for blanks; where 0 may be a digit beside it, as they are."""
    return cells if b"." in cells else cells.replace(b"0", b".")


Part = Entry | Block
"""What is solved together."""


def named(file: str) -> str:
    """The name of a file in messages: on one line, long links shortened."""
    return visible(called(file))


def called(file: str) -> str:
    """The name of a file; for a long link, its beginning."""
    is_text = len(file) > _MOST_OF_A_LINK and (is_link(file) or ("\n" in file and not os.path.lexists(file)))
    return f"{file[: _MOST_OF_A_LINK - 3]}..." if is_text else file


def reading_of(file: str, data: bytes, wanted: Wanted) -> Reading:
    """Read the problems of a file from its bytes. Raise `InputError` if it is malformed."""
    text = ""
    try:
        text = as_text(data)
        return read(text, wanted, None if is_link(file) else file)
    except ParseError as error:
        raise InputError.of_text(called(file), text, error) from None


def refusal(row: Row, kind_from: str, strict: bool = False) -> str:
    """Why a row of a set is an error: of itself, as its kind is not stated, or if all of it must be read."""
    beside = row.beside
    if kind_from == "shape" and beside.doubt:
        return beside.doubt
    if isinstance(row.puzzle, ParseError):
        return row.puzzle.reason
    return strictly(beside.unread) if strict and beside.unread else ""


def entry_of(
    file: str, case: int, line: int | None, row: Row, found: Recognised, strict: bool = False, text: str = ""
) -> Entry:
    """The entry of a row of a set, which has this text; `strict`: as for `refusal`."""
    (kind, form, kind_from), beside = found, row.beside
    unread = dict.fromkeys((*unread_name(found, file, row.puzzle), *beside.unread))  # of items, in both
    beside = beside._replace(unread=(*unread,))
    row = row._replace(beside=beside)
    if reason := refusal(row, kind_from, strict):
        item = "" if line else f"item {case}: "
        wrong = InputError(called(file), f"{item}{reason}", line, 1 if line else None, text)
        return Entry(file, case, line, wrong)
    stored = next(iter(beside.stored), None)
    known = kind, form.name, row.note, stored, kind_from, beside.unread, beside.notes
    return Entry(file, case, line, row.puzzle, *known)


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


_STRANGE = r"[^\w=+@-]+"
_MOST_OF_A_STEM = 80


def with_stems(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries with the beginnings of names of their files: the name of the input and the number in it.

    They depend on nothing else, so that a puzzle which is added changes no other name; of several inputs of
    one name, also of one that is there twice, the later ones are numbered.
    """
    taken: set[str] = set()
    stem, file, case = "", "", 0
    for entry in entries:
        if entry.file != file or (entry.case or 0) <= case:
            stem = _stem(entry.file, taken)
        file, case = entry.file, entry.case or 0
        yield entry._replace(stem=f"{stem}-{entry.case}")


def _stem(file: str, taken: set[str]) -> str:
    plain = os.path.basename(file).partition(".")[0]
    plain = "stdin" if file == "-" else "link" if is_link(file) else re.sub(_STRANGE, "-", plain).strip("-")
    plain = plain[:_MOST_OF_A_STEM] or "puzzle"
    names = (plain if copies == 1 else f"{plain}~{copies}" for copies in count(1))
    stem = next(name for name in names if name not in taken)
    taken.add(stem)
    return stem


# Stored answers


class Judgement(StrEnum):
    """What an answer is that stands beside a puzzle."""

    RIGHT = "right"
    WRONG = "wrong"
    SEVERAL = "several"
    """It keeps all rules, and so does another one."""
    ABSENT = "absent"


class Stored(NamedTuple):
    """A judgement, and of a wrong answer the first rule that it breaks."""

    judgement: Judgement
    broken: str = ""

    @property
    def words(self) -> str:
        """What a result line says of it; empty for a right answer or none."""
        words = {Judgement.WRONG: "wrong", Judgement.SEVERAL: "one of several"}.get(self.judgement)
        return f"the stored answer is {words}" if words else ""


def of_right(is_stored: bool, answers: int) -> Stored:
    """The judgement of an answer that keeps all rules, of a puzzle with this number of answers."""
    if not is_stored:
        return Stored(Judgement.ABSENT)
    return Stored(Judgement.SEVERAL if answers > 1 else Judgement.RIGHT)


def judged(problem: AnyProblem | None, stored: Any, findings: Findings[Any]) -> Stored:
    """The judgement of a stored answer; None for none, which is absent.

    Raise `WrongAnswerError` if it keeps all rules, and is not among the answers of a search for all.
    """
    if problem is None or stored is None:
        return Stored(Judgement.ABSENT)
    for broken in problem.violations(stored):
        return Stored(Judgement.WRONG, str(broken))
    own = problem.identity(stored)
    others = [answer for answer in findings.answers if problem.identity(answer) != own]
    is_all = findings.exhausted and len(findings.answers) == findings.at_least
    if is_all and len(others) == findings.at_least:
        raise WrongAnswerError(f"{findings.route} did not find an answer that keeps all rules")
    return of_right(True, max(findings.at_least, 1 + len(others)))
