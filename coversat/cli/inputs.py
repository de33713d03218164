"""Reading files and standard input into cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from ..answering.sets.entries import Entries
from ..answering.sets.entry import Entry, called, named, of_right
from ..answering.sets.presenting import read_as, remarks
from ..base.deadline import Deadline
from ..base.errors import UNKNOWN, CoversatError, InputError, LimitReachedError, ParseError, ReductionError
from ..base.files import read_text
from ..base.wording import counted
from ..exchange.puzzle_text import answers_in
from ..problems import AnyForm, AnyProblem, find_form
from ..problems.folders import files_in
from ..problems.recognition import ANYTHING, Wanted
from .options import overdue
from .output import Progress, Results, echo, error_row

T = TypeVar("T")
Outcome = tuple[int, dict[str, Any], str]
"""The result for one puzzle: an exit code, the row for JSON, and the text."""


@dataclass(frozen=True)
class Case:
    """One problem of a file, its number (from 1), its text form, and the seconds that reading took.

    * read_as: what a result line says about the reading; empty if nothing needs to be said.
    * by_shape: whether only the shape of the text says of which kind it is.
    * stored: the answer that the file states, or None.
    """

    file: str
    number: int
    problem: AnyProblem
    form: AnyForm
    seconds: float
    read_as: str = ""
    by_shape: bool = False
    stored: Any = None

    @property
    def name(self) -> str:
        return f"{named(self.file)} #{self.number}"

    @property
    def title(self) -> str:
        """The name in a result line."""
        return f"{self.name} ({self.read_as})" if self.read_as else self.name

    def row(self, status: str) -> dict[str, Any]:
        return {"file": self.file, "case": self.number, "kind": self.problem.kind, "status": status}

    def refused(self, error: Exception) -> InputError:
        return InputError(f"{called(self.file)} #{self.number}", str(error))


def read_cases(file: str, wanted: Wanted = ANYTHING, timeout: float | None = None) -> list[Case]:
    """Every problem in a file.

    Raise `InputError` if the file cannot be read or is malformed; `LimitReachedError` if that takes longer
    than `timeout`.
    """
    return [_case(entry) for entry in Entries([file], wanted, timeout)]


def _case(entry: Entry) -> Case:
    """The case of an entry; prints the remarks of its text."""
    for remark in remarks(entry):
        echo(remark, err=True)
    problem, form = entry.problem(), find_form(entry.kind, entry.form)
    if entry.unread and (entry.case == 1 or entry.line is not None):
        echo(f"{named(entry.file)}: not read: {', '.join(entry.unread)}", err=True)
    said = read_as(entry, problem, of_right(False, 0), with_clash=False)
    by_shape = entry.kind_from == "shape"
    return Case(entry.file, entry.case or 1, problem, form, entry.seconds, said, by_shape, entry.stored)


def report_readings(cases: Sequence[Case]) -> Sequence[Case]:
    """The cases; prints what their texts were read as, for a command whose results do not say it."""
    said = (f"{named(case.file)}: read as {case.problem.called}" for case in cases if case.by_shape)
    for line in dict.fromkeys(said):
        echo(line, err=True)
    return cases


def read_answer(case: Case, file: str) -> Any:
    """The answer in a file, right or wrong.

    Raise `InputError` if the file cannot be read or holds no answer of this puzzle.
    """
    text = read_text(file)
    try:
        return case.problem.parse_answer(text)
    except ParseError as error:
        raise InputError.of_text(file, text, error) from None


def read_answers(cases: Sequence[Case], file: str) -> list[Any]:
    """The answers of several puzzles in a file, one below the other, as ``solve`` prints them.

    Each is the first lines behind the one before that are an answer. Raise `InputError` if there are none for
    a puzzle, if any are left, or of a kind whose answers are no boards, so that their ends are not certain.
    """
    if len(cases) > 1 and any(case.problem.place_words != "cells" for case in cases):
        raise InputError(cases[0].file, f"it holds {len(cases)} puzzles; name one with --case")
    text = read_text(file)
    try:
        return answers_in([case.problem for case in cases], text)
    except ParseError as error:
        raise InputError.of_text(file, text, error) from None


def each_puzzle(
    files: Sequence[str],
    wanted: Wanted,
    timeout: float | None,
    as_json: bool,
    find: Callable[..., T],
    present: Callable[[Case, T], Outcome],
) -> int:
    """Call a public function with each puzzle and print what it finds, or the error; the worst exit code."""
    results = Results(as_json)
    for case in cases_of(Entries(files, wanted, timeout), results):
        try:
            with Progress() as tell, overdue(timeout).enforced():
                tell(case.name)
                found = find(case.problem, timeout=Deadline(timeout, case.seconds), report=tell)
        except ReductionError as error:
            results.error(case.refused(error))
        except LimitReachedError as reached:
            row = case.row("unknown") | {"reason": str(reached)}
            results.add(UNKNOWN, row, f"UNKNOWN {case.title} (stopped after {reached})")
        else:
            results.add(*present(case, found))
    return results.code


def cases_of(entries: Iterable[Entry], results: Results) -> Iterator[Case]:
    """The cases that could be read; the error of any other is printed as its result."""
    for entry in entries:
        try:
            case = _case(entry)
        except LimitReachedError as reached:
            results.add(UNKNOWN, error_row(reached), f"UNKNOWN {entry.name} (stopped after {reached})")
        except CoversatError as error:
            results.error(error)
        else:
            yield case


def chosen_cases(
    files: Sequence[str], wanted: Wanted, number: int | None, timeout: float | None, results: Results
) -> Sequence[Case]:
    """The cases of all files, or that of a number; errors of others are printed as their results.

    Raise `InputError` if there is none, and nothing was printed.
    """
    if number is not None and len(files) != 1:
        raise click.UsageError("--case takes a puzzle of one FILE")
    if number is not None:
        return report_readings([one_case(files[0], wanted, number, timeout)])
    cases = list(cases_of(Entries(files, wanted, timeout), results))
    if not cases and not results.codes:
        raise InputError(files[0] if files else "", "it holds no puzzle")
    return report_readings(cases)


def one_case(
    file: str, wanted: Wanted = ANYTHING, number: int | None = None, timeout: float | None = None
) -> Case:
    """The case of this number, or the only one.

    Raise `InputError` if there is no such case, or there are several and `number` is None;
    `LimitReachedError` if reading takes longer than `timeout`.
    """
    cases = read_cases(file, wanted, timeout)
    if number is None and len(cases) != 1:
        raise InputError(file, f"it holds {len(cases)} puzzles; name one with --case")
    chosen = number or 1
    if not 1 <= chosen <= len(cases):
        raise InputError(file, f"there is no case {chosen}; it holds {len(cases)}")
    return cases[chosen - 1]


def files_of(sets: Sequence[str], wanted: Wanted) -> list[str]:
    """The files, and those in folders that are in a known form, sorted by name; others are counted."""
    files, left_out = files_in(sets, wanted)
    if not files:
        raise click.UsageError(f"no puzzle in {', '.join(sets)}")
    if left_out:
        echo(f"{counted(left_out, 'file')} in no known form left out", err=True)
    return files


READING = 1.0
"""The least number of seconds that reading a file may take, whatever the limit of a run is."""
