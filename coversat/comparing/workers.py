"""Each run in its own process, terminated at its limit.

The limit is one of processor time: on a busy machine, wall time would end runs that finish otherwise. The
system's timer terminates the process even inside a library. It does not cover external programs, which have a
limit of wall time in `measuring`.
"""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import replace
from typing import Any

from ..answers.routes import find_route
from ..base import executor
from ..base.errors import SolverError
from ..base.executor import Processes, Report, Result
from ..base.memory import memory_reason
from ..problems import AnyProblem
from .measuring import Measurement, Task, measure_run, warm_up

HAS_TIMER = hasattr(signal, "setitimer")
PATIENCE = 20 if HAS_TIMER else 1
"""A run is also ended after this many times its limit in wall time: it may be waiting for something."""
START = 60.0
"""Seconds that a process may take until its run begins."""


def measure(seconds: float | None, argument: tuple[AnyProblem, str], report: Report) -> None:
    """Measure one run in a worker; report its measurements as they are known."""
    problem, name = argument
    route = find_route(problem.kind, name)
    warm_up(route, seconds)
    patience = None if seconds is None else seconds * PATIENCE
    report({}, patience)
    if seconds is not None and HAS_TIMER:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)

    def tell(**fields: Any) -> None:
        report(fields, patience)

    try:
        measure_run(problem, route, tell, seconds)
    except Exception as error:
        tell(verdict="refused", reason=f"{type(error).__name__}: {error}")


def run_tasks(tasks: Iterable[Task], seconds: float | None, jobs: int) -> Generator[tuple[Task, Measurement]]:
    """Run each task in its own process, `jobs` at a time; yield results as they arrive.

    * seconds: processor time of each run.  A terminated run is ``unknown``, with its measurements so far.
    * jobs: concurrent runs slow each other down; processor time less than wall time.

    Raise `SolverError` or `MemoryError` if a process ends before its run begins, or for lack of memory.
    """
    waiting, running = iter(tasks), 0
    with closing(Processes(measure, seconds, jobs, fresh=True)) as processes:
        while True:
            while processes.free and (task := next(waiting, None)) is not None:
                argument = task.puzzle.problem, task.full_name
                processes.submit(executor.Task(argument, START, "its start", task))
                running += 1
            if not running:
                return
            for result in processes.results():
                running -= 1
                yield result.task.name, _measurement(result, seconds)


def _measurement(result: Result, seconds: float | None) -> Measurement:
    """The measurement; a run terminated after its verdict still has it."""
    task: Task = result.task.name
    if not result.reports:
        if result.failure == memory_reason(None):
            raise MemoryError
        raise SolverError(f"{task.route}: nothing was measured: {result.failure}")
    measured = Measurement()
    for fields in result.reports:
        measured = replace(measured, **fields)
    if result.failure is None or measured.verdict != "unknown":
        return measured
    late = result.failure == result.task.limit or (HAS_TIMER and result.code == -signal.SIGPROF)
    reason = f"{seconds:g} seconds" if late and seconds is not None else result.failure
    return replace(measured, reason=reason)
