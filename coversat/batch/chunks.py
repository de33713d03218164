"""Chunks of a set: cut by measured speed, and put back in order."""

from __future__ import annotations

from collections.abc import Iterator

from .entries import taken
from .entry import Block, Entry, Part
from .request import BlockResults, PuzzleResult

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
