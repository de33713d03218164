"""How a run over a set went: results by status, speed, and the slowest puzzles."""

from __future__ import annotations

import heapq
import time
from array import array
from collections import Counter

from ..wording import counted
from .entries import Block, Entry, Part, named
from .query import Result, Results

SLOWEST = 3


class Summary:
    """Counts results as they come."""

    def __init__(self) -> None:
        self.statuses: Counter[str] = Counter()
        self.codes: set[int] = set()
        self.before = 0
        self._seconds = array("d")
        self._slowest: list[tuple[float, int, str]] = []
        self._started = time.monotonic()

    def add_before(self, status: str, code: int) -> None:
        """A result of an earlier run."""
        self.before += 1
        self.statuses[status] += 1
        self.codes.add(code)

    def add(self, part: Part, result: Result | Results) -> None:
        """What was said of a part in this run."""
        if isinstance(part, Block):
            assert isinstance(result, Results)
            self.statuses.update(result.statuses)
            self.codes.update(result.codes)
            if len(self._slowest) < SLOWEST or max(result.seconds) > self._slowest[0][0]:
                for at in heapq.nlargest(SLOWEST, range(len(part)), result.seconds.__getitem__):
                    self._slow(result.seconds[at], len(self._seconds) + at, part[at])
            self._seconds.extend(result.seconds)
        else:
            assert isinstance(result, Result)
            self.statuses[result.status] += 1
            self.codes.add(result.code)
            self._slow(result.seconds, len(self._seconds), part)
            self._seconds.append(result.seconds)

    def _slow(self, seconds: float, number: int, entry: Entry) -> None:
        """Perhaps one of the slowest; the earlier of two that are equal."""
        place = entry.name if entry.line is None else f"{named(entry.file)}:{entry.line}"
        slow = (seconds, -number, place)
        if len(self._slowest) < SLOWEST:
            heapq.heappush(self._slowest, slow)
        elif slow > self._slowest[0]:
            heapq.heapreplace(self._slowest, slow)

    @property
    def rate(self) -> float:
        """Puzzles a second, of this run."""
        return len(self._seconds) / max(time.monotonic() - self._started, 1e-9)

    def lines(self) -> list[str]:
        """For people."""
        total = self.statuses.total()
        counts = ", ".join(f"{count} {status}" for status, count in self.statuses.most_common())
        head = f"{counted(total, 'puzzle')}: {counts}" if total else "no puzzle"
        if self.before:
            head += f" ({self.before} of them before)"
        if not self._seconds:
            return [head]
        ordered = sorted(self._seconds)
        spent = time.monotonic() - self._started
        return [
            head,
            f"{spent:.1f} s, {self.rate:.0f} puzzles/s; a puzzle takes {_time(_rank(ordered, 0.5))} "
            f"(median), {_time(_rank(ordered, 0.99))} (99th percentile)",
            "slowest: "
            + ", ".join(f"{_time(s)} {place}" for s, _, place in sorted(self._slowest, reverse=True)),
        ]


def _rank(ordered: list[float], part: float) -> float:
    """The value that this part of all do not exceed."""
    return ordered[max(0, -int(-part * len(ordered) // 1) - 1)]


def _time(seconds: float) -> str:
    """A time with a unit in which it is not all zeros."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} us"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"
