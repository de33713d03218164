"""A set in chunks, each for one worker: sized by measured speed, finished in any order, put back in order.

How a set is cut changes when results come, never what they say.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from .entries import Entry
from .query import Result

LARGEST = 1024
GROWTH = 4
SECONDS = 0.2
"""How long a chunk should take: long beside what it costs to hand out, short beside a person's patience."""
AHEAD = 16
"""How many chunks for each worker may be under way or wait for an earlier one."""


class Chunk:
    """Some entries of a set, one after the other, and their results so far."""

    def __init__(self, number: int, entries: tuple[Entry, ...]) -> None:
        self.number = number
        self.entries = entries
        self.results: list[Result | None] = [None] * len(entries)

    @property
    def open(self) -> list[int]:
        """The places of the entries without a result."""
        return [at for at, result in enumerate(self.results) if result is None]

    def pairs(self) -> Iterator[tuple[Entry, Result]]:
        """Each entry with its result, once all are there."""
        for entry, result in zip(self.entries, self.results, strict=True):
            assert result is not None
            yield entry, result


class Chunker:
    """Cuts a set into chunks, of which the first holds one entry; an iterator.

    `finished` tells it how long a chunk took.
    """

    def __init__(self, entries: Iterator[Entry]) -> None:
        self._entries = entries
        self._size = 1
        self.count = 0

    def __iter__(self) -> Iterator[Chunk]:
        return self

    def __next__(self) -> Chunk:
        entries = tuple(islice(self._entries, self._size))
        if not entries:
            raise StopIteration
        chunk = Chunk(self.count, entries)
        self.count += 1
        return chunk

    def finished(self, chunk: Chunk, seconds: float) -> None:
        """The next chunks take as long as they should, if they are like this one; they grow step by step."""
        fitting = int(SECONDS * len(chunk.entries) / max(seconds, 1e-9))
        self._size = max(1, min(fitting, GROWTH * self._size, LARGEST))


class InOrder:
    """Holds back finished chunks until those before them are finished."""

    def __init__(self, chunks: Chunker, workers: int, first: Chunk | None = None) -> None:
        self._chunks = chunks
        self._next = chunks.count if first is None else first.number
        self._ahead = AHEAD * workers
        self._finished: dict[int, Chunk] = {}

    def room(self) -> bool:
        """Whether one more may be started."""
        return self._chunks.count < self._next + self._ahead

    def add(self, chunk: Chunk) -> Iterator[Chunk]:
        """A finished chunk; the chunks whose turn it is now."""
        self._finished[chunk.number] = chunk
        while self._next in self._finished:
            yield self._finished.pop(self._next)
            self._next += 1
