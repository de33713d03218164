"""What is asked of every puzzle of a set, and the result of one."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..deadline import NEVER, Deadline
from ..errors import ReductionError, SolverError
from ..problems import Problem, find_form
from ..routes import Route, default_route, external_route, find_route
from ..solvers import Limits
from ..solving import solve
from ..uniqueness import check, count
from .entries import Entry, Fault


class Result(NamedTuple):
    """What is said of one puzzle.

    Attributes
    ----------
    status : str
        ``unique``, ``multiple``, ``none``, ``unknown``, ``counted``, ``satisfiable`` or ``error``.
    code : int
        The exit code if it were the only one: 0 yes, 1 no, 2 bad input, 3 unknown.
    text : str
        As it is printed, without the final newline.
    seconds : float
        What it took.  Not part of `text`: the same set gives the same results.
    """

    status: str
    code: int
    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a route says of a puzzle: a status, the answers to show or their number, and why no more."""

    status: str
    answers: tuple[Any, ...]
    route: str
    reason: str | None = None
    claimed_by: str | None = None
    count: int | None = None
    exact: bool = True


@dataclass(frozen=True)
class Question:
    """What is asked of every puzzle of a set.

    Attributes
    ----------
    command : str
        ``check``, ``solve`` or ``count``.
    via, solver_command : str, optional
        A route by its name, a program by its command line.
    answers : int or None
        How many to show or to count at most; not for ``check``.
    seconds, nodes, memo : optional
        Limits for each puzzle; `memo` for ``count`` only.
    as_json : bool
        Whether results are JSON objects; otherwise lines for people.
    """

    command: str
    via: str | None = None
    solver_command: str | None = None
    answers: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    as_json: bool = False
    memo: int | None = None

    @property
    def shares(self) -> bool:
        """Whether puzzles may be answered by a cover they share: nobody named a route."""
        return self.via is None and self.solver_command is None

    def decides(self, count: int, exhausted: bool) -> bool:
        """Whether so many answers found by any route say all that is asked.

        One answer is the smallest, and more than one must come in order when they are to be shown.
        """
        if self.command == "check":
            return exhausted or count >= 2
        return exhausted and count <= 1 and (self.command == "solve" or self.answers != 1)

    def found(self, problem: Problem[Any], answers: Sequence[Any], route: str) -> Found:
        """The finding from answers that decide, up to two of them."""
        status = ("none", "unique", "multiple")[len(answers)]
        if self.command == "count":
            return Found("counted", (), route, count=len(answers))
        return Found(status, tuple(answers), route)

    def find(self, problem: Problem[Any]) -> Found:
        """Ask one puzzle by itself, by the route that was named or the usual one.

        Raises
        ------
        ReductionError, SolverError, WrongAnswerError
            As `routes.run`.
        """
        route = self._route(problem.kind)
        limits = self._limits(problem.kind, route)
        if self.command == "solve":
            solved = solve(problem, route, limits)
            return Found(solved.status, solved.answers, solved.route, solved.reason, solved.claimed_by)
        if self.command == "count":
            counted = count(problem, route, limits)
            status = "counted" if counted.reason is None else "unknown"
            return Found(
                status, (), counted.route, counted.reason, counted.claimed_by, counted.count, counted.exact
            )
        checked = check(problem, route, limits)
        status = checked.verdict.value
        return Found(status, checked.answers, checked.route, checked.reason, checked.claimed_by)

    def _route(self, kind: str) -> Route | None:
        if self.solver_command is not None:
            return external_route(kind, self.via, self.solver_command)
        return None if self.via is None else find_route(kind, self.via)

    def _limits(self, kind: str, route: Route | None) -> Limits:
        """The limits that the route's solver can keep to; what it cannot, the pool enforces."""
        limits = Limits(self.answers, self.nodes, Deadline(self.seconds), memo=self.memo)
        solver = (route or default_route(kind)).solver
        return limits if getattr(solver, "interruptible", True) else replace(limits, deadline=NEVER)

    # Results

    def ask(self, entry: Entry) -> Result:
        """The result of one puzzle, asked by itself."""
        started = time.perf_counter()
        try:
            problem = entry.problem()
            if isinstance(problem, Fault):
                return self.fault(entry, problem)
            found = self.find(problem)
        except (ReductionError, SolverError) as error:
            return self.fault(entry, Fault(str(error)))
        return self.result(entry, problem, found, time.perf_counter() - started)

    def result(self, entry: Entry, problem: Problem[Any], found: Found, seconds: float) -> Result:
        """A finding, as it is printed."""
        if self.as_json:
            if self.command == "count":
                said: dict[str, Any] = {"count": found.count, "exact": found.exact}
            else:
                said = {"answers": [problem.answer_rows(answer) for answer in found.answers]}
            said |= {"route": found.route, "claimed_by": found.claimed_by, "reason": found.reason}
            text = self._row(entry, found.status, said)
        else:
            text = self._line(entry, problem, found)
        code = self.code(found.status, len(found.answers), found.count)
        return Result(found.status, code, text, seconds)

    def unknown(self, entry: Entry, reason: str, seconds: float) -> Result:
        """The result of a puzzle whose worker was ended."""
        if self.as_json:
            said: dict[str, Any] = (
                {"count": 0, "exact": False} if self.command == "count" else {"answers": []}
            )
            said |= {"route": self.via, "claimed_by": None, "reason": reason}
            text = self._row(entry, "unknown", said)
        else:
            text = f"UNKNOWN {entry.name} (stopped after {reason})"
        return Result("unknown", 3, text, seconds)

    def fault(self, entry: Entry, fault: Fault) -> Result:
        """The result of a puzzle that is malformed, or that a route does not take."""
        if self.as_json:
            said = {"column": fault.column, "message": fault.message}
            text = self._row(entry._replace(line=fault.line), "error", said)
        else:
            place = f"line {fault.line}, column {fault.column}: " if fault.line is not None else ""
            text = f"ERROR {entry.name} ({place}{fault.message})"
        return Result("error", 2, text, 0.0)

    def _row(self, entry: Entry, status: str, said: dict[str, Any]) -> str:
        row = {"file": entry.file, "case": entry.case, "line": entry.line, "kind": entry.kind or None}
        row |= {"status": status, **said, "note": entry.note or None, "command": self.command}
        return json.dumps(row | {"id": entry.id})

    def code(self, status: str, answers: int, count: int | None) -> int:
        """The exit code of a result: its status, the answers shown, or the number of those counted."""
        if status in ("unknown", "error"):
            return 3 if status == "unknown" else 2
        if self.command == "count":
            return 0 if count else 1
        return 0 if status == "unique" or (self.command == "solve" and answers) else 1

    def _line(self, entry: Entry, problem: Problem[Any], found: Found) -> str:
        remark = f" (says {found.claimed_by})" if found.claimed_by is not None else ""
        if found.reason is not None:
            remark = f" (stopped after {found.reason}){remark}"
        if found.count is not None:
            return f"{'exactly' if found.exact else 'at least'} {found.count} {entry.name}{remark}"
        if self.command == "check" or not found.answers:
            return f"{found.status.upper()} {entry.name}{remark}"
        show = find_form(entry.kind, entry.form).show
        shown = [show(problem, answer, entry.case or 1) for answer in found.answers]
        # A blank line between answers of several lines, so that they can be told apart.
        return ("\n\n" if any("\n" in text for text in shown) else "\n").join(shown)
