"""A question asked in parts: who works on it, where it is kept, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import LimitReachedError
from ..findings import Findings
from ..routing import judged
from ..solvers import Limits
from ..wording import time_span
from .covers import CoverTask
from .cubes import CubeTask
from .kept import Kept
from .ledger import Ahead, Ledger
from .local import InProcess, Local
from .part import Part, Told
from .run import Crew, Run
from .task import Task

Asked = CoverTask | CubeTask


class Standing(NamedTuple):
    """How a question stands.

    Attributes
    ----------
    share : float
        The share of its tree that is done.
    found : int
        Answers found so far.
    ahead : Ahead or None
        The time to go, in seconds of all workers together, where enough is known to say it.
    """

    share: float
    found: int
    ahead: Ahead | None

    def in_words(self) -> str:
        """A line of at most 80 columns, unless very many are found."""
        share = f"{100 * min(1.0, self.share):.1f}% done, {self.found:,} found"
        if self.ahead is None:
            return share
        return f"{share}, {time_span(self.ahead.least, self.ahead.most)} to go if the rest is like it"


class Hands(NamedTuple):
    """Who works on the parts of a question, where these are kept, and who watches.

    Attributes
    ----------
    jobs : int
        Processes of this machine; 0 for this process itself.
    memory : int, optional
        The bytes that each of them may use.
    scheduler : str, optional
        The address of a Dask scheduler, whose workers do the work instead.
    classes : bool
        Whether parts that are images of one another are counted once.
    kept : Path, optional
        The file of the parts that are done.
    resume : bool
        Whether to go on where it ends.
    watch : function, optional
        Told how the question stands, whenever there is news.
    """

    jobs: int = 1
    memory: int | None = None
    scheduler: str | None = None
    classes: bool = False
    kept: Path | None = None
    resume: bool = False
    watch: Callable[[Standing], None] | None = None


def ask(task: Asked, limits: Limits, hands: Hands) -> Findings[Any]:
    """What came of a question about a problem.

    Raises
    ------
    SolverError
        When the solver of the route cannot work on parts, or these are not all that there is.
    KeptError
        When the file of parts does not belong to this question.
    """
    began = time.perf_counter()
    ledger, reason = work_off(task, limits, hands)
    if ledger.finished:
        task.review(ledger.tolds)
    return _findings(task, ledger, reason)._replace(seconds=time.perf_counter() - began)


def work_off(task: Task, limits: Limits, hands: Hands) -> tuple[Ledger, str | None]:
    """What was told of the parts of a task, until nothing was left or it was enough; and the limit that came.

    Raises
    ------
    KeptError
        When the file of parts does not belong to this question.
    """
    ledger = Ledger(Part())
    with ExitStack() as stack:
        kept = None if hands.kept is None else stack.enter_context(Kept(hands.kept, hands.resume))
        try:
            with limits.deadline.enforced():
                _ = task.work
            if kept is not None:
                kept.begin(task.identity, ledger)
            crew = stack.enter_context(closing(_crew(task, hands)))
            run = Run(task, ledger, limits, _keeper(kept), _watcher(ledger, hands))
            for whole in task.opening(ledger, limits):
                ledger.take_back()
                run.add([whole])
            run.here()
            if not run.over():
                run.there(crew)
        except LimitReachedError as reached:
            return ledger, str(reached)
    return ledger, None


def _crew(task: Task, hands: Hands) -> Crew:
    if hands.scheduler is not None:
        from .cluster import Cluster

        return Cluster(task, hands.scheduler)
    return Local(task, hands.jobs, hands.memory) if hands.jobs else InProcess(task)


def _keeper(kept: Kept | None) -> Callable[[Iterable[Told]], None]:
    return kept.write if kept is not None else lambda told: None


def _watcher(ledger: Ledger, hands: Hands) -> Callable[[int], None]:
    def watch(workers: int) -> None:
        if hands.watch is not None:
            ahead = ledger.ahead()
            ahead = None if ahead is None else Ahead(*(seconds / workers for seconds in ahead))
            hands.watch(Standing(ledger.share, ledger.found, ahead))

    return watch


def _findings(task: Asked, ledger: Ledger, reason: str | None) -> Findings[Any]:
    """All that was told, joined: answers in the order of their places, each judged."""
    if task.counts:
        return Findings(
            (), ledger.found, ledger.finished, task.route.name, reason=reason, effort=ledger.effort
        )
    answers: dict[Any, None] = {}
    for told in sorted(ledger.tolds):
        for cover in told.answers:
            answers[judged(task.problem, task.reduction.decode(cover), task.route.name)] = None
    return Findings(
        tuple(answers),
        len(answers),
        ledger.finished,
        task.route.name,
        reason=reason,
        effort=ledger.effort,
    )
