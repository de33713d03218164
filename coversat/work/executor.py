"""Executors run tasks: in processes of this machine here, on a Dask cluster in `dask`.

An executor has one function of a module, ``work(context, argument, report)``, which its workers call for
each task.  The context is sent once, when a worker begins; the argument comes with the task.  What the
function returns is the result.  Before that it may `report` values, each with the time by which the next
one is due: a worker that is late is ended, and its task fails.  So limits hold even inside a library call
that neither signals nor clocks interrupt.

Processes are forked where that is safe: what the parent has imported is there at once, and a worker that was
ended is replaced in milliseconds.  Where it is not safe (a process with threads, macOS, Windows) they are
spawned.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, Protocol

from ..memory import limit_memory, memory_reason
from ..processes import LONGEST_WAIT, Worker, begin_worker, death, sendable


class Report(Protocol):
    """Tells the executor something before a task is finished."""

    def __call__(self, value: Any, seconds: float | None = None) -> None:
        """`seconds`: the time until the next report or the result is due; None for no limit."""


Function = Callable[[Any, Any, Report], Any]
"""What workers call: a context, an argument and `Report`; returns the value of the result."""


class Task(NamedTuple):
    """One call of the function.

    Attributes
    ----------
    argument : object
        Sent to the worker.
    seconds : float, optional
        The time until its first report, or its result, is due.
    limit : str
        What a result says failed when it is late, such as ``2 seconds``.
    name : object
        The caller's own; it is not sent.
    """

    argument: Any
    seconds: float | None = None
    limit: str = "its time"
    name: Any = None


class Result(NamedTuple):
    """What became of a task.

    Attributes
    ----------
    task : Task
    value : object
        What the function returned; None for a task that failed.
    reports : list
        The values that were reported.
    failure : str, optional
        Why there is no value, in words, such as ``the death of its worker by SIGKILL``.
    code : int, optional
        The exit code of a worker that died; negative, the signal.
    seconds : float
        Since the worker began the task; of a task that failed since the last report.
    """

    task: Task
    value: Any = None
    reports: Sequence[Any] = ()
    failure: str | None = None
    code: int | None = None
    seconds: float = 0.0


class Executor(Protocol):
    """Runs tasks, wherever."""

    @property
    def size(self) -> int:
        """The number of workers."""

    @property
    def free(self) -> int:
        """How many tasks can be submitted now."""

    @property
    def reports(self) -> bool:
        """Whether reports are received of a task that fails, too."""

    def submit(self, task: Task) -> None:
        """Let a worker run a task."""

    def results(self, seconds: float | None = None) -> Iterator[Result]:
        """Wait at most so long for results, and return those that are there.

        Raises
        ------
        Exception
            What the function raised, but for `MemoryError`, which is a failure of the task.
        """

    def close(self) -> None:
        """End all workers, whatever they are doing."""


class _Message(NamedTuple):
    """What a worker sends: that it is ready, a report, a result, or why it cannot go on."""

    what: str
    value: Any = None
    seconds: float | None = None


_READY, _REPORT, _RESULT, _ERROR = "ready", "report", "result", "error"


def _serve(connection: Connection, function: Function, context: Any, memory: int | None) -> None:
    """The life of a worker: tasks until the connection is closed."""

    def report(value: Any, seconds: float | None = None) -> None:
        connection.send(_Message(_REPORT, value, seconds))

    try:
        if memory is not None:
            limit_memory(memory)
        connection.send(_Message(_READY))
        while True:
            connection.send(_Message(_RESULT, function(context, connection.recv(), report)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        raise  # the parent has gone
    except Exception as error:
        connection.send(_Message(_ERROR, sendable(error, memory)))


@dataclass
class _Busy:
    """A worker and its task; `end` is when it is late, counted from when it was ready."""

    worker: Worker
    ready: bool = False
    task: Task | None = None
    reports: list[Any] = field(default_factory=list)
    begun: float = 0.0
    told: float = 0.0
    end: float | None = None

    def begin(self, task: Task) -> None:
        self.task, self.reports = task, []
        self.begun = self.told = time.monotonic()
        self.due(task.seconds)

    def due(self, seconds: float | None) -> None:
        self.told = time.monotonic()
        self.end = None if seconds is None or not self.ready else self.told + seconds


class Processes:
    """An executor whose workers are processes of this machine, begun when there is something to do.

    Parameters
    ----------
    function : function of a module
    context : object
    size : int
    memory : int, optional
        The bytes that a worker may use beyond what it begins with.
    method : str, optional
        ``fork`` or ``spawn``; by default what is safe.
    fresh : bool
        Whether each task gets a new process.
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
        self._busy: dict[Any, _Busy] = {}  # by the connection

    @property
    def free(self) -> int:
        """See `Executor`."""
        return self.size - len(self._busy)

    def submit(self, task: Task) -> None:
        """See `Executor`."""
        one = self._idle.pop() if self._idle else _Busy(self._begin())
        one.begin(task)
        self._busy[one.worker.connection] = one
        with suppress(OSError):  # it has died; its connection will say so
            one.worker.connection.send(task.argument)

    def _begin(self) -> Worker:
        return begin_worker(_serve, self._begins, self._workers(), self._method)

    def _workers(self) -> Sequence[Worker]:
        return [one.worker for one in (*self._idle, *self._busy.values())]

    def results(self, seconds: float | None = None) -> Iterator[Result]:
        """See `Executor`."""
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
        """The result of a worker that has sent something; None where there is none yet."""
        worker = one.worker
        while True:
            try:
                message: _Message = worker.connection.recv()
            except (EOFError, OSError):
                worker.process.join()
                code = worker.process.exitcode
                return self._fail(one, death(code), code)
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
        return Result(one.task, None, one.reports, reason, code, time.monotonic() - one.told)

    def close(self) -> None:
        """See `Executor`."""
        for worker in self._workers():
            worker.end()
        self._idle.clear()
        self._busy.clear()


class InProcess:
    """This process as the only worker, where there can be no other; see `Executor`."""

    size, reports = 1, True

    def __init__(self, function: Function, context: Any) -> None:
        self._function, self._context = function, context
        self._task: Task | None = None

    @property
    def free(self) -> int:
        """See `Executor`."""
        return int(self._task is None)

    def submit(self, task: Task) -> None:
        """Keep a task until `results` runs it."""
        self._task = task

    def results(self, seconds: float | None = None) -> Iterator[Result]:
        """Run the task, to its end; its limits are those that the function keeps."""
        task, self._task = self._task, None
        if task is not None:
            reports: list[Any] = []
            began = time.monotonic()
            value = self._function(self._context, task.argument, lambda value, _=None: reports.append(value))
            yield Result(task, value, reports, seconds=time.monotonic() - began)

    def close(self) -> None:
        """See `Executor`."""
