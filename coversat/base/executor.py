"""Executors run tasks: here in local processes, in `dask` on a cluster.

An executor has one module-level function, ``work(context, argument, report)``, which its workers call for
each task. The context is sent once, when a worker starts; the argument is sent with the task. The return
value is the result. Before that the function may `report` values, each with the time by which the next one is
due: a worker that is late is terminated and its task fails. So limits hold even inside a library call that
cannot be interrupted.

Processes are forked if that is safe: imports of the parent are available at once, and a worker is replaced in
milliseconds. Otherwise (a process with threads, macOS, Windows) they are spawned.
"""

from __future__ import annotations

import pickle
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, Protocol

from .errors import CoversatError
from .memory import lacks_memory, limit_memory, memory_reason
from .processes import LONGEST_WAIT, Worker, begin_worker, death, sendable


class Report(Protocol):
    """Sends an intermediate value to the executor."""

    def __call__(self, value: Any, seconds: float | None = None) -> None:
        """`seconds`: the time until the next report or the result is due; None for no limit."""


Function = Callable[[Any, Any, Report], Any]
"""What workers call: a context, an argument and `Report`; returns the value of the result."""


class Task(NamedTuple):
    """One call of the executor's function.

    * argument: sent to the worker.
    * seconds: the time until its first report, or its result, is due.
    * limit: the name of the limit for the result of a late task, such as ``2 seconds``.
    * name: an identifier for the caller; not sent.
    """

    argument: Any
    seconds: float | None = None
    limit: str = "its time"
    name: Any = None


class Result(NamedTuple):
    """The result of a task.

    * value: the return value; None for a failed task.
    * reports: the reported values.
    * failure: the reason of a failure, such as ``the death of its worker by SIGKILL``.
    * code: the exit code of a worker that died; negative, the signal.
    * seconds: since the task started; for a failed task, since its last report.
    """

    task: Task
    value: Any = None
    reports: Sequence[Any] = ()
    failure: str | None = None
    code: int | None = None
    seconds: float = 0.0


class Executor(Protocol):
    """Runs tasks on workers."""

    @property
    def size(self) -> int:
        """The number of workers."""

    @property
    def free(self) -> int:
        """The number of tasks that can be submitted now."""

    @property
    def reports(self) -> bool:
        """Whether reports of failed tasks are received as well."""

    def submit(self, task: Task) -> None:
        """Let a worker run a task."""

    def results(self, seconds: float | None = None) -> Iterator[Result]:
        """Wait at most `seconds` for results; return those that have arrived.

        Raise an exception of the function, except `MemoryError`, which fails the task.
        """

    def close(self) -> None:
        """Terminate all workers."""


class _Message(NamedTuple):
    """A message of a worker: ready, a report, a result, or the reason why it cannot continue."""

    what: str
    value: Any = None
    seconds: float | None = None


_READY, _REPORT, _RESULT, _ERROR = "ready", "report", "result", "error"


def _serve(connection: Connection, function: Function, context: Any, memory: int | None) -> None:
    def report(value: Any, seconds: float | None = None) -> None:
        connection.send(_Message(_REPORT, value, seconds))

    no_memory = pickle.dumps(_Message(_ERROR, MemoryError()))  # as long as there is memory for it
    try:
        if memory is not None:
            limit_memory(memory)
        connection.send(_Message(_READY))
        while True:
            connection.send(_Message(_RESULT, function(context, connection.recv(), report)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        raise  # the parent is gone
    except Exception as error:
        if lacks_memory(error):
            connection.send_bytes(no_memory)
        else:
            connection.send(_Message(_ERROR, sendable(error)))


@dataclass
class _Busy:
    """A worker and its task; `end` is the time when it is late, counted from when it was ready."""

    worker: Worker
    ready: bool = False
    task: Task | None = None
    reports: list[Any] = field(default_factory=list)
    begun: float = 0.0
    last_report: float = 0.0
    end: float | None = None

    def begin(self, task: Task) -> None:
        self.task, self.reports = task, []
        self.begun = self.last_report = time.monotonic()
        self.due(task.seconds)

    def due(self, seconds: float | None) -> None:
        self.last_report = time.monotonic()
        self.end = None if seconds is None or not self.ready else self.last_report + seconds


class Processes:
    """An executor on local processes, which start when there is a task.

    * function (function of a module)
    * memory: the memory limit of a worker in bytes, beyond what it starts with.
    * method: ``fork`` or ``spawn``; by default, whichever is safe.
    * fresh: whether each task gets a new process.
    """

    def __init__(
        self,
        function: Function,
        context: Any,
        size: int,
        memory: int | None = None,
        method: str | None = None,
        fresh: bool = False,
    ) -> None:
        self.reports = True
        self._begins = function, context, memory
        self._memory, self._method, self._fresh = memory, method, fresh
        self.size = size
        self._idle: list[_Busy] = []
        self._busy: dict[Any, _Busy] = {}  # by connection

    @property
    def free(self) -> int:
        return self.size - len(self._busy)

    def submit(self, task: Task) -> None:
        if self._idle:
            one = self._idle.pop()
        else:
            one = _Busy(begin_worker(_serve, self._begins, self._workers(), self._method))
        one.begin(task)
        self._busy[one.worker.connection] = one
        with suppress(OSError):  # it has died; its connection will report this
            one.worker.connection.send(task.argument)

    def _workers(self) -> Sequence[Worker]:
        return [one.worker for one in (*self._idle, *self._busy.values())]

    def results(self, seconds: float | None = None) -> Iterator[Result]:
        last = None if seconds is None else time.monotonic() + seconds
        found: list[Result] = []
        while self._busy and not found:
            ends = [end for end in (last, *(one.end for one in self._busy.values())) if end is not None]
            left = min(max(0.0, min(ends) - time.monotonic()), LONGEST_WAIT) if ends else None
            spoke = wait([*self._busy], left)
            now = time.monotonic()
            for connection, one in [*self._busy.items()]:
                late = one.end is not None and one.end <= now
                result = self._receive(one) if connection in spoke else None
                if result is None and late and connection not in spoke:
                    result = self._fail(one, one.task.limit if one.task else "")
                if result is not None:
                    found.append(result)
            if last is not None and now >= last:
                break
        yield from found

    def _receive(self, one: _Busy) -> Result | None:
        """The result of a worker that has sent a message; None if there is none yet."""
        worker = one.worker
        while True:
            try:
                message: _Message = worker.connection.recv()
            except (EOFError, OSError):
                worker.process.join()
                code = worker.process.exitcode
                # Compiled code that finds no memory aborts its process.
                aborted = code == -signal.SIGABRT
                return self._fail(one, memory_reason(self._memory) if aborted else death(code), code)
            assert one.task is not None
            if message.what == _ERROR:
                if isinstance(message.value, MemoryError):
                    return self._fail(one, memory_reason(self._memory))
                raise message.value
            if message.what == _RESULT:
                del self._busy[worker.connection]
                result = Result(one.task, message.value, one.reports, seconds=time.monotonic() - one.begun)
                one.task = None
                if self._fresh:
                    worker.end()
                else:
                    self._idle.append(one)
                return result
            if message.what == _READY:
                one.ready, one.begun = True, time.monotonic()
                one.due(one.task.seconds)
            else:
                one.reports.append(message.value)
                one.due(message.seconds)
            if not worker.connection.poll():
                return None

    def _fail(self, one: _Busy, reason: str, code: int | None = None) -> Result:
        del self._busy[one.worker.connection]
        one.worker.end()
        assert one.task is not None
        return Result(one.task, None, one.reports, reason, code, time.monotonic() - one.last_report)

    def close(self) -> None:
        for worker in self._workers():
            worker.end()
        self._idle.clear()
        self._busy.clear()


class InProcess:
    """Runs tasks in this process, if there can be no other; see `Executor`."""

    size, reports = 1, True

    def __init__(self, function: Function, context: Any) -> None:
        self._function, self._context = function, context
        self._task: Task | None = None

    @property
    def free(self) -> int:
        return int(self._task is None)

    def submit(self, task: Task) -> None:
        """Store a task until `results` runs it."""
        self._task = task

    def results(self, seconds: float | None = None) -> Iterator[Result]:
        """Run the task to its end; only limits that the function observes apply."""
        task, self._task = self._task, None
        if task is not None:
            reports: list[Any] = []
            began = time.monotonic()
            value = self._function(self._context, task.argument, lambda value, _=None: reports.append(value))
            yield Result(task, value, reports, seconds=time.monotonic() - began)

    def close(self) -> None:
        """See `Executor`."""


def in_order(executor: Executor, items: Iterable[Any]) -> Iterator[Result]:
    """The result of a task for each item, in their order; workers do later ones meanwhile.

    An error of the items is raised after the results of those before it.
    """
    waiting, ended = iter(items), False
    failure: CoversatError | None = None
    found: dict[int, Result] = {}
    submitted = yielded = 0
    while not ended or yielded < submitted:
        if not ended and executor.free:
            try:
                executor.submit(Task(next(waiting), name=submitted))
                submitted += 1
            except (StopIteration, CoversatError) as error:
                ended, failure = True, error if isinstance(error, CoversatError) else None
        may_wait = ended or not executor.free
        found.update((result.task.name, result) for result in executor.results(None if may_wait else 0))
        while yielded in found:
            yield found.pop(yielded)
            yielded += 1
    if failure is not None:
        raise failure
