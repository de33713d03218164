"""A set in parts, each for one worker: sized by measured speed, finished in any order, put back in order.

How a set is cut changes when results come, never what they say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from .entries import Entry
from .question import Result

FIRST = 16
LARGEST = 1024
SECONDS = 0.2
"""How long a part should take: long beside what it costs to hand out, short beside a person's patience."""
AHEAD = 16
"""How many parts for each worker may be under way or wait for an earlier one."""


@dataclass
class Part:
    """Some entries of a set, one after the other, and their results so far."""

    number: int
    entries: tuple[Entry, ...]
    results: list[Result | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.results = self.results or [None] * len(self.entries)

    @property
    def open(self) -> list[int]:
        """The places of the entries without a result."""
        return [at for at, result in enumerate(self.results) if result is None]

    def pairs(self) -> Iterator[tuple[Entry, Result]]:
        """Each entry with its result, once all are there."""
        for entry, result in zip(self.entries, self.results, strict=True):
            assert result is not None
            yield entry, result


class Parts:
    """Cuts a set into parts; an iterator.  `done` tells it how long a part took."""

    def __init__(self, entries: Iterator[Entry]) -> None:
        self._entries = entries
        self._size = FIRST
        self.count = 0

    def __iter__(self) -> Iterator[Part]:
        return self

    def __next__(self) -> Part:
        entries = tuple(islice(self._entries, self._size))
        if not entries:
            raise StopIteration
        part = Part(self.count, entries)
        self.count += 1
        return part

    def done(self, part: Part, seconds: float) -> None:
        """The next parts take as long as they should, if they are like this one; they grow step by step."""
        fitting = int(SECONDS * len(part.entries) / max(seconds, 1e-9))
        self._size = max(1, min(fitting, 4 * self._size, LARGEST))


class InOrder:
    """Holds back finished parts until those before them are finished."""

    def __init__(self, parts: Parts, workers: int) -> None:
        self._parts = parts
        self._next = 0
        self._ahead = AHEAD * workers
        self._finished: dict[int, Part] = {}

    def room(self) -> bool:
        """Whether one more may be started."""
        return self._parts.count < self._next + self._ahead

    def add(self, part: Part) -> Iterator[Part]:
        """A finished part; the parts whose turn it is now."""
        self._finished[part.number] = part
        while self._next in self._finished:
            yield self._finished.pop(self._next)
            self._next += 1
