"""Chunks of a set in worker processes of this machine, with limits that hold.

A SAT solver inside a call hears neither signals nor clocks, so a limit is kept by ending its process.
Before a worker asks a puzzle by itself it says so; when it has to be ended, or dies, that puzzle is
unknown and the rest of the chunk goes to another worker.  When it was busy with many puzzles
together, they are asked again one by one.

Workers are forked where that is safe: what the parent has imported is there at once, and a worker that
was ended is replaced in milliseconds.  Where it is not safe (a process with threads, macOS, Windows) they are
spawned.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from ..errors import SolverError
from ..processes import LONGEST_WAIT, Worker, begin_worker, death, limit_memory, sendable
from ..wording import counted, of_memory
from .chunks import Chunk, Chunker, InOrder
from .entries import Entry
from .query import Presenter, Query, Result, Results

GRACE = 0.5
"""Seconds beyond a puzzle's time before its worker is ended: most solvers stop in time by themselves."""
TRIES = 3
"""How many workers in a row may die without having begun a puzzle."""


class _Task(NamedTuple):
    """What a worker is given: parts of a chunk, by their places there."""

    chunk: Chunk
    places: list[int]
    careful: bool = False


class _Message(NamedTuple):
    """What a worker says.

    `place`: the puzzle it begins to ask by itself; None: the task is finished.  `trouble`: why the
    worker cannot go on.
    """

    results: list[tuple[int, Result | Results]]
    place: int | None = None
    trouble: BaseException | None = None


READY = _Message([])
"""A worker's first words: what it took to begin is no puzzle's time."""


def _work(connection: Connection, query: Query, present: Presenter, memory: int | None) -> None:
    """The life of a worker: tasks until the connection is closed."""
    from .evaluate import evaluate

    try:
        if memory is not None:
            limit_memory(memory)
        connection.send(READY)
        while True:
            parts, careful = connection.recv()
            results: list[tuple[int, Result | Results]] = []
            for at, result in evaluate(query, present, parts, careful):
                if result is None:
                    connection.send(_Message(results, at))
                    results = []
                else:
                    results.append((at, result))
            connection.send(_Message(results))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        raise  # the parent has gone
    except Exception as error:
        connection.send(_Message([], None, sendable(error, memory)))


@dataclass
class _Worker(Worker):
    """A worker and what it is doing."""

    ready: bool = False
    task: _Task | None = None
    begun: float = 0.0
    asked: int | None = None
    """The place, among the task's, of the puzzle that it asks by itself."""
    asked_at: float = 0.0


class Pool:
    """Workers for one query.

    Parameters
    ----------
    query : Query
        `query.seconds` is each puzzle's time.
    present : Presenter
    jobs : int
    memory : int, optional
        The bytes that a worker may use beyond what it begins with.
    method : str, optional
        ``fork`` or ``spawn``; what is safe where nothing is said.

    Raises
    ------
    SolverError
        From `run`, when workers die before they begin.
    """

    def __init__(
        self,
        query: Query,
        present: Presenter,
        jobs: int,
        memory: int | None = None,
        method: str | None = None,
    ) -> None:
        self._query = query
        self._present = present
        self._jobs = jobs
        self._memory = memory
        self._method = method
        self._workers: list[_Worker] = []
        self._again: deque[_Task] = deque()
        self._deaths = 0

    def run(self, chunks: Chunker, first: Chunk | None = None) -> Generator[Chunk]:
        """The chunks with all their results, in order; `first` is one that was taken and not finished."""
        order = InOrder(chunks, self._jobs, first)
        if first is not None:
            self._again.append(_Task(first, first.open))
        try:
            while True:
                while len(self._busy) < self._jobs and (task := self._next_task(chunks, order)) is not None:
                    self._give(task)
                if not self._busy:
                    return
                for worker in self._ready():
                    if finished := self._hear(worker):
                        chunks.finished(finished, time.monotonic() - worker.begun)
                        yield from order.add(finished)
        finally:
            self.close()

    def _next_task(self, chunks: Chunker, order: InOrder) -> _Task | None:
        if self._again:
            return self._again.popleft()
        chunk = next(chunks, None) if order.room() else None
        return None if chunk is None else _Task(chunk, chunk.open)

    @property
    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.task is not None]

    def _give(self, task: _Task) -> None:
        worker = next((worker for worker in self._workers if worker.task is None), None) or self._begin()
        worker.task, worker.asked, worker.begun = task, None, time.monotonic()
        parts = [task.chunk.parts[at] for at in task.places]
        with contextlib.suppress(OSError):  # it has died; its connection will say so
            worker.connection.send((parts, task.careful))

    def _begin(self) -> _Worker:
        begun = begin_worker(_work, (self._query, self._present, self._memory), self._workers, self._method)
        worker = _Worker(begun.process, begun.connection)
        self._workers.append(worker)
        return worker

    def _ready(self) -> list[_Worker]:
        """Wait for workers that speak, die or use up their time."""
        busy = self._busy
        ends = [self._end(worker) for worker in busy]
        now = time.monotonic()
        first = min((end for end in ends if end is not None), default=None)
        left = None if first is None else min(max(0.0, first - now), LONGEST_WAIT)
        spoke = wait([worker.connection for worker in busy], left)
        now = time.monotonic()
        return [
            worker
            for worker, end in zip(busy, ends, strict=True)
            if worker.connection in spoke or (end is not None and end <= now)
        ]

    def _end(self, worker: _Worker) -> float | None:
        """When a worker's time is used up: a puzzle's own, or that of all which it may be busy with."""
        seconds = self._query.seconds
        if seconds is None or not worker.ready:
            return None
        assert worker.task is not None
        if worker.asked is None:
            return worker.begun + seconds * worker.task.chunk.puzzles(worker.task.places) + GRACE
        return worker.asked_at + seconds + GRACE

    def _hear(self, worker: _Worker) -> Chunk | None:
        """What a worker has to say; end it when it says nothing in time.  Its chunk, if that is finished."""
        task = worker.task
        assert task is not None
        if not worker.connection.poll():
            return self._fail(worker, task, counted(self._query.seconds or 0.0, "second"))
        try:
            message: _Message = worker.connection.recv()
        except (EOFError, OSError):
            worker.process.join()
            return self._fail(worker, task, death(worker.process.exitcode))
        if isinstance(message.trouble, MemoryError):
            return self._fail(worker, task, "all memory" if self._memory is None else of_memory(self._memory))
        if message.trouble is not None:
            raise message.trouble
        if not worker.ready:
            worker.ready, worker.begun = True, time.monotonic()
            return None
        self._deaths = 0
        for at, result in message.results:
            task.chunk.results[task.places[at]] = result
        worker.asked, worker.asked_at = message.place, time.monotonic()
        if message.place is not None:
            return None
        worker.task = None
        return None if task.chunk.open else task.chunk

    def _fail(self, worker: _Worker, task: _Task, reason: str) -> Chunk | None:
        """End a worker.  The puzzle that it asked is unknown; the others are asked again."""
        self._workers.remove(worker)
        worker.end()
        careful = task.careful
        if worker.asked is not None:
            at = task.places[worker.asked]
            seconds = time.monotonic() - worker.asked_at
            entry = task.chunk.parts[at]
            assert isinstance(entry, Entry)  # what is asked by itself
            task.chunk.results[at] = self._query.unknown(entry, reason, seconds, self._present)
        elif not careful:
            careful = True
            task.chunk.take_apart()
        else:
            self._deaths += 1
            if self._deaths == TRIES:
                raise SolverError(f"workers end before they begin a puzzle: {reason}")
        if task.chunk.open:
            self._again.append(_Task(task.chunk, task.chunk.open, careful))
            return None
        return task.chunk

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()
