"""Workers that are processes of this machine, or this process itself."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from ..processes import LONGEST_WAIT, Worker, begin_worker, death, limit_memory, sendable
from ..wording import of_memory
from .run import Bundle, Heard, do
from .task import Task


def _work(connection: Connection, task: Task, memory: int | None) -> None:
    """The life of a worker: bundles until the connection is closed."""
    try:
        if memory is not None:
            limit_memory(memory)
        while True:
            connection.send(do(task.work, connection.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        raise  # the parent has gone
    except Exception as error:
        connection.send(sendable(error, memory))


class Local:
    """So many processes, begun when there is something to do; see `run.Crew`.

    Parameters
    ----------
    task : Task
    jobs : int
    memory : int, optional
        The bytes that a worker may use beyond what it begins with.
    method : str, optional
        ``fork`` or ``spawn``; what is safe where nothing is said.
    """

    least, most = 0.03, 2.0

    def __init__(self, task: Task, jobs: int, memory: int | None = None, method: str | None = None) -> None:
        self._task, self._memory, self._method = task, memory, method
        self.size = jobs
        self._idle: list[Worker] = []
        self._busy: dict[Any, tuple[Worker, Bundle]] = {}  # by the connection

    @property
    def free(self) -> int:
        """How many bundles it can take at once."""
        return self.size - len(self._busy)

    def give(self, bundle: Bundle) -> None:
        """Let a worker do it."""
        worker = self._idle.pop() if self._idle else self._begin()
        self._busy[worker.connection] = worker, bundle
        with contextlib.suppress(OSError):  # it has died; its connection will say so
            worker.connection.send(bundle)

    def _begin(self) -> Worker:
        others = [*self._idle, *(worker for worker, _ in self._busy.values())]
        return begin_worker(_work, (self._task, self._memory), others, self._method)

    def hear(self, seconds: float | None) -> Iterator[Heard]:
        """What workers have to say; nothing when none says anything in this time."""
        for connection in wait([*self._busy], None if seconds is None else min(seconds, LONGEST_WAIT)):
            worker, bundle = self._busy.pop(connection)
            try:
                said = worker.connection.recv()
            except (EOFError, OSError):
                worker.process.join()
                yield self._lost(worker, bundle, death(worker.process.exitcode))
                continue
            if isinstance(said, MemoryError):
                reason = "all memory" if self._memory is None else of_memory(self._memory)
                yield self._lost(worker, bundle, reason)
            elif isinstance(said, Exception):
                raise said
            else:
                self._idle.append(worker)
                yield Heard(bundle, said)

    def _lost(self, worker: Worker, bundle: Bundle, reason: str) -> Heard:
        worker.end()
        return Heard(bundle, (), reason)

    def close(self) -> None:
        """End all workers."""
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            worker.end()
        self._idle.clear()
        self._busy.clear()


class InProcess:
    """This process as the only worker, where there can be no other; see `run.Crew`."""

    least, most = 0.5, 5.0
    size = 1

    def __init__(self, task: Task) -> None:
        self._task = task
        self._bundle: Bundle | None = None

    @property
    def free(self) -> int:
        """How many bundles it can take at once."""
        return int(self._bundle is None)

    def give(self, bundle: Bundle) -> None:
        """Take a bundle, to be worked on by `hear`."""
        self._bundle = bundle

    def hear(self, seconds: float | None) -> Iterator[Heard]:
        """Do what was given, in the time that the bundle has."""
        bundle, self._bundle = self._bundle, None
        if bundle is not None:
            yield Heard(bundle, do(self._task.work, bundle))

    def close(self) -> None:
        """Nothing was begun."""
