"""The result of one route on one problem, a row of a comparison."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ..base.records import column

INAPPLICABLE = "inapplicable"
"""An encoding does not apply to the puzzle, so that there is nothing to measure."""
Status: TypeAlias = Literal[
    "unique", "multiple", "none", "satisfiable", "unknown", "inapplicable", "refused", "wrong"
]
"""The result of a route on a problem; the last three are reasons why there is none."""

RunStatus: TypeAlias = Literal["unique", "multiple", "none", "unknown", "inapplicable", "refused", "wrong"]
"""The result of a measured run."""
FINISHED = ("unique", "multiple", "none")
NO_RESULT = (INAPPLICABLE, "refused", "wrong")


@dataclass(frozen=True)
class Row:
    """The result of one route on one problem.

    Attributes
    ----------
    answers : tuple
        The answers found; they are not a column of tables.
    """

    puzzle: str = column("the name of the puzzle")
    kind: str = column("the kind of problem")
    route: str = column("the route")
    status: Status = column(
        "unique, multiple or none: the number of answers is known; satisfiable: there is one, and perhaps "
        "more; unknown: a limit came first; inapplicable: the encoding does not take the puzzle; refused: "
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
    reduce_seconds: float | None = column("seconds for the reduction, by the clock", None)
    solve_seconds: float | None = column("seconds for the search, by the clock", None)
    count: int | None = column("the number of answers found", None)
    exact: bool | None = column("whether there are no other answers", None)
    reason: str | None = column("why there is no result, or an incomplete one", None)
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
    answers: tuple[Any, ...] = field(default=(), repr=False)

    @property
    def total_seconds(self) -> float:
        """The time of reduction and search."""
        return (self.reduce_seconds or 0.0) + (self.solve_seconds or 0.0)

    @property
    def refused(self) -> bool:
        """Whether it has no result at all."""
        return self.status in NO_RESULT

    @property
    def remark(self) -> str | None:
        """Why it has no result, or an incomplete one, in words."""
        if self.refused or self.reason is None:
            return self.reason
        return f"stopped after {self.reason}"
