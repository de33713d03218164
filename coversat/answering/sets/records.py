"""The results of a question to many puzzles, as a sequence of flat records."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any, Literal

from ...base.errors import ArgumentError, InputError
from ...base.notebook import html_table
from ...base.records import Records, column, columns_of
from ...base.undecided import Shown
from ...base.wording import counted
from ...problems import AnyProblem
from ...solvers.findings import Findings
from ..found import Found, result_words
from .entries import Entries
from .entry import Entry, judged
from .request import AsFindings, Request
from .shares import of_part

SHOWN = 50
"""The results that a prompt or a notebook shows."""


@dataclass(init=False, repr=False, eq=False)
class SetResult(Shown):
    """What ``check``, ``solve`` or ``count`` found of one puzzle of a set.

    Printed, it is what the command prints. The puzzle is read again when `answers` or another column is
    wanted, but not for `found`.

    Attributes
    ----------
    name : str
        The puzzle: its file and number. This, `found` and `error` are no columns of tables.
    found : Found or None
        The result as of `check`, `solve` or `count`; None for an error.
    error : InputError or None
        Why the puzzle could not be read or asked about.
    """

    file: str = column("the file, or the text itself")
    case: int | None = column("the number of the puzzle in its file, from 1")
    line: int | None = column("the line of the puzzle, if its file is read line by line")
    kind: str | None = column("the kind of problem")
    form: str | None = column("the form of its text")
    kind_from: Literal["text", "option", "name", "shape"] | None = column(
        "what states the kind: the text, an option, the name of the file, or only the shape of the text"
    )
    status: Literal["unique", "multiple", "none", "satisfiable", "exact", "at least", "unknown", "error"] = (
        column(
            "unique, multiple or none: the number of answers is known; satisfiable: there is one, and "
            "perhaps more; exact and at least: what count says of its number; unknown: a limit came first; "
            "error: the message says why"
        )
    )
    answers: list[Any] | None = column("the answers found, each as rows of values")
    count: int | None = column("the number of answers found")
    exact: bool | None = column("whether there are no other answers")
    route: str | None = column("the route that found them")
    reason: str | None = column("the limit that came first")
    claimed_by: str | None = column("the outside program on whose word the result rests")
    rests_on: str | None = column("the file of a user that defines an encoding of the route")
    smallest: bool | None = column("of solve: whether the answers are the smallest ones, in order")
    stored: Literal["right", "wrong", "several", "absent"] | None = column(
        "the answer that stands beside the puzzle in its set: right; wrong; one of several; or absent"
    )
    note: str | None = column("what else its row states of the puzzle, such as a rating")
    unread: list[str] | None = column("what may state a rule and was not read")
    command: str = column("the command")
    id: str = column("an identifier of the puzzle, the same in every file")
    message: str | None = column("of an error, or a wrong stored answer: what is wrong, in one sentence")
    column: int | None = column("of an error: the column in its line")

    def __init__(self, request: Request, entry: Entry, shown: Findings[Any] | InputError) -> None:
        self._request, self._entry, self._shown = request, entry, shown
        self.name = entry.name
        self.error = shown if isinstance(shown, InputError) else None
        self.found = (
            None
            if isinstance(shown, InputError)
            else Found.of(shown, request.command, entry.problem, entry.form)
        )

    def __getattr__(self, name: str) -> Any:
        """The columns, when one is wanted first; the status alone is known without reading the puzzle."""
        if name == "status" and self.found is not None:
            return self._request.verdict(self.found).value
        if name not in columns_of(type(self)):
            raise AttributeError(name)
        vars(self).update(dict.fromkeys(columns_of(type(self))) | self._row())
        return vars(self)[name]

    def _row(self) -> dict[str, Any]:
        from .presenting import JsonRows  # what commands print, only when it is wanted

        rows = JsonRows()
        if isinstance(self._shown, InputError):
            return rows.error_row(self._request, self._entry, self._shown)
        problem = self._problem()
        stored = judged(problem, self._entry.stored, self._shown)
        return rows.row(self._request, self._entry, problem, self._shown, stored)

    def _problem(self) -> AnyProblem | None:
        """The problem, if answers are to be shown or judged."""
        has_answers = self.found is not None and self.found.answers
        return self._entry.problem() if has_answers or self._entry.stored is not None else None

    def _brief(self) -> str:
        what = "error" if self.found is None else result_words(self._request.command, self.found)
        return f"{what} {self.name}"

    def __str__(self) -> str:
        if isinstance(self._shown, InputError):
            return str(self._shown)
        from .presenting import Lines

        return Lines().found(self._request, self._entry, self._problem(), self._shown).out


class ReadAlreadyError(ArgumentError, TypeError):
    """Results that are gone; a `TypeError`, so that `list` of results that are being read has no length."""


class SetResults(Records[SetResult]):
    """The results for a set of puzzles, in order, a sequence of `SetResult`.

    Puzzles are asked about when their results are wanted. Results are kept, about 2 kB each, but for puzzles
    from an iterator, of which there may be any number: to iterate over them before anything else keeps none
    and can be done once; the length, an index, a table and printing keep all.
    """

    record = SetResult

    def __init__(self, asked: tuple[Request, Entries], keeps: bool) -> None:
        self.request, self.entries = asked
        self._coming: Iterator[SetResult] | None = self._asked()  # None: read already, or ended by an error
        self._kept: list[SetResult] = []
        self._keeps, self._complete = keeps, False

    def _asked(self) -> Iterator[SetResult]:
        from .sets import pairs, run  # what commands show is asked about by themselves

        entries = of_part(self.entries, self.request.part)
        for entry, result in pairs(run(self.request, entries, AsFindings())):
            yield SetResult(self.request, entry, result.shown)

    def _keeping(self) -> Iterator[SetResult]:
        """The results, each kept as soon as it is there; several iterations may go on at once."""
        for at in count():
            if at == len(self._kept) and not self._complete:
                coming, self._coming = self._taken(), None  # after an error the rest is gone
                if (one := next(coming, None)) is None:
                    self._complete = True
                else:
                    self._kept.append(one)
                self._coming = coming
            if at == len(self._kept):
                return
            yield self._kept[at]

    def _taken(self) -> Iterator[SetResult]:
        if self._coming is None:
            raise ReadAlreadyError(
                "these results were read already and not kept, or not to their end: ask again, and list(...) "
                "keeps them"
            )
        return self._coming

    def _records(self) -> Sequence[SetResult]:
        self._keeps = True
        deque(self._keeping(), maxlen=0)
        return self._kept

    def __iter__(self) -> Iterator[SetResult]:
        if self._keeps:
            return self._keeping()
        coming, self._coming = self._taken(), None
        return coming

    def __getstate__(self) -> dict[str, Any]:
        """All results, which another process may be given."""
        return {**vars(self), "_kept": self._records(), "_complete": True, "_coming": None, "entries": None}

    def __str__(self) -> str:
        return "\n".join(map(str, self._records()))

    def _brief(self) -> str:
        return counted(len(self), "puzzle") if self._complete else "not all asked about yet"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("\n".join([*map(str, self._first()), *self._others()]))

    def _repr_html_(self) -> str:
        heads = ("name", "kind", "status", "count", "exact", "route", "reason")
        cells = [[str(getattr(one, name) or "") for name in heads] for one in self._first()]
        return html_table(heads, cells, self._others())

    def _first(self) -> list[SetResult]:
        """The results that are shown at a prompt."""
        self._keeps = True
        return list(islice(self._keeping(), SHOWN))

    def _others(self) -> list[str]:
        """What is said of those that are not."""
        more = next(islice(self._keeping(), SHOWN, None), None)
        return [] if more is None else ["... print and to_pandas() show the others too"]
