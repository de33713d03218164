"""A set in chunks, each for one worker: sized by measured speed, finished in any order, put back in order.

How a set is cut changes when results come, never what they say.
"""

from __future__ import annotations

from collections.abc import Iterator

from .entries import Block, Entry, Part, taken
from .query import Result, Results

LARGEST = 1024
GROWTH = 4
SECONDS = 0.2
"""How long a chunk should take: long beside what it costs to hand out, short beside a person's patience."""
AHEAD = 16
"""How many chunks for each worker may be under way or wait for an earlier one."""


class Chunk:
    """Some entries of a set, one after the other, in parts, and the results of these so far."""

    def __init__(self, number: int, parts: tuple[Part, ...]) -> None:
        self.number = number
        self.parts = parts
        self.results: list[Result | Results | None] = [None] * len(parts)

    @property
    def open(self) -> list[int]:
        """The places of the parts without a result."""
        return [at for at, result in enumerate(self.results) if result is None]

    def puzzles(self, places: list[int] | None = None) -> int:
        """How many entries are in all parts, or in those at some places."""
        parts = self.parts if places is None else [self.parts[at] for at in places]
        return sum(len(part) if isinstance(part, Block) else 1 for part in parts)

    def take_apart(self) -> None:
        """From now on each entry without a result is a part of its own."""
        parts: list[Part] = []
        results: list[Result | Results | None] = []
        for part, result in zip(self.parts, self.results, strict=True):
            alone = list(part) if result is None and isinstance(part, Block) else [part]
            parts += alone
            results += [result] * len(alone)
        self.parts, self.results = tuple(parts), results

    def told(self) -> Iterator[tuple[Part, Result | Results]]:
        """Each part with its result, once all are there."""
        for part, result in zip(self.parts, self.results, strict=True):
            assert result is not None
            yield part, result

    def pairs(self) -> Iterator[tuple[Entry, Result]]:
        """Each entry with its result, once all are there."""
        for part, result in self.told():
            if isinstance(part, Block):
                assert isinstance(result, Results)
                yield from zip(part, result.each(), strict=True)
            else:
                assert isinstance(result, Result)
                yield part, result


class Chunker:
    """Cuts a set into chunks, of which the first holds one entry; an iterator.

    `together`: entries may be parts in blocks.  `finished` tells it how long a chunk took.
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
        """The next chunks take as long as they should, if they are like this one; they grow step by step."""
        fitting = int(SECONDS * chunk.puzzles() / max(seconds, 1e-9))
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
