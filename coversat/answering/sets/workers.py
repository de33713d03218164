"""Chunks of a set: cut by measured speed, given to the workers of an executor, and put back in order.

A worker reports each puzzle before it solves it separately. If the worker dies or is terminated, that puzzle
is unknown and the rest of its chunk goes to another worker. If it was solving a block, the puzzles of the
block are repeated one by one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from ...base.errors import LimitReachedError, SolverError
from ...base.memory import memory_reason
from ...base.wording import counted
from .entries import taken
from .entry import Block, Entry, Part
from .request import Asked, BlockResults, Presenter, PuzzleResult, Request, ask_block

if TYPE_CHECKING:
    from ...base.executor import Executor, Report, Result, Task

LARGEST = 1024
"""The most puzzles in a chunk."""
GROWTH = 4
"""How many times as large as the last one a chunk may be."""
SECONDS = 0.2
"""How long a chunk should take: long beside what it costs to hand out, short beside a person's patience."""
AHEAD = 16
"""How many chunks for each worker may be under way or wait for an earlier one."""


class Chunk:
    """Consecutive entries of a set, in parts, with the results so far."""

    def __init__(self, number: int, parts: tuple[Part, ...]) -> None:
        self.number = number
        self.parts = parts
        self.results: list[PuzzleResult | BlockResults | None] = [None] * len(parts)

    @property
    def open(self) -> list[int]:
        return [at for at, result in enumerate(self.results) if result is None]

    def puzzles(self, places: list[int] | None = None) -> int:
        """The number of entries in all parts, or in the parts at some positions."""
        parts = self.parts if places is None else [self.parts[at] for at in places]
        return sum(len(part) if isinstance(part, Block) else 1 for part in parts)

    def take_apart(self) -> None:
        """Make each entry without a result a part of its own."""
        parts: list[Part] = []
        results: list[PuzzleResult | BlockResults | None] = []
        for part, result in zip(self.parts, self.results, strict=True):
            alone = list(part) if result is None and isinstance(part, Block) else [part]
            parts += alone
            results += [result] * len(alone)
        self.parts, self.results = tuple(parts), results

    def part_results(self) -> Iterator[tuple[Part, PuzzleResult | BlockResults]]:
        """Each part with its result, once all are known."""
        for part, result in zip(self.parts, self.results, strict=True):
            assert result is not None
            yield part, result

    def pairs(self) -> Iterator[tuple[Entry, PuzzleResult]]:
        for part, result in self.part_results():
            if isinstance(part, Block):
                assert isinstance(result, BlockResults)
                yield from zip(part, result.each(), strict=True)
            else:
                assert isinstance(result, PuzzleResult)
                yield part, result


class Chunker:
    """An iterator that cuts a set into chunks, beginning with a chunk of one entry.

    `together`: parts may be blocks of entries.
    """

    def __init__(self, entries: Iterator[Entry], together: bool = False) -> None:
        self._entries = entries
        self._together = together
        self._size = 1
        self.count = 0

    def __iter__(self) -> Iterator[Chunk]:
        return self

    def __next__(self) -> Chunk:
        parts = taken(self._entries, self._size, self._together)
        if not parts:
            raise StopIteration
        chunk = Chunk(self.count, parts)
        self.count += 1
        return chunk

    def finished(self, chunk: Chunk, seconds: float) -> None:
        """Adapt the size of the next chunks to the time of this one; they grow gradually."""
        fitting = int(SECONDS * chunk.puzzles() / max(seconds, 1e-9))
        self._size = max(1, min(fitting, GROWTH * self._size, LARGEST))


class InOrder:
    """Holds finished chunks back until all earlier ones are finished."""

    def __init__(self, chunks: Chunker, workers: int, first: Chunk | None = None) -> None:
        self._chunks = chunks
        self._next = chunks.count if first is None else first.number
        self._ahead = AHEAD * workers
        self._finished: dict[int, Chunk] = {}

    def room(self) -> bool:
        return self._chunks.count < self._next + self._ahead

    def add(self, chunk: Chunk) -> Iterator[Chunk]:
        """Add a finished chunk; return the chunks that are now in order."""
        self._finished[chunk.number] = chunk
        while self._next in self._finished:
            yield self._finished.pop(self._next)
            self._next += 1


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
    context: tuple[Asked, Presenter], argument: tuple[Sequence[Part], bool], report: Report
) -> tuple[Found, float]:
    """Run parts of a chunk on a worker; return their positions and results, and the seconds.

    Before a puzzle that may take long, the results so far and its position are reported.
    """
    (request, present), (parts, careful) = context, argument
    began, limit = time.monotonic(), None if request.seconds is None else request.seconds + GRACE
    found: Found = []
    for at, part in enumerate(parts):
        if isinstance(part, Block):
            assert isinstance(request, Request)  # others do not share
            found.append((at, ask_block(request, present, part)))
            continue
        if careful or _may_take_long(request, part):
            report((found, at), limit)
            found = []
        result = request.ask(part, present)
        assert result is not None
        found.append((at, result))
    return found, time.monotonic() - began


def _may_take_long(request: Asked, entry: Entry) -> bool:
    from ..shared_covers import sharing_rule

    return bool(entry.kind) and not (request.shares and sharing_rule(entry.kind))


def by_executor(
    executor: Executor, request: Asked, present: Presenter, chunks: Chunker, first: Chunk | None = None
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


def _task(request: Asked, batch: _Batch) -> Task:
    from ...base.executor import Task

    parts = [batch.chunk.parts[at] for at in batch.places]
    if request.seconds is None:
        return Task((parts, batch.careful), name=batch)
    seconds = request.seconds * batch.chunk.puzzles(batch.places) + GRACE
    return Task((parts, batch.careful), seconds, counted(request.seconds, "second"), batch)


class _Taker:
    """Puts the results of batches into their chunks, and failed ones into `again`."""

    def __init__(self, request: Asked, present: Presenter, again: deque[_Batch], reports: bool) -> None:
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
