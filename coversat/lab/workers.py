"""A fresh process for every run, and its limit, kept by ending it.

The limit is one of processor time: on a machine with other work, time by the clock would end a run
that another hour would let finish.  The system's timer ends the process, whatever library it is in.  It
does not see a program that the process runs; that has its limit by the clock, in `measuring`.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait

from ..errors import SolverError
from ..problems import AnyProblem
from ..processes import LONGEST_WAIT, Worker, begin_worker, death
from ..routing import find_route
from .measuring import Measurement, Task, measure_run, warm_up

HAS_TIMER = hasattr(signal, "setitimer")
PATIENCE = 20 if HAS_TIMER else 1
"""A run is also ended after so many times its limit by the clock: it may be waiting for something."""
START = 60.0
"""Seconds that a process may take until it begins."""


def _work(connection: Connection, problem: AnyProblem, name: str, seconds: float | None) -> None:
    """The life of a worker: one run."""
    route = find_route(problem.kind, name)
    warm_up(route, seconds)
    connection.send({})
    if seconds is not None and HAS_TIMER:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        measure_run(problem, route, lambda **fields: connection.send(fields), seconds)
    except Exception as error:
        connection.send({"verdict": "refused", "reason": f"{type(error).__name__}: {error}"})


@dataclass
class _Worker(Worker):
    """A worker, what it runs, what it has said, and when its time is over."""

    task: Task
    last: float
    begun: bool = False
    measured: Measurement = field(default_factory=Measurement)


def run_tasks(tasks: Iterable[Task], seconds: float | None, jobs: int) -> Generator[tuple[Task, Measurement]]:
    """Run each task in a process of its own, `jobs` at a time; the results as they come.

    Parameters
    ----------
    tasks : iterable of Task
    seconds : float, optional
        Processor time of each run.  One that is ended is ``unknown``, with what it measured before.
    jobs : int
        More than one disturb each other; processor time suffers less from it than time by the clock.

    Raises
    ------
    SolverError
        When a process ends before it begins.
    """
    waiting = iter(tasks)
    workers: list[_Worker] = []
    try:
        while True:
            while len(workers) < jobs and (task := next(waiting, None)) is not None:
                workers.append(_begin(task, seconds, workers))
            if not workers:
                return
            _wait(workers)
            for worker in list(workers):
                if (found := _hear(worker, seconds)) is not None:
                    workers.remove(worker)
                    yield worker.task, found
    finally:
        for worker in workers:
            worker.end()


def _begin(task: Task, seconds: float | None, others: Sequence[Worker]) -> _Worker:
    begun = begin_worker(_work, (task.puzzle.problem, task.route, seconds), others)
    return _Worker(begun.process, begun.connection, task, time.monotonic() + START)


def _wait(workers: list[_Worker]) -> None:
    """Until a worker speaks, dies or has to be ended."""
    first = min(worker.last for worker in workers)
    left = None if first == float("inf") else min(max(0.0, first - time.monotonic()), LONGEST_WAIT)
    wait([worker.connection for worker in workers], left)


def _hear(worker: _Worker, seconds: float | None) -> Measurement | None:
    """All that a worker has to say; what it measured, when it is at its end."""
    try:
        while worker.connection.poll():
            worker.measured = replace(worker.measured, **worker.connection.recv())
            if not worker.begun:
                worker.begun = True
                worker.last = float("inf") if seconds is None else time.monotonic() + seconds * PATIENCE
    except (EOFError, OSError):
        return _last_words(worker, seconds)
    if time.monotonic() < worker.last:
        return None
    worker.end()
    return _ended(worker, f"{seconds:g} seconds" if worker.begun else "its start")


def _last_words(worker: _Worker, seconds: float | None) -> Measurement:
    worker.process.join()
    code = worker.process.exitcode
    worker.end()
    if not worker.begun:
        raise SolverError(f"{worker.task.route}: nothing was measured for {death(code)}")
    if HAS_TIMER and code == -signal.SIGPROF:
        return _ended(worker, f"{seconds:g} seconds")
    return worker.measured if code == 0 else _ended(worker, death(code))


def _ended(worker: _Worker, reason: str) -> Measurement:
    """What was measured before; a run that was ended after its verdict has it still."""
    measured = worker.measured
    return measured if measured.verdict != "unknown" else replace(measured, reason=reason)
