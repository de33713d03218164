"""Several routes on one problem, side by side: sizes, effort, time, and whether they agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..answers.routes import Route
from ..answers.running import Outcome, run
from ..base.deadline import Deadline
from ..base.errors import LimitReachedError, ReductionError, SolverError, WrongAnswerError
from ..base.notebook import html_table
from ..base.wording import several
from ..problems import AnyProblem
from ..solvers import Limits, effort_unit
from .statistics import Claim, disagreements

HEADS = (
    "vars\nitems",
    "clauses\noptions",
    "literals\nentries",
    "nodes\nconflicts",
    "reduce\ns",
    "solve\ns",
    "found",
)
"""The heads of a table's columns after the one of the routes."""

_WIDTHS = (7, 8, 9, 9, 7, 8, 6)
_LESS_NEEDED = 2
"""The column that is left out where lines would be too long."""


@dataclass(frozen=True)
class Row:
    """The result of one route.  `refusal` is why it has none; `failed` if it should have one.

    `effort` counts what `effort_unit` names; both are None for a solver that counts nothing.
    """

    route: str
    sizes: dict[str, int] = field(default_factory=dict, hash=False)
    answers: tuple[Any, ...] = ()
    exhausted: bool = False
    reason: str | None = None
    effort: int | None = None
    effort_unit: str | None = None
    reduce_seconds: float = 0.0
    solve_seconds: float = 0.0
    refusal: str | None = None
    wrong: bool = False
    failed: bool = False

    @property
    def cells(self) -> list[str]:
        if self.refusal is not None:
            return [self.route, *["-"] * 7]
        counts = [str(size) for size in self.sizes.values()] or ["-"] * 3
        answers = f"{len(self.answers)}{'' if self.exhausted else '+'}"
        seconds = [f"{self.reduce_seconds:.3f}", f"{self.solve_seconds:.3f}"]
        effort = "-" if self.effort is None else str(self.effort)
        return [self.route, *counts, effort, *seconds, answers]

    @property
    def remark(self) -> str | None:
        """Why it has no result, or an incomplete one."""
        if self.refusal is not None:
            return self.refusal
        return None if self.reason is None else f"stopped after {self.reason}"


class Layout:
    """A table of routes whose lines are printed one after the other.

    Parameters
    ----------
    routes : sequence of str
        The names of all routes.
    width : int, optional
        That of the terminal: names are then broken at slashes, and the least needed column is left out, so
        that lines fit.
    """

    def __init__(self, routes: Sequence[str], width: int | None = None) -> None:
        self._columns = list(range(len(_WIDTHS)))
        longest = max(map(len, ("route", *routes)))
        room = None if width is None else width - sum(_WIDTHS) - len(_WIDTHS)
        if room is not None and room < longest:
            self._columns.remove(_LESS_NEEDED)
            room += _WIDTHS[_LESS_NEEDED] + 1
        self._first = longest if room is None else max(8, min(longest, room))

    def head(self) -> list[str]:
        heads = [head.split("\n") if "\n" in head else ["", head] for head in ("route", *HEADS)]
        return [line for words in zip(*heads, strict=True) for line in self._lines(*words)]

    def row(self, row: Row) -> list[str]:
        return self._lines(*row.cells)

    def _lines(self, name: str, *cells: str) -> list[str]:
        first, *others = _broken(name, self._first) or [""]
        shown = (f" {cells[at]:>{_WIDTHS[at]}}" for at in self._columns)
        return [(first.ljust(self._first) + "".join(shown)).rstrip(), *others]


def _broken(name: str, width: int) -> list[str]:
    """The name in lines of at most this width, at slashes if possible."""
    if len(name) <= width:
        return [name] if name else []
    end = name.rfind("/", 0, width) + 1 or width
    return [name[:end], *_broken(name[end:], width)]


@dataclass(frozen=True)
class Comparison:
    """The rows in the order of the routes, and the routes that contradict the others."""

    rows: tuple[Row, ...]
    limit: int
    disagreements: tuple[str, ...]

    @property
    def agree(self) -> bool:
        """Whether no route contradicts another and none returned a wrong answer."""
        return not self.disagreements

    @property
    def verdict(self) -> str:
        """Whether they agree, in words; routes without a result are only counted."""
        if not self.agree:
            return f"DISAGREE: {', '.join(self.disagreements)}"
        refused = sum(row.refusal is not None for row in self.rows)
        stopped = sum(row.refusal is None and row.reason is not None for row in self.rows)
        if refused == len(self.rows):
            return "no route gave a result"
        if refused + stopped == len(self.rows):
            return "no route finished"
        numbers = ((refused, "gave no result"), (stopped, "did not finish"))
        words = " and ".join(f"{count} of {len(self.rows)} routes {what}" for count, what in numbers if count)
        return f"{words}; the others agree" if words else "all routes agree"

    def __bool__(self) -> bool:
        return self.agree

    def __str__(self) -> str:
        layout = Layout([row.route for row in self.rows])
        lines = [*layout.head(), *(line for row in self.rows for line in layout.row(row))]
        return "\n".join([*lines, *self.below])

    @property
    def below(self) -> list[str]:
        """What stands below the table: remarks about routes, and the verdict."""
        groups: dict[str, list[str]] = {}
        for row in self.rows:
            if row.remark is not None:
                groups.setdefault(row.remark, []).append(row.route)
        remarks = [f"{several(names)}: {remark}" for remark, names in groups.items()]
        return [*remarks, self.verdict]

    def _repr_html_(self) -> str:
        return html_table(["route", *HEADS], [row.cells for row in self.rows], self.below)


def compare(
    problem: AnyProblem,
    chosen: Sequence[Route],
    limits: Limits,
    report: Callable[[str], None] = lambda words: None,
    each: Callable[[Row], None] = lambda row: None,
) -> Comparison:
    """Run each route in turn.

    Parameters
    ----------
    problem : Problem
    chosen : routes of the problem's kind
    limits : Limits
        For each route; `limits.answers` (default 2) is the number of answers to look for.
    report : callable
        Receives progress messages.
    each : callable
        Receives each row as soon as it is there.
    """
    wanted = limits._replace(answers=limits.answers or 2)
    rows = []
    for number, route in enumerate(chosen, 1):
        # Each route gets the full time.
        own = wanted._replace(deadline=Deadline(wanted.deadline.seconds), report=report)
        own = own.reporting(f"{number} of {len(chosen)}")
        rows.append(_row(problem, route, own))
        each(rows[-1])
    assert wanted.answers is not None
    return Comparison(tuple(rows), wanted.answers, disagreements([_claim(problem, row) for row in rows]))


def _claim(problem: AnyProblem, row: Row) -> Claim:
    # Answers that are equal under a projection count as one; routes may find different ones.
    return Claim(row.route, frozenset(map(problem.identity, row.answers)), row.exhausted, row.wrong)


def _row(problem: AnyProblem, route: Route, limits: Limits) -> Row:
    try:
        with limits.deadline.enforced():
            done: Outcome = run(problem, route, limits)
    except LimitReachedError as reached:
        return Row(route.name, reason=str(reached))  # before the search had begun
    except ReductionError as error:
        return Row(route.name, refusal=str(error))
    except SolverError as error:
        return Row(route.name, refusal=str(error), failed=True)
    except WrongAnswerError as error:
        return Row(route.name, refusal=str(error), wrong=True)
    unit = effort_unit(route.solver)
    return Row(
        route.name,
        done.target.sizes(),
        done.findings.answers,
        done.findings.exhausted,
        done.findings.reason,
        None if unit is None else int(done.findings.effort["nodes"]),
        unit,
        done.reduce_seconds,
        done.solve_seconds,
    )
