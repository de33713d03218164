"""One run of one problem by one route: what `compare` and `bench` measure, and every table is made of."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ..base.errors import CoversatError
from ..base.records import Rows, column
from ..problems.user_files import rests_on
from .statistics import Claim, disagreements

INAPPLICABLE = "inapplicable"
"""An encoding does not apply to the puzzle, so that there is nothing to measure."""
Status: TypeAlias = Literal[
    "unique", "multiple", "none", "satisfiable", "unknown", "inapplicable", "failed", "wrong"
]
"""The result of a route on a problem; the last three are reasons why there is none."""
FINISHED = ("unique", "multiple", "none", "satisfiable")
NO_RESULT = (INAPPLICABLE, "failed", "wrong")
LEAST = 1e-6
"""The shortest time in seconds; shorter ones are rounded up to it."""


class MeasurementError(CoversatError):
    """Measurements that cannot be read, continued or compared."""


@dataclass(frozen=True)
class Run:
    """One route on one problem.

    * answers: those found, or what identifies them.
    * id: what identifies the problem where names may be repeated.
    * size: that of the problem, on the axis of growth.
    """

    puzzle: str = column("the name of the puzzle")
    kind: str = column("the kind of problem")
    route: str = column("the route")
    status: Status = column(
        "unique, multiple or none: the number of answers is known; satisfiable: there is one, and perhaps "
        "more; unknown: a limit came first; inapplicable: the encoding does not take the puzzle; failed: "
        "the solver failed; wrong: an answer breaks the rules",
        "unknown",
    )
    variables_or_items: int | None = column("variables of the formula, or items of the exact cover", None)
    clauses_or_options: int | None = column("clauses of the formula, or options of the exact cover", None)
    literals_or_entries: int | None = column("literals of all clauses, or entries of all options", None)
    effort: int | None = column(
        "the effort of the search in its unit; null if the solver counts nothing", None
    )
    effort_unit: str | None = column("nodes or conflicts", None)
    decisions: int | None = column("decisions of a SAT solver", None)
    propagations: int | None = column("propagations of a SAT solver", None)
    reduce_seconds: float | None = column("seconds for the reduction", None)
    solve_seconds: float | None = column("seconds for the search", None)
    count: int | None = column("the number of answers found", None)
    exact: bool | None = column("whether there are no other answers", None)
    reason: str | None = column("why there is no result, or an incomplete one", None)
    rests_on: str | None = column("the file of a user that defines an encoding of the route", None)
    answers: tuple[Any, ...] = field(default=(), repr=False)
    id: str = field(default="", repr=False)
    size: float | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rests_on", rests_on(self.route))

    @property
    def lacks_result(self) -> bool:
        """Whether it has no result at all."""
        return self.status in NO_RESULT

    @property
    def spent(self) -> float:
        """The seconds of reduction and search, finished or not."""
        return (self.reduce_seconds or 0.0) + (self.solve_seconds or 0.0)

    @property
    def seconds(self) -> float:
        """The time of a finished run; infinite for any other."""
        return max(LEAST, self.spent) if self.status in FINISHED else math.inf

    @property
    def remark(self) -> str | None:
        """Why it has no result, or an incomplete one, in words."""
        if self.lacks_result or self.reason is None:
            return self.reason
        return f"stopped after {self.reason}"


def contradicting(runs: Sequence[Run], identity: Callable[[Any], Any] = lambda one: one) -> tuple[str, ...]:
    """The routes that contradict others on one problem, or gave a wrong answer.

    * identity: what answers have in common that count as one, such as under a projection.
    """
    found = ((run, run.status == "wrong") for run in runs)
    return disagreements(
        [
            Claim(run.route, frozenset(map(identity, run.answers)), bool(run.exact) and not wrong, wrong)
            for run, wrong in found
        ]
    )


@dataclass(frozen=True)
class Row(Run):
    """The result of one route on one problem, in one process with others; seconds are by the clock.

    Attributes
    ----------
    answers : tuple
        The answers found; they are not a column of tables.
    """

    contradicts: bool = column("whether it contradicts the other routes, or gave a wrong answer", False)
    learnt_literals: int | None = column("literals of the clauses that the measuring solver learnt", None)
    proof_clauses: int | None = column("clauses of its proof that there is no other answer", None)
    proof_bytes: int | None = column("bytes of that proof as DRUP, without deletions", None)
    proof_check_seconds: float | None = column("seconds to check that proof", None)
    shuffles: int | None = column("the number of shuffled copies that were solved", None)
    shuffled_effort_low: float | None = column("the least effort on them", None)
    shuffled_effort: float | None = column("the median effort on them", None)
    shuffled_effort_high: float | None = column("the most effort on them", None)
    shuffled_seconds_low: float | None = column("the least time on them, in seconds", None)
    shuffled_seconds: float | None = column("the median time on them, in seconds", None)
    shuffled_seconds_high: float | None = column("the most time on them, in seconds", None)

    @property
    def total_seconds(self) -> float:
        """The time of reduction and search."""
        return self.spent


@dataclass(frozen=True)
class RunRecord(Run):
    """A run in a process of its own; seconds are by the clock of the report."""

    size: float | None = column(
        "the size of the puzzle: numbers in its answer, or what its family states", None
    )
    run: int = column("the number of the run, from 1", 1)
    clock: str = column("cpu: processor time; wall: time by the clock; stated: as a CSV says", "cpu")
    first_seconds: float | None = column("time from the reduction to the first answer, or to none", None)
    proof_seconds: float | None = column(
        "time from there until it is known whether there is another answer", None
    )
    total_seconds: float | None = column("time of all stages; null if it did not finish", None)
    memory_bytes: int | None = column("growth of the process", None)


class Runs(Rows[RunRecord]):
    """A sequence of runs."""

    record = RunRecord
