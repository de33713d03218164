"""What is asked of every puzzle, whether there is one or a million."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..deadline import NEVER, Deadline
from ..errors import BAD, NO, UNKNOWN, YES, CoversatError, InputError, LimitReachedError
from ..files import reason_of
from ..findings import Findings, Verdict
from ..problems import AnyProblem
from ..solvers import Limits
from .entries import Entry

if TYPE_CHECKING:
    from ..parts.asking import Hands
    from ..routing import Route
    from .blocks import Answered

QUESTIONS = ("check", "solve", "count")
ERROR = "error"
"""The status of what is malformed, or not taken by a route; any other status is a verdict's value."""


class Result(NamedTuple):
    """What is said of one puzzle.

    Attributes
    ----------
    status : str
        A verdict's value, or `ERROR`.
    code : int
        The exit code if it were the only one.
    seconds : float
        What it took.
    shown : object
        What the presenter made of it.
    """

    status: str
    code: int
    seconds: float
    shown: Any


class Results(NamedTuple):
    """What is said of the puzzles of a block, in columns; see `Result`.  What is shown is a sequence."""

    statuses: Sequence[str]
    codes: Sequence[int]
    seconds: Sequence[float]
    shown: Any

    def each(self) -> Iterator[Result]:
        """The results one by one."""
        return map(Result, self.statuses, self.codes, self.seconds, self.shown)


class Presenter(Protocol):
    """Makes of what was found what is wanted of it; a value that can be sent to other processes."""

    def wants_answers(self, query: Query, verdict: Verdict) -> bool:
        """Whether `found` looks at the answers of findings with this verdict."""

    def found(self, query: Query, entry: Entry, problem: AnyProblem | None, findings: Findings[Any]) -> Any:
        """What is made of findings; there is no problem when it could not be read in time."""

    def fault(self, query: Query, entry: Entry, error: InputError) -> Any:
        """What is made of a puzzle that is malformed, or that a route does not take."""

    def many(self, query: Query, answered: Answered) -> Sequence[Any]:
        """What is made of each sudoku of a block: what `found` makes of it by itself."""


class Keep:
    """The presenter of those who want the findings themselves, and the errors as they are."""

    def wants_answers(self, query: Query, verdict: Verdict) -> bool:
        """Always."""
        return True

    def found(self, query: Query, entry: Entry, problem: AnyProblem | None, findings: Findings[Any]) -> Any:
        """As they are."""
        return findings

    def fault(self, query: Query, entry: Entry, error: InputError) -> Any:
        """As it is."""
        return error

    def many(self, query: Query, answered: Answered) -> list[Any]:
        """As they are."""
        found = answered.each(shown=query.command != "count")
        return [answered.alone[at].shown if one is None else one for at, one in enumerate(found)]


class Query(NamedTuple):
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
    certified : bool
        Whether each puzzle gets a certificate; see `Entry.certificate`.
    proof : str, optional
        The form of its proof; what fits where none is named.
    smallest : bool
        Whether ``solve`` looks for the smallest answers however long that takes.
    """

    command: str
    via: str | None = None
    solver_command: str | None = None
    answers: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    memo: int | None = None
    certified: bool = False
    proof: str | None = None
    smallest: bool = False

    @property
    def shares(self) -> bool:
        """Whether puzzles may be answered many at a time: nobody named a route, or wants a proof."""
        return self.via is None and self.solver_command is None and not self.certified

    @property
    def limits(self) -> Limits:
        """For one puzzle, beginning now."""
        return Limits(self.answers, self.nodes, Deadline(self.seconds), memo=self.memo)

    def needs_process(self, kind: str) -> bool:
        """Whether only the end of its process stops the solver in time."""
        return self.seconds is not None and not _interruptible(self._route(kind), kind)

    def decides(self, count: int, exhausted: bool) -> bool:
        """Whether so many answers, found in any order, say all that is asked."""
        if self.command == "check":
            return exhausted or count >= 2
        return exhausted and count <= 1

    def verdict(self, findings: Findings[Any]) -> Verdict:
        """What answers the question; to ``check``, that there is some answer is none."""
        verdict = findings.verdict
        return Verdict.UNKNOWN if verdict is Verdict.SATISFIABLE and self.command == "check" else verdict

    def code(self, status: str, at_least: int = 0, reason: str | None = None) -> int:
        """The exit code of a result, by what of it is written down."""
        if status == ERROR:
            return BAD
        if self.command == "check":
            return {Verdict.UNIQUE.value: YES, Verdict.UNKNOWN.value: UNKNOWN}.get(status, NO)
        if self.command == "count" and reason is not None:
            return UNKNOWN
        if at_least:
            return YES
        return UNKNOWN if status == Verdict.UNKNOWN.value else NO

    @property
    def divides(self) -> bool:
        """Whether one large puzzle may be worked on in parts."""
        return self.solver_command is None and (not self.certified or self.command == "check")

    def find(self, problem: AnyProblem, limits: Limits, certificate: str | None = None) -> Findings[Any]:
        """Ask one puzzle.

        Raises
        ------
        CoversatError
            As `answers.check` and `certificates.certify`.
        """
        if certificate is not None:
            return self._certified(problem, limits, certificate)
        route = self._route(problem.kind)
        if not limits.deadline.endless and not _interruptible(route, problem.kind):
            limits = limits._replace(deadline=NEVER)  # whoever runs the process keeps it
        # Here, so that a set of sudokus that blocks decide imports no route.
        from .. import answers

        if self.command == "solve":
            return answers.solve(problem, route, limits, self.smallest)
        ask: Callable[..., Findings[Any]] = getattr(answers, self.command)
        return ask(problem, route, limits)

    def _route(self, kind: str) -> Route | None:
        from ..routing import external_route, find_route

        if self.solver_command is not None:
            return external_route(kind, self.via, self.solver_command)
        return None if self.via is None else find_route(kind, self.via)

    def _certified(
        self, problem: AnyProblem, limits: Limits, certificate: str, hands: Hands | None = None
    ) -> Findings[Any]:
        from pathlib import Path

        from ..certificates import certify, rules_named

        folder = Path(certificate)
        rules = None if self.via is None else rules_named(problem.kind, self.via)
        folder.parent.mkdir(parents=True, exist_ok=True)
        counting = self.command == "count"
        return certify(problem, folder, rules, None, limits, self.proof, counting, hands)

    def ask(self, entry: Entry, present: Presenter) -> Result:
        """The result of one puzzle, asked by itself."""
        result = self._asked(
            entry, present, lambda problem, limits: self.find(problem, limits, entry.certificate)
        )
        assert result is not None
        return result

    def ask_in_parts(self, entry: Entry, present: Presenter, hands: Hands) -> tuple[Result, bool] | None:
        """The same of a puzzle that many work on, and whether it ended; None where it is not to be cut."""
        from .. import answers

        ended = False

        def find(problem: AnyProblem, limits: Limits) -> Findings[Any] | None:
            nonlocal ended
            found: Findings[Any] | None
            if entry.certificate is not None:
                found = self._certified(problem, limits, entry.certificate, hands)
            else:
                found = answers.in_parts(self.command, problem, self._route(problem.kind), limits, hands)
            ended = found is not None and found.reason is None
            return found

        result = self._asked(entry, present, find)
        return None if result is None else (result, ended)

    def _asked(
        self, entry: Entry, present: Presenter, find: Callable[[AnyProblem, Limits], Findings[Any] | None]
    ) -> Result | None:
        """The result of what is found; None where that is None."""
        started = time.perf_counter()
        limits = self.limits._replace(deadline=Deadline(self.seconds, entry.seconds))
        problem = None
        try:
            with limits.deadline.enforced():
                problem = entry.problem()
            found = find(problem, limits)
        except LimitReachedError as reached:
            found = Findings((), 0, False, self.via or "", reason=str(reached))
        except InputError as error:
            return self.fault(entry, error, present)
        except (CoversatError, OSError) as error:
            if getattr(error, "ends_run", False):
                raise
            what = "" if entry.certificate is None else "no certificate: "
            reason = error if isinstance(error, CoversatError) else reason_of(error)
            return self.fault(entry, InputError(entry.name, f"{what}{reason}"), present)
        if found is None:
            return None
        return self.result(entry, problem, found, time.perf_counter() - started, present)

    def result(
        self,
        entry: Entry,
        problem: AnyProblem | None,
        found: Findings[Any],
        seconds: float,
        present: Presenter,
    ) -> Result:
        """Findings, as they are presented."""
        verdict = self.verdict(found).value
        code = self.code(verdict, found.at_least, found.reason)
        return Result(verdict, code, seconds, present.found(self, entry, problem, found))

    def unknown(self, entry: Entry, reason: str, seconds: float, present: Presenter) -> Result:
        """The result of a puzzle whose worker was ended."""
        found: Findings[Any] = Findings((), 0, False, self.via or "", reason=reason)
        return self.result(entry, None, found, seconds, present)

    def fault(self, entry: Entry, error: InputError, present: Presenter) -> Result:
        """The result of a puzzle that is malformed, or that a route does not take."""
        return Result(ERROR, BAD, 0.0, present.fault(self, entry, error))


def _interruptible(route: Route | None, kind: str) -> bool:
    from ..routing import default_route

    return bool(getattr((route or default_route(kind)).solver, "interruptible", True))
