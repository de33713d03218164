"""Audits of sets of puzzles: how many answers each row has, what its stored answer is, what is repeated.

An audit rests on the rows that ``check`` writes, in this process or in a file of results.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from tempfile import TemporaryDirectory
from typing import Any, Literal

from ..answering.asking import check
from ..answering.sets.entries import Entries
from ..answering.sets.entry import Entry, named
from ..answering.sets.given import Given
from ..answering.sets.presenting import ROW_BEGINS, JsonRows, together
from ..answering.sets.sets import run
from ..answering.sets.shares import BEGINS
from ..base.arguments import Part, Timeout
from ..base.errors import ArgumentError
from ..base.files import shown
from ..base.memory import gc_paused
from ..base.records import Rows, column
from ..base.registry import attached
from ..kinds.sources import Source, members, wanted_of
from ..problems import AnyProblem
from ..solvers.findings import Verdict

_WRONG, _NOT_READ, _IN_PART = "the stored answer is wrong", "not read", "not read in full"
"""Sorts of rows that have a reason."""
LISTED = 3
"""How many rows a summary names of each sort at most."""
ROOM = 15
"""The lines for all of them, so that a summary fits a screen of 24 lines."""


@dataclass(frozen=True)
class AuditRow:
    """What was found of a row of a set; a column that was not asked for is None."""

    file: str = column("the file, or the text itself")
    case: int | None = column("the number of the puzzle in its file, from 1")
    line: int | None = column("the line of the puzzle, if its file is read line by line")
    kind: str | None = column("the kind of problem")
    status: Literal["unique", "multiple", "none", "unknown", "error"] = column(
        "how many answers it has; unknown: a limit came first; error: it was not read"
    )
    stored: Literal["right", "wrong", "several", "absent"] | None = column("what its stored answer is")
    message: str | None = column("the rule that a stored answer breaks, or why the row was not read", None)
    unread: list[str] | None = column("what may state a rule and was not read", None)
    second: list[Any] | None = column("of a puzzle with several answers, a second one", None)
    duplicate_of: str | None = column("the first row with the same puzzle", None)
    same_as: str | None = column("the first row with the same puzzle up to symmetry and other digits", None)
    needless: int | None = column("the givens of which each alone can be left out", None)
    difficulty: str | None = column("the grade, as of 'grade'", None)

    @property
    def name(self) -> str:
        """The row in a message: its file and line, or its number."""
        if self.file and self.line is not None:
            return f"{named(self.file)}:{self.line}"
        return named(self.file) if self.case is None else f"{named(self.file)} #{self.case}".lstrip()

    @property
    def is_clean(self) -> bool:
        """Whether it has one answer, no other one is stored, and no earlier row has the same puzzle."""
        repeated = self.duplicate_of or self.same_as
        return self.status == "unique" and self.stored in ("right", "absent", None) and not repeated


@dataclass(frozen=True, repr=False)
class Audit(Rows[AuditRow]):
    """The rows of a set with what was found of each; printed, a summary.

    Attributes
    ----------
    rates : mapping
        The puzzles a second of each examination that was asked for.
    """

    record = AuditRow
    rates: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def clean(self) -> tuple[AuditRow, ...]:
        """The rows with one answer, no wrong stored one, and a puzzle that no earlier row has."""
        return tuple(row for row in self.all_rows if row.is_clean)

    def figures(self) -> list[tuple[str, str]]:
        """What the rows amount to: a name and its figures."""
        rows = self.all_rows
        statuses, stored = (Counter(map(attrgetter(name), rows)) for name in ("status", "stored"))
        words = {"error": "not read", "several": "one of several"}
        found = [
            ("rows", f"{len(rows):,}"),
            ("answers", _listed(statuses, ("unique", "multiple", "none", "unknown", "error"), words)),
            ("stored", _listed(stored, ("right", "wrong", "several", "absent"), words)),
            ("duplicates", f"{self._number('duplicate_of'):,} of an earlier row"),
        ]
        if "symmetry" in self.rates:
            found += [("symmetry", f"{self._number('same_as'):,} of an earlier row")]
        if "needless" in self.rates:
            counts = [row.needless for row in rows if row.needless is not None]
            found += [("needless", f"{sum(map(bool, counts)):,} of {len(counts):,} have a given too many")]
        if "difficulty" in self.rates:
            grades = Counter(row.difficulty for row in rows if row.difficulty is not None)
            found += [("difficulty", _listed(grades, sorted(grades), {}))]
        found = [
            (name, f"{words} ({self.rates[name]:.3g}/s)" if name in self.rates else words)
            for name, words in found
        ]
        return [*found, ("clean", f"{len(self.clean):,}")]

    def _number(self, name: str) -> int:
        """Of the rows that have something in a column."""
        return len(self) - [*map(attrgetter(name), self.all_rows)].count(None)

    def remarks(self) -> list[str]:
        """The first rows of each sort that is not clean."""
        is_sound = len(self.clean) == len(self)
        rows = [row for row in self.all_rows if row.unread or not (is_sound or row.is_clean)]
        sorts = (
            (_WRONG, [row for row in rows if row.stored == "wrong"]),
            ("several answers", [row for row in rows if row.status == "multiple"]),
            ("no answer", [row for row in rows if row.status == "none"]),
            (_NOT_READ, [row for row in rows if row.status == "error"]),
            (_IN_PART, [row for row in rows if row.unread]),
        )
        listed = min(LISTED, ROOM // max(1, sum(bool(these) for _, these in sorts)) - 1)
        found = []
        for what, these in sorts:
            found += [f"{row.name}: {what}{_because(row, what)}" for row in these[:listed]]
            found += [f"  {len(these) - listed:,} more: {what}"] if len(these) > listed else []
        return found

    def __str__(self) -> str:
        return "\n".join([*(f"{name:10}  {words}" for name, words in self.figures()), *self.remarks()])

    def card(self) -> str:
        """The figures as a page in Markdown."""
        names = [*dict.fromkeys(shown(row.file) for row in self.all_rows if row.file)]
        files = ", ".join(names) if len(names) <= LISTED else f"{names[0]} and {len(names) - 1:,} other files"
        table = [f"| {name} | {words} |" for name, words in self.figures()]
        about = (
            "Each puzzle was searched for a second answer, and each stored answer was checked by the rules "
            "of its kind. A row is clean if its puzzle has exactly one answer, its stored answer is right or "
            "absent, and no earlier row has the same puzzle."
        )
        lines = [f"# Audit of {files or 'puzzles'}", "", "| | |", "|---|---|", *table, "", about, ""]
        return "\n".join([*lines, *(f"- {one.strip()}" for one in self.remarks()), ""])


def _because(row: AuditRow, what: str) -> str:
    """Why a row is of this sort, behind a colon; empty for the other sorts."""
    message = row.message or ""
    reasons = {
        _WRONG: message.removeprefix(f"{_WRONG}: "),
        _NOT_READ: message,
        _IN_PART: ", ".join(row.unread or ()),
    }
    return f": {reasons[what]}" if reasons.get(what) else ""


def _listed(counts: Mapping[Any, int], names: Iterable[str], words: Mapping[str, str]) -> str:
    return ", ".join(f"{counts[name]:,} {words.get(name, name)}" for name in names if counts[name]) or "0"


def audit(
    source: Source,
    *,
    kind: str | None = None,
    form: str | None = None,
    strict: bool = False,
    timeout: Timeout = None,
    nodes: int | None = None,
    jobs: int | None = None,
    memory: int | None = None,
    scheduler: str | None = None,
    part: Part = None,
    symmetry: bool = False,
    needless: bool = False,
    difficulty: bool = False,
) -> Audit:
    """Audit a set of puzzles: does each have one answer, is its stored answer right, is it there twice?

    Parameters as for `check`, and

    Parameters
    ----------
    source : str, Path, list, data frame, or another object
        A file or a folder of puzzles, with or without answers; a file that ``check --out`` wrote; a list or a
        column of texts; a data frame of pandas with puzzles, and perhaps answers, in its columns.
    symmetry : bool
        Find duplicates up to symmetry and renaming of digits; of plain sudokus.
    needless : bool
        Count the givens of each puzzle of which each alone can be left out.
    difficulty : bool
        Grade each puzzle.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.audit(["1.....2..3.....4", "." * 16, "1.....2..3.....4"])
    >>> print(found)
    rows        3
    answers     2 unique, 1 multiple
    stored      3 absent
    duplicates  1 of an earlier row
    clean       1
    #2: several answers
    >>> found.to_pandas().duplicate_of[2]
    '#1'
    """
    with TemporaryDirectory() as folder, gc_paused():
        frame = os.path.join(folder, "frame")
        if hasattr(source, "to_json") and len(source.shape) == 2:  # its rows are read as those of a file
            source.to_json(frame, orient="records", lines=True, force_ascii=False)
            source = frame
        if has_results(source):
            files: Any = None  # those of the rows
            lines = _results_in(os.fspath(source))
        else:
            how: dict[str, Any] = {"timeout": timeout, "nodes": nodes, "jobs": jobs, "memory": memory}
            how |= {"scheduler": scheduler, "part": part}
            files = source
            if not isinstance(source, (str, os.PathLike)):
                inside = members(source, kind)
                files = [source] if inside is None else list(inside)  # they may be read twice
            asked = check(_entries(files, kind, form, strict), **how)
            lines = _checked(asked.request, asked.entries)
        found = Audit(tuple(_with_duplicates(_rows(lines, shown(source) if files is None else "it"))))
        files = files or list(dict.fromkeys(row.file for row in found))
        wanted = {"symmetry": symmetry, "needless": needless, "difficulty": difficulty}
        if names := [name for name, is_wanted in wanted.items() if is_wanted]:
            found = _examined(found, names, _entries(files, kind, form, strict))
    return found if source is not frame else replace(found, all_rows=tuple(map(_of_frame, found)))


def _of_frame(row: AuditRow) -> AuditRow:
    """A row of a file that a data frame was written to, by its number in the frame."""
    earlier: dict[str, Any] = {
        name: f"#{value.rpartition(':')[2]}"
        for name in ("duplicate_of", "same_as")
        if (value := getattr(row, name)) is not None
    }
    return replace(row, file="", line=None, **earlier)


def _entries(source: Any, kind: str | None, form: str | None, strict: bool) -> Entries:
    """The puzzles of a file, or of many sources."""
    wanted = wanted_of(kind, form, strict)
    inside = iter(source) if isinstance(source, list) else members(source, kind)
    if inside is None:
        return Entries([os.fspath(source)], wanted)
    return Given(inside, wanted, None)


def has_results(source: Any) -> bool:
    """Whether a source is a file of results, or of a part of them."""
    if not isinstance(source, (str, os.PathLike)) or not os.path.isfile(source):
        return False
    with open(source, "rb") as file:
        line = file.readline(1 << 16)
    return line.startswith(BEGINS) or (line.startswith(ROW_BEGINS) and b', "case": ' in line)


def _results_in(path: str) -> Iterator[str]:
    """The lines of a file of results of ``check``."""
    with open(path, encoding="utf-8") as file:
        yield from map(str.rstrip, file)


def _checked(request: Any, entries: Entries) -> Iterator[str]:
    """The rows of ``check`` as lines, as its executor makes them."""
    for chunk in run(request, entries, JsonRows()):
        for texts in together(result.shown for _, result in chunk.part_results()):
            for text in texts.whole:
                yield from filter(None, text.split("\n"))


_USUAL = re.compile(
    r'\{"file": "(?P<file>[^"\\,]*)", "case": \d+, "line": \d+, "kind": "(?P<kind>\w+)", [^\[]*'
    r'"status": "(?P<status>unique)", "answers": \[[^"]*\], "count": 1, [^\[\]]*'
    r'"stored": "(?P<stored>right|absent)", [^\[\]]*"command": "check", "id": "\w{16}"\}'
)
"""The row of a puzzle with one answer and no wrong one beside it: most rows, read faster than as JSON."""
_FROM_CHECK = ("file", "case", "line", "kind", "status", "stored", "message", "unread")
"""The columns that are those of ``check``."""


def _rows(lines: Iterable[str], source: str) -> Iterator[tuple[AuditRow, str]]:
    """The row of each result, and what identifies its puzzle; nothing does if it was not read.

    Usual rows that differ in their numbers, answers and identifiers only are recognised once.
    """
    usual: dict[tuple[str, str, str], dict[str, Any] | None] = {}
    last, values = ("", "", ""), None
    for line in lines:
        file, case, number, *rest = line.split(", ", 3)
        end = rest[0] if rest else ""
        key = file, end[: end.find("[")], end[end.rfind("]") : -18]
        if key != last:
            if key not in usual:
                found = _USUAL.fullmatch(line)
                usual[key] = found and found.groupdict()
            last, values = key, usual[key]
        if values is None:
            if line.startswith(ROW_BEGINS[0].decode()):  # the lines of parts have other beginnings
                yield _row(line, source)
            continue
        row = object.__new__(AuditRow)  # by `__init__`, a frozen record takes thrice the time
        vars(row).update(values, case=int(case[8:]), line=int(number[8:]))
        yield row, end[-18:-2]


def _row(line: str, source: str) -> tuple[AuditRow, str]:
    try:
        row: dict[str, Any] = json.loads(line)
        puzzle: str = "" if row["status"] == "error" else row["id"]
    except (ValueError, KeyError):
        raise ArgumentError(f"{source} has a line that is no result of 'check': {shown(line[:60])}") from None
    if row.get("command") not in ("check", None):
        raise ArgumentError(f"{source} has results of '{row['command']}', not of 'check'")
    answers: list[Any] = row.get("answers") or []
    found = AuditRow(*map(row.get, _FROM_CHECK), answers[1] if len(answers) > 1 else None)  # type: ignore
    return found, puzzle


def _with_duplicates(rows: Iterable[tuple[AuditRow, str]]) -> Iterator[AuditRow]:
    first: dict[str, AuditRow] = {}
    for row, puzzle in rows:
        earlier = first.setdefault(puzzle, row) if puzzle else row
        yield row if earlier is row else replace(row, duplicate_of=earlier.name)


# What is examined on request, of each puzzle.


def _examined(found: Audit, names: Sequence[str], entries: Iterator[Entry]) -> Audit:
    """The audit with these columns, and their rates; each puzzle is read once."""
    known = {(row.file, row.case): at for at, row in enumerate(found.all_rows)}
    rows, seen, count = list(found.all_rows), dict[Any, str](), 0
    spent = dict.fromkeys(names, 0.0)
    for entry in entries:
        at = known.get((entry.file, entry.case), -1)
        if at < 0 or rows[at].status in ("error", "none"):
            continue
        count += 1
        problem = entry.problem()
        for name in names:
            started = time.monotonic()
            rows[at] = _with_column(rows[at], name, problem, seen)
            spent[name] += time.monotonic() - started
    return Audit(tuple(rows), {name: count / max(seconds, 1e-9) for name, seconds in spent.items()})


def _with_column(row: AuditRow, name: str, problem: AnyProblem, seen: dict[Any, str]) -> AuditRow:
    """The row with another column; `seen`: the first rows by the values that puzzles share up to symmetry."""
    if name == "needless":
        return replace(row, needless=_needless(problem) if row.status == "unique" else None)
    if name == "difficulty":
        return replace(row, difficulty=_grade()(problem).name)
    from .symmetry import canonical  # which imports the rules of sudokus

    if row.duplicate_of or (form := canonical(problem)) is None:
        return row
    before = seen.get(form)
    seen.setdefault(form, row.name)
    return replace(row, same_as=before)


def _needless(problem: AnyProblem) -> int | None:
    """The number of givens without which the puzzle still has one answer; None for a kind without givens."""
    numbers = range(len(problem.given_names()))
    fewer = (problem.with_givens([one for one in numbers if one != left]) for left in numbers)
    return sum(check(one).verdict is Verdict.UNIQUE for one in fewer) if numbers else None


def _grade() -> Callable[[AnyProblem], Any]:
    """The function `grade`, which another room adds."""
    for grade in attached("grade", "grade"):
        return grade  # type: ignore[no-any-return]
    raise ArgumentError("difficulty needs the room of setters, which is not here")
