"""Which parts of a question are waiting, what was found in the others, and how much of the tree is done."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from typing import NamedTuple

from .part import Part, Told

FEWEST = 8
"""Parts that must have been told before a time to go is said."""
OPENINGS = "openings"
"""What is told of the whole, to be told of again, has one of these among its effort."""


class Ahead(NamedTuple):
    """The work that is left, in seconds of one worker, if it is like what was seen."""

    about: float
    least: float
    most: float


class Ledger:
    """The state of a question that is worked on in parts.

    Attributes
    ----------
    found : int
    tolds : list of Told
        Those with answers.
    effort : dict
        Sums over all parts; of what is called a peak the largest.
    share : float
        The share of the tree that is done.
    """

    def __init__(self, root: Part) -> None:
        self._root = root
        self._waiting = [root]
        self._open = {root.place: root}  # waiting or given to somebody
        self.found = 0
        self.tolds: list[Told] = []
        self.effort: dict[str, int | float] = {}
        self.share = 0.0
        self._count, self._seconds = 0, 0.0
        self._squares = [0.0, 0.0, 0.0]  # of seconds and shares: of the first, of both, of the second

    @property
    def finished(self) -> bool:
        """Whether nothing is left."""
        return not self._open

    @property
    def left(self) -> list[Part]:
        """What nothing was told of yet, in order."""
        return sorted(self._open.values())

    def take_back(self) -> None:
        """The whole is to be told of once more: what is found and what it took stays, what is left is new."""
        self._open = {self._root.place: self._root}
        self._waiting = [self._root]
        self.share = 0.0

    @property
    def waiting(self) -> int:
        """How many parts nobody works on."""
        return len(self._waiting)

    def part_at(self, place: tuple[int, ...]) -> Part | None:
        """The part at a place, if nothing was told of it yet."""
        return self._open.get(place)

    def gather(self) -> None:
        """Nobody works on any part: all that are left are waiting."""
        self._waiting = self.left

    def take(self, share: float, most: int) -> list[Part]:
        """The next parts in order: so much of the tree, and so many, at most; one at least."""
        parts: list[Part] = []
        while self._waiting and len(parts) < most and (not parts or share >= self._waiting[0].share):
            parts.append(heapq.heappop(self._waiting))
            share -= parts[-1].share
        return parts

    def put_back(self, parts: Iterable[Part]) -> None:
        """Parts that were taken and not worked on."""
        for part in parts:
            heapq.heappush(self._waiting, part)

    def add(self, told: Told) -> bool:
        """What was told of a part; whether it is news: a part may be done twice, and counts once."""
        if self._open.pop(told.part.place, None) is None:
            return False
        for part in told.left:
            self._open[part.place] = part
        self.put_back(told.left)
        self.found += told.found * told.part.times
        if told.answers or told.more:
            self.tolds.append(told)
        for name, number in told.effort.items():
            before = self.effort.get(name, 0)
            self.effort[name] = max(before, number) if name.startswith("peak") else before + number
        share, seconds = told.share, told.seconds
        self.share += share
        self._count, self._seconds = self._count + 1, self._seconds + seconds
        for at, product in enumerate((seconds * seconds, seconds * share, share * share)):
            self._squares[at] += product
        return True

    def ahead(self) -> Ahead | None:
        """The work that is left, from what was told; None where that is too little.

        A ratio estimate, of seconds over shares of the tree.  Least and most are two standard errors away: of
        the ratio, and of parts that are as different among themselves as those told.
        """
        if self._count < FEWEST or self.share <= 0:
            return None
        ratio, left = self._seconds / self.share, 1 - min(1.0, self.share)
        seconds, both, shares = self._squares
        spread = max(0.0, seconds - 2 * ratio * both + ratio * ratio * shares)
        spread *= self._count / (self._count - 1)
        error = 2 * math.sqrt(spread * left * (left / self.share + 1) / self.share)
        return Ahead(left * ratio, max(0.0, left * ratio - error), left * ratio + error)
