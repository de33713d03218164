"""The question to ask of each puzzle of a set, its results, and puzzles that are decided together."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ...base.arguments import Share
from ...base.deadline import Deadline
from ...base.errors import (
    BAD,
    NO,
    UNKNOWN,
    YES,
    CoversatError,
    InputError,
    LimitReachedError,
    WrongAnswerError,
)
from ...base.files import reason_of, shown
from ...problems import AnyProblem
from ...problems.bulk import ALONE, MOST, Decided
from ...solvers import Limits
from ...solvers.findings import Findings, Verdict
from ...solvers.strategy import FIRST_TURN
from ..found import verdict_of
from .entry import Block, Entry, Judgement, judged

if TYPE_CHECKING:
    from ..parts.divide import Workers
    from ..routes import Route

ERROR = "error"
"""The status of a puzzle that is malformed, or that a route does not take; any other status is a verdict."""


class PuzzleResult(NamedTuple):
    """The result of one puzzle.

    * status: the value of a verdict, or `ERROR`.
    * code: the exit code for this puzzle alone.
    * shown: the presenter's output.
    * reason: the limit that ended the search.
    """

    status: str
    code: int
    seconds: float
    shown: Any
    reason: str | None = None


class BlockResults(NamedTuple):
    """The results of a block of puzzles, in columns; see `PuzzleResult`."""

    statuses: Sequence[str]
    codes: Sequence[int]
    seconds: Sequence[float]
    shown: Any

    def each(self) -> Iterator[PuzzleResult]:
        return map(PuzzleResult, self.statuses, self.codes, self.seconds, self.shown)


class Presenter(Protocol):
    """Formats results; it can be pickled for other processes."""

    def found(
        self, request: Request, entry: Entry, problem: AnyProblem | None, findings: Findings[Any]
    ) -> Any:
        """Present findings; `problem` is None if reading took too long."""

    def fault(self, request: Request, entry: Entry, error: InputError) -> Any:
        """Present the error of an entry."""

    def many(self, request: Request, answered: Answered) -> Sequence[Any]:
        """Present each puzzle of a block as `found` does."""


class Answered(NamedTuple):
    """The findings of a block of puzzles.

    * findings: by number of answers; without the answers.
    * counts: the number of answers of each puzzle, or `bulk.ALONE`.
    * answers: all answers, concatenated.
    * alone: the results of puzzles solved separately, by position.
    """

    block: Block
    findings: Sequence[Findings[Any]]
    counts: bytes
    answers: str
    seconds: Sequence[float]
    alone: dict[int, PuzzleResult]

    @property
    def together(self) -> bool:
        """Whether any puzzle was decided with the others."""
        return len(self.alone) < len(self.counts)

    @property
    def counted(self) -> bytes:
        """The number of `answers` of each puzzle."""
        return self.counts.replace(bytes([ALONE]), b"\0")

    def lines(self) -> Iterator[list[str]]:
        width = self.block.bulk.width
        lines = iter([self.answers[at : at + width] for at in range(0, len(self.answers), width)])
        return (list(islice(lines, count)) for count in self.counted)

    def each(self, shown: bool = True) -> Iterator[Findings[Any] | None]:
        """The findings of each puzzle, with answers if `shown`; None if it was solved separately."""
        answer = self.block.bulk.answer
        for place, (count, lines) in enumerate(zip(self.counts, self.lines(), strict=True)):
            if place in self.alone:
                yield None
            else:
                answers = tuple(map(answer, lines)) if shown else ()
                yield replace(self.findings[count], answers=answers, seconds=self.seconds[place])


class AsFindings:
    """Returns findings and errors unchanged."""

    def found(
        self, request: Request, entry: Entry, problem: AnyProblem | None, findings: Findings[Any]
    ) -> Any:
        return findings

    def fault(self, request: Request, entry: Entry, error: InputError) -> Any:
        return error

    def many(self, request: Request, answered: Answered) -> list[Any]:
        found = answered.each(shown=request.command != "count")
        return [answered.alone[at].shown if one is None else one for at, one in enumerate(found)]


class Asked(Protocol):
    """What workers do with each puzzle of a set: a `Request`, or an export."""

    @property
    def seconds(self) -> float | None: ...

    @property
    def memory(self) -> int | None: ...

    @property
    def shares(self) -> bool: ...

    def ask(self, entry: Entry, present: Presenter) -> PuzzleResult | None: ...

    def unknown(self, entry: Entry, reason: str, seconds: float, present: Presenter) -> PuzzleResult:
        """The result of a puzzle whose worker was terminated."""


class Request(NamedTuple):
    """A question about each puzzle of a set.

    * command: ``check``, ``solve`` or ``count``.
    * via, solver_command: the name of a route; the command line of a program.
    * answers: the most answers to return or to count; not for ``check``.
    * seconds, nodes, memo: limits for each puzzle; `memo` for ``count`` only.
    * smallest: whether ``solve`` searches for the smallest answers without a limit of work.
    * certificates: the folder for a certificate of each puzzle.
    * certify: writes one: `certificates.certify`, which rests on this room.
    * proof: the form of proof; by default, the one for the claim.
    * jobs, memory: the number of local processes, and the memory limit of each in bytes.  By default this
      process solves the first puzzles; if that takes long, one process per core takes over.
    * scheduler: the address of a Dask scheduler, whose workers are used instead.
    * part: which puzzles of a set; by default all.
    """

    command: str
    via: str | None = None
    solver_command: str | None = None
    answers: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    memo: int | None = None
    smallest: bool = False
    certificates: str | None = None
    certify: Callable[..., Findings[Any]] | None = None
    proof: str | None = None
    jobs: int | None = None
    memory: int | None = None
    scheduler: str | None = None
    part: Share | None = None

    @property
    def question(self) -> dict[str, Any]:
        """What the results depend on, wherever they are found, in the words of options."""
        named = self._asdict() | {"timeout": self.seconds, "limit": self.answers}
        elsewhere = ("seconds", "answers", "jobs", "scheduler", "certify", "part")
        return {name: value for name, value in named.items() if name not in elsewhere}

    @property
    def shares(self) -> bool:
        """Whether puzzles may be decided in blocks: there is no named route and no proof."""
        return self.via is None and self.solver_command is None and self.certificates is None

    @property
    def is_plain(self) -> bool:
        """Whether a single puzzle needs no other process and no certificate."""
        alone = self.jobs in (None, 1) and self.memory is None and self.scheduler is None
        return alone and self.certificates is None and self.part is None

    @property
    def divides(self) -> bool:
        alone = self.solver_command is None and self.part is None
        return alone and (self.certificates is None or self.command == "check")

    @property
    def several_workers(self) -> bool:
        """Whether a single puzzle is to be divided, if possible."""
        return self.divides and (self.scheduler is not None or (self.jobs or 1) > 1)

    def route(self, kind: str) -> Route | None:
        from ..routes import external_route, find_route

        if self.solver_command is not None:
            return external_route(kind, self.via, self.solver_command)
        return None if self.via is None else find_route(kind, self.via)

    def settles(self, count: int, exhausted: bool) -> bool:
        """Whether this number of answers, found in any order, settles the question."""
        if self.command == "check":
            return exhausted or count >= 2
        return exhausted and count <= 1

    def verdict(self, findings: Findings[Any]) -> Verdict:
        """See `verdict_of`."""
        return verdict_of(self.command, findings)

    def code(self, status: str, at_least: int = 0, reason: str | None = None) -> int:
        if status == ERROR:
            return BAD
        if self.command == "check":
            return {Verdict.UNIQUE.value: YES, Verdict.UNKNOWN.value: UNKNOWN}.get(status, NO)
        if self.command == "count" and reason is not None:
            return UNKNOWN
        if at_least:
            return YES
        return UNKNOWN if status == Verdict.UNKNOWN.value else NO

    def is_wrong(self, stored: str) -> bool:
        """Whether a stored answer with this judgement makes the result a no."""
        return self.command == "check" and stored == Judgement.WRONG

    def ask(
        self,
        entry: Entry,
        present: Presenter,
        workers: Workers | None = None,
        report: Callable[[str], None] | None = None,
    ) -> PuzzleResult | None:
        """Solve, check or count one puzzle; `report` receives how far the search is.

        With `workers` it is divided; None if that is not possible.
        """
        if entry.certificate is not None and os.path.lexists(entry.certificate):
            return self._uncertified(entry, present, workers, report)
        started = time.perf_counter()
        deadline = Deadline(self.seconds, entry.seconds)
        problem = None
        found: Findings[Any] | None
        try:
            with deadline.enforced():
                problem = entry.problem()
            route = self.route(problem.kind) if entry.certificate is None else None
            limits = Limits(
                self.answers,
                self.nodes,
                deadline,
                memo=self.memo,
                report=report if workers is None and entry.certificate is None else None,
            )
            if entry.certificate is not None:
                found = self._certified(problem, limits, entry.certificate, workers)
            elif workers is not None:
                from ..parts.answering import in_parts

                found = in_parts(self.command, problem, route, limits, workers)
                if found is None:
                    return None
            else:
                from ..questions import QUESTIONS  # blocks need no route

                more = {"smallest": True} if self.smallest else {}
                found = QUESTIONS[self.command](problem, route, limits, **more)
        except LimitReachedError as reached:
            found = Findings((), 0, False, self.via or "", reason=str(reached))
        except InputError as error:
            return self.fault(entry, error, present)
        except (CoversatError, OSError) as error:
            if getattr(error, "ends_run", False):
                raise
            if getattr(error, "errno", None) == errno.ENOMEM:
                raise MemoryError from None
            if entry.certificate is not None and os.path.lexists(entry.certificate):  # by another run
                return self._uncertified(entry, present, workers, report)
            what = "" if entry.certificate is None else "no certificate: "
            reason = error if isinstance(error, CoversatError) else reason_of(error)
            return self.fault(entry, InputError(entry.name, f"{what}{reason}"), present)
        return self.result(entry, problem, found, time.perf_counter() - started, present)

    def _uncertified(
        self,
        entry: Entry,
        present: Presenter,
        workers: Workers | None,
        report: Callable[[str], None] | None,
    ) -> PuzzleResult | None:
        """The result without a certificate, since its folder is there already, which is bad usage."""
        folder = shown(str(entry.certificate))
        remark = (
            f"no certificate: {folder} exists already; 'coversat verify {folder}' checks it, "
            "choose another folder, or remove it, for a new one"
        )
        plain = self._replace(certificates=None, proof=None, via=None)
        alone = entry._replace(certificate=None, remarks=(*entry.remarks, remark))
        result = plain.ask(alone, present, workers, report)
        return None if result is None else result._replace(code=BAD)

    def _certified(
        self, problem: AnyProblem, limits: Limits, certificate: str, workers: Workers | None
    ) -> Findings[Any]:
        from pathlib import Path

        assert self.certify is not None
        counting = self.command == "count"
        return self.certify(problem, Path(certificate), self.via, None, limits, self.proof, counting, workers)

    def result(
        self,
        entry: Entry,
        problem: AnyProblem | None,
        found: Findings[Any],
        seconds: float,
        present: Presenter,
    ) -> PuzzleResult:
        verdict = self.verdict(found).value
        code = self.code(verdict, found.at_least, found.reason)
        if code == YES and self.is_wrong(judged(problem, entry.stored, found).judgement):
            code = NO
        shown = present.found(self, entry, problem, found)
        return PuzzleResult(verdict, code, seconds, shown, found.reason)

    def unknown(self, entry: Entry, reason: str, seconds: float, present: Presenter) -> PuzzleResult:
        """The result of a puzzle whose worker was terminated."""
        found: Findings[Any] = Findings((), 0, False, self.via or "", reason=reason)
        return self.result(entry, None, found, seconds, present)

    def fault(self, entry: Entry, error: InputError, present: Presenter) -> PuzzleResult:
        """The result of a puzzle that is malformed, or that a route refuses."""
        return PuzzleResult(ERROR, BAD, 0.0, present.fault(self, entry, error))


def ask_block(
    request: Request, present: Presenter, block: Block, report: Callable[[str], None] | None = None
) -> BlockResults:
    """The results of a block of puzzles, decided together if possible.

    Raise `WrongAnswerError` if an answer breaks the rules.
    """
    bulk, started = block.bulk, time.perf_counter()
    findings: list[Findings[Any]] = [
        Findings((), count, count < MOST, bulk.route) for count in range(MOST + 1)
    ]
    turn = FIRST_TURN if request.nodes is None else min(request.nodes, FIRST_TURN)
    decided = bulk.decide(block.cells, turn)
    if block.stored and not _agree(block, decided):
        raise WrongAnswerError(f"{bulk.route} did not find an answer that keeps all rules")
    settled = {found.at_least for found in findings if request.settles(found.at_least, found.exhausted)}
    if not settled.issuperset(decided.counts):
        decided = _only(settled, decided, bulk.width)
    counts = decided.counts
    # The time for reading and checking is divided evenly.
    each = max(0.0, time.perf_counter() - started - sum(decided.seconds)) / max(1, len(block))
    seconds = [second + each for second in decided.seconds]
    verdicts = {found.at_least: request.verdict(found).value for found in findings}
    codes = {found.at_least: request.code(verdicts[found.at_least], found.at_least) for found in findings}
    verdicts[ALONE], codes[ALONE] = "", 0
    statuses, worth = [verdicts[count] for count in counts], [codes[count] for count in counts]
    alone: dict[int, PuzzleResult] = {}
    at = counts.find(ALONE)
    while at >= 0:
        result = request.ask(block[at], present, report=report)
        assert result is not None
        alone[at] = result
        statuses[at], worth[at], seconds[at], *_ = result
        at = counts.find(ALONE, at + 1)
    answered = Answered(block, findings, counts, decided.answers.decode(), seconds, alone)
    return BlockResults(statuses, worth, seconds, present.many(request, answered))


def _agree(block: Block, decided: Decided) -> bool:
    """Whether each stored answer, which keeps all rules, is one that was found, if all were to be found."""
    width, at = block.bulk.width, 0
    for place, count in enumerate(decided.counts):
        stored = block.stored[width * place : width * (place + 1)]
        if count < MOST and stored != decided.answers[at : at + width * count]:
            return False
        at += 0 if count == ALONE else width * count
    return True


def _only(settled: set[int], decided: Decided, width: int) -> Decided:
    """The counts that settle the question, with their answers; `ALONE` for the others."""
    chosen = bytearray()
    at = 0
    for count in decided.counts:
        end = at if count == ALONE else at + width * count
        if count in settled:
            chosen += decided.answers[at:end]
        at = end
    counts = bytes(count if count in settled else ALONE for count in decided.counts)
    return decided._replace(counts=counts, answers=bytes(chosen))
