"""Chunks of a set given to the workers of an executor.

A worker reports each puzzle before it solves it separately. If the worker dies or is terminated, that puzzle
is unknown and the rest of its chunk goes to another worker. If it was solving a block, the puzzles of the
block are repeated one by one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from ..errors import LimitReachedError, SolverError
from ..memory import memory_reason
from ..wording import counted
from .blocks import ask_block
from .chunks import Chunk, Chunker, InOrder
from .entry import Block, Entry, Part
from .request import BlockResults, Presenter, PuzzleResult, Request

if TYPE_CHECKING:
    from ..work.executor import Executor, Report, Result, Task

GRACE = 0.5
"""Seconds beyond a puzzle's time before its worker is ended: most solvers stop in time by themselves."""
TRIES = 3
"""How many workers in a row may die without having begun a puzzle."""


class _Batch(NamedTuple):
    """The positions of parts for one worker; `careful`: each is reported before it is solved."""

    chunk: Chunk
    places: list[int]
    careful: bool = False


Found = list[tuple[int, PuzzleResult | BlockResults]]


def ask_parts(
    context: tuple[Request, Presenter], argument: tuple[Sequence[Part], bool], report: Report
) -> tuple[Found, float]:
    """Run parts of a chunk on a worker; return their positions and results, and the seconds.

    Before a puzzle that may take long, the results so far and its position are reported.
    """
    (request, present), (parts, careful) = context, argument
    began, limit = time.monotonic(), None if request.seconds is None else request.seconds + GRACE
    found: Found = []
    for at, part in enumerate(parts):
        if isinstance(part, Block):
            found.append((at, ask_block(request, present, part)))
            continue
        if careful or _may_take_long(request, part):
            report((found, at), limit)
            found = []
        result = request.ask(part, present)
        assert result is not None
        found.append((at, result))
    return found, time.monotonic() - began


def _may_take_long(request: Request, entry: Entry) -> bool:
    from ..running import sharing_rule

    return bool(entry.kind) and not (request.shares and sharing_rule(entry.kind))


def by_executor(
    executor: Executor, request: Request, present: Presenter, chunks: Chunker, first: Chunk | None = None
) -> Generator[Chunk]:
    """Yield the chunks with all their results, in order; `first`, taken from `chunks`, is unfinished."""
    order = InOrder(chunks, executor.size, first)
    again = deque([] if first is None else [_Batch(first, first.open)])
    taker = _Taker(request, present, again, executor.reports)
    waiting = 0

    def next_batch() -> _Batch | None:
        if again:
            return again.popleft()
        chunk = next(chunks, None) if order.room() else None
        return None if chunk is None else _Batch(chunk, chunk.open)

    with closing(executor):
        while True:
            while executor.free > 0 and (batch := next_batch()) is not None:
                executor.submit(_task(request, batch))
                waiting += 1
            if not waiting:
                return
            for result in executor.results():
                waiting -= 1
                chunk = result.task.name.chunk
                seconds = taker.take_in(result)
                if not chunk.open:
                    chunks.finished(chunk, seconds)
                    yield from order.add(chunk)


def _task(request: Request, batch: _Batch) -> Task:
    from ..work.executor import Task

    parts = [batch.chunk.parts[at] for at in batch.places]
    if request.seconds is None:
        return Task((parts, batch.careful), name=batch)
    seconds = request.seconds * batch.chunk.puzzles(batch.places) + GRACE
    return Task((parts, batch.careful), seconds, counted(request.seconds, "second"), batch)


class _Taker:
    """Puts the results of batches into their chunks, and failed ones into `again`."""

    def __init__(self, request: Request, present: Presenter, again: deque[_Batch], reports: bool) -> None:
        self._request, self._present, self._again, self._reports = request, present, again, reports
        self._deaths = 0

    def take_in(self, result: Result) -> float:
        """Add the results of a batch; return its seconds."""
        batch: _Batch = result.task.name
        found, seconds = ([], 0.0) if result.value is None else result.value
        for earlier, _ in result.reports:
            self._put(batch, earlier)
        self._put(batch, found)
        if result.reports or result.value is not None:
            self._deaths = 0
        if result.failure is not None:
            self._fail(batch, result)
        return float(seconds)

    def _put(self, batch: _Batch, found: Found) -> None:
        for at, result in found:
            batch.chunk.results[batch.places[at]] = result

    def _fail(self, batch: _Batch, result: Result) -> None:
        """Mark the current puzzle as unknown and repeat the others.

        Raise `SolverError` if workers die before they start a puzzle.
        """
        chunk, places, careful = batch
        assert result.failure is not None
        current = None
        if result.reports:
            current = places[result.reports[-1][1]]
        elif not self._reports and len(places) == 1 and isinstance(chunk.parts[places[0]], Entry):
            (current,) = places
        if current is not None:
            entry = chunk.parts[current]
            assert isinstance(entry, Entry)  # puzzles solved separately
            unknown = self._request.unknown(entry, result.failure, result.seconds, self._present)
            chunk.results[current] = unknown
        elif not careful:
            careful = True
            chunk.take_apart()
        else:
            self._deaths += 1
            if self._deaths == TRIES:
                if result.failure == memory_reason(self._request.memory):
                    raise LimitReachedError(result.failure)
                raise SolverError(f"workers end before they begin a puzzle: {result.failure}")
        if chunk.open and (self._reports or not careful):
            self._again.append(_Batch(chunk, chunk.open, careful))
        elif chunk.open and current is None:  # reports are lost: each puzzle separately
            self._again.extend(_Batch(chunk, [at], True) for at in chunk.open)
