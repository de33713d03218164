"""Several routes on one problem, side by side: sizes, effort, time, and whether they agree."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from ..answers.routes import Route, default_route, end_of, external_route, reduction_paths, routes
from ..answers.running import Outcome, run
from ..base.deadline import Deadline
from ..base.errors import LimitReachedError, ReductionError, SolverError, UnknownRouteError, WrongAnswerError
from ..base.notebook import html_table
from ..base.registry import load_installed
from ..problems import AnyProblem
from ..solvers import Limits
from ..solvers.sat.external import ExternalSolver
from .statistics import Claim, disagreements

HEADS = (
    "vars\nitems",
    "clauses\noptions",
    "literals\nentries",
    "effort",
    "reduce\ns",
    "solve\ns",
    "found",
)
"""The heads of a table's columns after the one of the routes."""


@dataclass(frozen=True)
class Row:
    """The result of one route.  `refusal` is why it has none; `failed` if it should have one."""

    route: str
    sizes: dict[str, int] = field(default_factory=dict, hash=False)
    answers: tuple[Any, ...] = ()
    exhausted: bool = False
    reason: str | None = None
    effort: int = 0
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
        return [self.route, *counts, str(self.effort), *seconds, answers]


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
        silent = sum(row.refusal is not None or row.reason is not None for row in self.rows)
        if not self.agree:
            return f"DISAGREE: {', '.join(self.disagreements)}"
        if silent == len(self.rows):
            return "no route gave a result"
        return (
            f"{silent} of {len(self.rows)} routes gave no result; the others agree"
            if silent
            else "all routes agree"
        )

    def _repr_html_(self) -> str:
        below = [f"{row.route}: {row.refusal}" for row in self.rows if row.refusal is not None]
        below.append(self.verdict)
        return html_table(["route", *HEADS], [row.cells for row in self.rows], below)


def compare(
    problem: AnyProblem,
    chosen: Sequence[Route],
    limits: Limits,
    report: Callable[[str], None] = lambda words: None,
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
    """
    wanted = limits._replace(answers=limits.answers or 2)
    rows = []
    for number, route in enumerate(chosen, 1):
        report(f"{number} of {len(chosen)}: {route.name}")
        # Each route gets the full time.
        own = wanted._replace(deadline=Deadline(wanted.deadline.seconds))
        rows.append(_row(problem, route, own))
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
    return Row(
        route.name,
        done.target.sizes(),
        done.findings.answers,
        done.findings.exhausted,
        done.findings.reason,
        int(done.findings.effort["nodes"]),
        done.reduce_seconds,
        done.solve_seconds,
    )


def chosen_routes(
    kind: str, patterns: Sequence[str] = (), commands: Sequence[str] = (), problem: AnyProblem | None = None
) -> list[Route]:
    """The routes whose names match one of the patterns (``*`` matches anything).

    Without patterns: each reduction with the first solver of its target, and every solver of the kind
    itself, except reductions from CNF back to exact cover, which are large, and searches that take only
    some shapes of the kind.

    Parameters
    ----------
    kind : str
    patterns : sequence of str
    commands : sequence of str
        Programs by their command lines.  Each is used with the reductions with which a pattern names it
        (such as ``cnf:*`` or ``*/external:kissat*``), and with the default one if none does.
    problem : Problem, optional
        Without patterns, only routes that differ for this problem.

    Raises
    ------
    UnknownRouteError
        If no route matches a pattern.
    SolverError
        If a program is missing.
    """
    load_installed()
    commands = list(dict.fromkeys(commands))
    programs = [route for command in commands for route in _routes_to(kind, command)]
    everything = [*routes(kind), *programs]
    if patterns:
        for pattern in patterns:
            if not any(fnmatchcase(route.name, pattern) for route in everything):
                raise UnknownRouteError(f"no route of {kind} fits {pattern!r}")
        chosen = [route for route in everything if any(fnmatchcase(route.name, p) for p in patterns)]
    else:
        preferred = {default_route("cnf").solver.name}
        chosen = [route for route in routes(kind) if _natural(route) and _usual_solver(route, preferred)]
        chosen = [route for route in chosen if problem is None or _fits(route, problem)]
    solvers = {route.solver for route in chosen}
    unnamed = [external_route(kind, None, command) for command in commands]
    return chosen + [route for route in unnamed if route.solver not in solvers]


def _routes_to(kind: str, command: str) -> list[Route]:
    program = ExternalSolver(command).words[0]
    if shutil.which(program) is None:
        raise SolverError(f"there is no program {program!r} to run")
    solver = external_route(kind, None, command).solver
    ends = [rules for rules in reduction_paths(kind) if end_of(kind, rules) == solver.kind]
    return [Route(kind, rules, solver) for rules in ends]


def _fits(route: Route, problem: AnyProblem) -> bool:
    return not route.rules or route.rules[0].fits(problem)


def _natural(route: Route) -> bool:
    return not any(rule.source == "cnf" for rule in route.rules) or route.kind == "cnf"


def _usual_solver(route: Route, preferred: set[str]) -> bool:
    if route.solver.kind == "cnf":
        return route.solver.name in preferred
    return getattr(route.solver, "quick", None) is None
