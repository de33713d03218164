"""What is asked of every puzzle, whether there is one or a million, and the results."""

from __future__ import annotations

import errno
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..deadline import Deadline
from ..errors import BAD, NO, UNKNOWN, YES, CoversatError, InputError, LimitReachedError
from ..files import reason_of
from ..findings import Findings, Verdict
from ..problems import AnyProblem
from ..solvers import Limits
from .entries import Block, Entry

if TYPE_CHECKING:
    from ..routing import Route
    from ..work.divide import Workers

QUESTIONS = ("check", "solve", "count")
ERROR = "error"
"""The status of a puzzle that is malformed, or that a route does not take; any other status is a verdict."""


class PuzzleResult(NamedTuple):
    """The result of one puzzle.

    Attributes
    ----------
    status : str
        The value of a verdict, or `ERROR`.
    code : int
        The exit code if it were the only puzzle.
    seconds : float
    shown : object
        What the presenter made of it.
    reason : str, optional
        The limit that ended the search.
    """

    status: str
    code: int
    seconds: float
    shown: Any
    reason: str | None = None


class BlockResults(NamedTuple):
    """The results of the puzzles of a block, in columns; see `PuzzleResult`."""

    statuses: Sequence[str]
    codes: Sequence[int]
    seconds: Sequence[float]
    shown: Any

    def each(self) -> Iterator[PuzzleResult]:
        """The results one by one."""
        return map(PuzzleResult, self.statuses, self.codes, self.seconds, self.shown)


class Presenter(Protocol):
    """Makes the form of a result that is wanted; a value that can be sent to other processes."""

    def found(
        self, request: Request, entry: Entry, problem: AnyProblem | None, findings: Findings[Any]
    ) -> Any:
        """Present findings; there is no problem if it could not be read in time."""

    def fault(self, request: Request, entry: Entry, error: InputError) -> Any:
        """Present what is wrong with a puzzle."""

    def many(self, request: Request, answered: Answered) -> Sequence[Any]:
        """Present each puzzle of a block, in the same way as `found`."""


class Answered(NamedTuple):
    """What was found about the puzzles of a block.

    Attributes
    ----------
    block : Block
    findings : sequence of Findings
        By the number of answers; without these.
    counts : bytes
        How many answers each puzzle has, or `bulk.ALONE`.
    answers : str
        All of them, one behind the other.
    seconds : sequence of float
    alone : dict
        By its place, the result of each puzzle that was asked by itself.
    """

    block: Block
    findings: Sequence[Findings[Any]]
    counts: bytes
    answers: str
    seconds: Sequence[float]
    alone: dict[int, PuzzleResult]

    def lines(self) -> Iterator[list[str]]:
        """The answers of each, as they stand in a line."""
        at, width = 0, self.block.bulk.width
        for place, count in enumerate(self.counts):
            end = at if place in self.alone else at + width * count
            yield [self.answers[one : one + width] for one in range(at, end, width)]
            at = end

    def each(self, shown: bool = True) -> Iterator[Findings[Any] | None]:
        """The findings of each, with its answers if these are `shown`; None if it was asked by itself."""
        answer = self.block.bulk.answer
        for place, (count, lines) in enumerate(zip(self.counts, self.lines(), strict=True)):
            if place in self.alone:
                yield None
            else:
                answers = tuple(map(answer, lines)) if shown else ()
                yield self.findings[count]._replace(answers=answers, seconds=self.seconds[place])


class AsFindings:
    """The presenter that returns findings, and errors, as they are."""

    def found(
        self, request: Request, entry: Entry, problem: AnyProblem | None, findings: Findings[Any]
    ) -> Any:
        return findings

    def fault(self, request: Request, entry: Entry, error: InputError) -> Any:
        return error

    def many(self, request: Request, answered: Answered) -> list[Any]:
        found = answered.each(shown=request.command != "count")
        return [answered.alone[at].shown if one is None else one for at, one in enumerate(found)]


@dataclass(frozen=True)
class Request:
    """A question about each puzzle of a set; built once from options or arguments, and never changed.

    Attributes
    ----------
    command : str
        ``check``, ``solve`` or ``count``.
    via, solver_command : str, optional
        The name of a route; the command line of a program.
    answers : int or None
        The most answers to return or to count; not for ``check``.
    seconds, nodes, memo : optional
        Limits for each puzzle; `memo` for ``count`` only.
    smallest : bool
        Whether ``solve`` looks for the smallest answers however long that takes.
    classes : bool
        Whether ``count`` counts parts that are images of one another once.
    certificates : str, optional
        The folder for a certificate of each puzzle.
    proof : str, optional
        The form of proof; by default the one that fits.
    jobs, memory : int, optional
        Processes of this machine, and the bytes that each may use.  By default the first puzzles are asked in
        this process, and as many processes as there are cores take over when that takes long.
    scheduler : str, optional
        The address of a Dask scheduler, whose workers are used instead.
    """

    command: str
    via: str | None = None
    solver_command: str | None = None
    answers: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    memo: int | None = None
    smallest: bool = False
    classes: bool = False
    certificates: str | None = None
    proof: str | None = None
    jobs: int | None = None
    memory: int | None = None
    scheduler: str | None = None

    @property
    def shares(self) -> bool:
        """Whether puzzles may be decided many at a time: no route is named and no proof is wanted."""
        return self.via is None and self.solver_command is None and self.certificates is None

    @property
    def divides(self) -> bool:
        """Whether one large puzzle may be worked on in parts."""
        return self.solver_command is None and (self.certificates is None or self.command == "check")

    @property
    def several_workers(self) -> bool:
        """Whether one puzzle is to be worked on in parts, if it can be."""
        return self.divides and (self.scheduler is not None or (self.jobs or 1) > 1 or self.classes)

    def route(self, kind: str) -> Route | None:
        """The route that is named.

        Raises
        ------
        UnknownRouteError
        """
        from ..routing import external_route, find_route

        if self.solver_command is not None:
            return external_route(kind, self.via, self.solver_command)
        return None if self.via is None else find_route(kind, self.via)

    def settles(self, count: int, exhausted: bool) -> bool:
        """Whether so many answers, found in any order, settle the question."""
        if self.command == "check":
            return exhausted or count >= 2
        return exhausted and count <= 1

    def verdict(self, findings: Findings[Any]) -> Verdict:
        """The verdict; to ``check``, that there is some answer is UNKNOWN."""
        verdict = findings.verdict
        return Verdict.UNKNOWN if verdict is Verdict.SATISFIABLE and self.command == "check" else verdict

    def code(self, status: str, at_least: int = 0, reason: str | None = None) -> int:
        """The exit code of a result, from what is written of it."""
        if status == ERROR:
            return BAD
        if self.command == "check":
            return {Verdict.UNIQUE.value: YES, Verdict.UNKNOWN.value: UNKNOWN}.get(status, NO)
        if self.command == "count" and reason is not None:
            return UNKNOWN
        if at_least:
            return YES
        return UNKNOWN if status == Verdict.UNKNOWN.value else NO

    def ask(self, entry: Entry, present: Presenter, workers: Workers | None = None) -> PuzzleResult | None:
        """Ask one puzzle.

        `workers`: who works on its parts; then None is returned if it cannot be divided.
        """
        started = time.perf_counter()
        deadline = Deadline(self.seconds, entry.seconds)
        problem = None
        found: Findings[Any] | None
        try:
            with deadline.enforced():
                problem = entry.problem()
            route = self.route(problem.kind) if entry.certificate is None else None
            limits = Limits(self.answers, self.nodes, deadline, memo=self.memo)
            if entry.certificate is not None:
                found = self._certified(problem, limits, entry.certificate, workers)
            elif workers is not None:
                from ..work.questions import in_parts

                found = in_parts(self.command, problem, route, limits, workers)
                if found is None:
                    return None
            else:
                # Imported here: what is decided in blocks needs no route.
                from .. import answers

                if self.command == "check":
                    found = answers.check(problem, route, limits)
                elif self.command == "count":
                    found = answers.count(problem, route, limits)
                else:
                    found = answers.solve(problem, route, limits, self.smallest)
        except LimitReachedError as reached:
            found = Findings((), 0, False, self.via or "", reason=str(reached))
        except InputError as error:
            return self.fault(entry, error, present)
        except (CoversatError, OSError) as error:
            if getattr(error, "ends_run", False):
                raise
            if getattr(error, "errno", None) == errno.ENOMEM:
                raise MemoryError from None
            what = "" if entry.certificate is None else "no certificate: "
            reason = error if isinstance(error, CoversatError) else reason_of(error)
            return self.fault(entry, InputError(entry.name, f"{what}{reason}"), present)
        return self.result(entry, problem, found, time.perf_counter() - started, present)

    def _certified(
        self, problem: AnyProblem, limits: Limits, certificate: str, workers: Workers | None
    ) -> Findings[Any]:
        from ..certificates import certify, rules_named

        folder = Path(certificate)
        rules = None if self.via is None else rules_named(problem.kind, self.via)
        folder.parent.mkdir(parents=True, exist_ok=True)
        return certify(problem, folder, rules, None, limits, self.proof, self.command == "count", workers)

    def result(
        self,
        entry: Entry,
        problem: AnyProblem | None,
        found: Findings[Any],
        seconds: float,
        present: Presenter,
    ) -> PuzzleResult:
        """The result of findings."""
        verdict = self.verdict(found).value
        code = self.code(verdict, found.at_least, found.reason)
        shown = present.found(self, entry, problem, found)
        return PuzzleResult(verdict, code, seconds, shown, found.reason)

    def unknown(self, entry: Entry, reason: str, seconds: float, present: Presenter) -> PuzzleResult:
        """The result of a puzzle whose worker was ended."""
        found: Findings[Any] = Findings((), 0, False, self.via or "", reason=reason)
        return self.result(entry, None, found, seconds, present)

    def fault(self, entry: Entry, error: InputError, present: Presenter) -> PuzzleResult:
        """The result of a puzzle that is malformed, or that a route does not take."""
        return PuzzleResult(ERROR, BAD, 0.0, present.fault(self, entry, error))
