"""Divided searches for the answers of a problem, and their workers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from ...base.dask import Dask
from ...base.errors import LimitReachedError
from ...base.executor import Executor, InProcess, Processes
from ...base.log import Log
from ...base.wording import time_span
from ...problems import AnyProblem
from ...reductions import AnyReduction
from ...reductions.paths import refuse_counts
from ...solvers import Limits
from ...solvers.findings import Findings
from ..routes import Route, find_route
from ..running import judged
from .ledger import Ahead, Checkpoint, DividedSearch, Ledger, Part, PartResult
from .run import ALONE_PACE, LOCAL_PACE, NETWORK_PACE, Run, run_bundle


class Progress(NamedTuple):
    """The progress of a search.

    * share: the share of the tree that is searched.
    * found: answers found so far.
    * ahead: the estimated remaining time, in seconds summed over all workers.
    """

    share: float
    found: int
    ahead: Ahead | None

    def in_words(self) -> str:
        """One line of at most 80 columns, unless the number of answers is very long."""
        share = f"{100 * min(1.0, self.share):.1f}% done, {self.found:,} found"
        if self.ahead is None:
            return share
        return f"{share}, {time_span(self.ahead.least, self.ahead.most)} to go if the rest is like it"


@dataclass(frozen=True)
class Workers:
    """Settings of a divided search: its workers, its checkpoint and its progress callback.

    * jobs: the number of local processes; 0 for this process itself.
    * memory: the memory limit of each, in bytes.
    * scheduler: the address of a Dask scheduler, whose workers are used instead.
    * checkpoint: the log of finished parts.
    * resume: whether to continue that log.
    * watch: called with the progress whenever it changes.
    """

    jobs: int = 1
    memory: int | None = None
    scheduler: str | None = None
    checkpoint: Path | None = None
    resume: bool = False
    watch: Callable[[Progress], None] | None = None


class RouteSearch(DividedSearch):
    """A divided search for the answers of a problem, by a route.

    * route: the name of the route.
    * most: the number of answers wanted; 0 counts them without returning any, None returns all.
    """

    def __init__(self, problem: AnyProblem, route: str, most: int | None) -> None:
        self.problem, self._route, self._most = problem, route, most

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problem, self._route, self._most)

    @property
    def counts(self) -> bool:
        return self._most == 0

    @cached_property
    def route(self) -> Route:
        return find_route(self.problem.kind, self._route)

    @cached_property
    def reduction(self) -> AnyReduction:
        refuse_counts(self.route.path, self._most or None)
        return self.route.reduce(self.problem)

    def enough(self, found: int) -> bool:
        """Whether this number of answers settles the question."""
        return bool(self._most) and found >= (self._most or 0)

    def review(self, results: Iterable[PartResult]) -> None:
        """Check that the parts cover the whole search, unless the solver itself reports what is left.

        Raise `SolverError` if they do not.
        """


def answers_of(search: RouteSearch, limits: Limits, workers: Workers) -> Findings[Any]:
    """Find the answers of a problem, or count them.

    Raise `SolverError` if the solver of the route cannot work on parts, or the parts do not cover the search;
    `LogError` if the checkpoint does not belong to this search.
    """
    began = time.perf_counter()
    ledger, reason = run_parts(search, limits, workers)
    if ledger.finished:
        search.review(ledger.results)
    known: Findings[Any] = Findings((), ledger.found, ledger.finished, search.route.name, reason=reason)
    known = replace(known, effort=ledger.effort)
    if not search.counts:
        answers: dict[Any, None] = {}
        for result in sorted(ledger.results):
            for found in result.answers:
                answers[judged(search.problem, search.reduction.decode(found), search.route.name)] = None
        known = replace(known, answers=tuple(answers), at_least=len(answers))
    return replace(known, seconds=time.perf_counter() - began)


def run_parts(search: DividedSearch, limits: Limits, workers: Workers) -> tuple[Ledger, str | None]:
    """Work on the parts of a search until none is left or enough answers are found.

    Return the state of the search, and the limit that ended it early.
    Raise `LogError` if the checkpoint does not belong to this search.
    """
    ledger = Ledger(Part())
    with ExitStack() as stack:
        checkpoint = None
        if workers.checkpoint is not None:
            log = Log(workers.checkpoint, workers.resume, Checkpoint.BEGINS)
            checkpoint = Checkpoint(stack.enter_context(log))
        try:
            with limits.deadline.enforced():
                _ = search.worker
            if checkpoint is not None:
                checkpoint.load(search.identity, ledger)
            executor: Executor = stack.enter_context(closing(_executor(search, workers)))
            pace = NETWORK_PACE if workers.scheduler else LOCAL_PACE if workers.jobs else ALONE_PACE
            keep = _ignore if checkpoint is None else checkpoint.write
            run = Run(search, ledger, limits, keep, partial(_tell, workers, ledger), pace)
            run.alone()
            if not run.over():
                run.finish(executor)
        except LimitReachedError as reached:
            return ledger, str(reached)
    return ledger, None


def _executor(search: DividedSearch, workers: Workers) -> Executor:
    if workers.scheduler is None and not workers.jobs:
        return InProcess(run_bundle, (None, search))
    if workers.scheduler is None:
        return Processes(run_bundle, (None, search), workers.jobs, workers.memory)
    identity = search.identity
    return Dask(run_bundle, (identity, search), workers.scheduler, identity)


def _ignore(results: Iterable[PartResult]) -> None:
    """Nothing is kept."""


def _tell(workers: Workers, ledger: Ledger, size: int) -> None:
    if workers.watch is not None:
        ahead = ledger.ahead()
        ahead = None if ahead is None else Ahead(*(seconds / size for seconds in ahead))
        workers.watch(Progress(ledger.share, ledger.found, ahead))
