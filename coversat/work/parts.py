"""A large search in parts: what a part is, what is known when it was worked on, and which parts are left.

Parts and their results are values that can be stored, sent, and made twice without harm.
"""

from __future__ import annotations

import heapq
import json
import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from ..solvers import Limits
from .log import Log, LogError

FEWEST = 8
"""Results that are needed before the time to go is estimated."""
OPENINGS = "openings"
"""A key in the effort of a result about the whole search, which replaces all parts that were left."""

Choices = tuple[int, ...]


class Part(NamedTuple):
    """A part of the tree of a question; the whole, where nothing is said.

    Attributes
    ----------
    place : tuple of int
        The way to it in the tree of cuts: the third part of the first part has (0, 2).  Places in order are
        in the order in which one worker would go.
    choices : tuple of int
        What leads there: options that are forced, or literals.
    share : float
        Its share of the whole tree: see `solvers.cover_tree.Left`.
    times : int
        What is found in it counts so many times: it stands for others that are like it.
    """

    place: tuple[int, ...] = ()
    choices: Choices = ()
    share: float = 1.0
    times: int = 1

    def cut(self, left: Iterable[tuple[Choices, float, int]]) -> tuple[Part, ...]:
        """The parts of it that are left: each by its choices, its share of this one, how often it counts."""
        return tuple(
            Part((*self.place, at), choices, self.share * share, self.times * times)
            for at, (choices, share, times) in enumerate(left)
        )


class PartResult(NamedTuple):
    """The result of working on a part: to its end, or until a limit.

    Attributes
    ----------
    part : Part
    found : int
        How many answers, each once.
    answers : tuple of tuples of int
        These, where they are wanted, in order, in the numbers of what the question was reduced to.
    effort : mapping
        What it took: ``nodes`` at least.
    seconds : float
    left : tuple of Part
        What of it is still to be done; nothing at its end.
    more : mapping
        What else a task has to say: text and numbers, as JSON has them.
    """

    part: Part
    found: int = 0
    answers: tuple[Choices, ...] = ()
    effort: Mapping[str, int | float] = {}
    seconds: float = 0.0
    left: tuple[Part, ...] = ()
    more: Mapping[str, Any] = {}

    @property
    def share(self) -> float:
        """The share of the whole tree that is done with it."""
        return max(0.0, self.part.share - sum(part.share for part in self.left))


class PartWorker(Protocol):
    """A search prepared for one worker, which keeps it from part to part."""

    def do(self, part: Part, limits: Limits) -> PartResult:
        """Work on a part until its end or a limit; the result says what is left, and has all that was found.

        `limits.deadline` is when a result is due, and `limits.nodes` the effort that may be spent.  Each call
        makes some progress, unless no part of this one can be done in that time.
        """

    def cut(self, result: PartResult) -> PartResult:
        """A result whose part is left whole, with smaller parts in its place where it can be cut."""


class DividedSearch(Protocol):
    """A search that can be divided; it is pickled without what was prepared for it."""

    @property
    def identity(self) -> str:
        """A digest: parts of another search, or of another reduction of it, are refused."""

    @property
    def worker(self) -> PartWorker:
        """Prepared when first used; a forked worker has what its parent prepared."""

    def enough(self, found: int) -> bool:
        """Whether so many answers settle the question."""

    def opening(self, ledger: Ledger, limits: Limits) -> Iterable[PartResult]:
        """Results about the whole search before parts are worked on; each replaces what was left."""


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
    results : list of PartResult
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
        self.results: list[PartResult] = []
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
        """The parts without a result, in order."""
        return sorted(self._open.values())

    def take_back(self) -> None:
        """Put the whole search in place of what is left; what was found and what it took stays."""
        self._open = {self._root.place: self._root}
        self._waiting = [self._root]
        self.share = 0.0

    @property
    def waiting(self) -> int:
        """How many parts nobody works on."""
        return len(self._waiting)

    def part_at(self, place: tuple[int, ...]) -> Part | None:
        """The part at a place, if it has no result."""
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

    def add(self, result: PartResult) -> bool:
        """Add a result; False if its part has one already: a part may be done twice, and counts once."""
        if self._open.pop(result.part.place, None) is None:
            return False
        for part in result.left:
            self._open[part.place] = part
        self.put_back(result.left)
        self.found += result.found * result.part.times
        if result.answers or result.more:
            self.results.append(result)
        for name, number in result.effort.items():
            before = self.effort.get(name, 0)
            self.effort[name] = max(before, number) if name.startswith("peak") else before + number
        share, seconds = result.share, result.seconds
        self.share += share
        self._count, self._seconds = self._count + 1, self._seconds + seconds
        for at, product in enumerate((seconds * seconds, seconds * share, share * share)):
            self._squares[at] += product
        return True

    def ahead(self) -> Ahead | None:
        """An estimate of the work that is left; None while there are too few results.

        A ratio estimate, of seconds over shares of the tree.  Least and most are two standard errors away: of
        the ratio, and of parts that are as different among themselves as those result.
        """
        if self._count < FEWEST or self.share <= 0:
            return None
        ratio, left = self._seconds / self.share, 1 - min(1.0, self.share)
        seconds, both, shares = self._squares
        spread = max(0.0, seconds - 2 * ratio * both + ratio * ratio * shares)
        spread *= self._count / (self._count - 1)
        error = 2 * math.sqrt(spread * left * (left / self.share + 1) / self.share)
        return Ahead(left * ratio, max(0.0, left * ratio - error), left * ratio + error)


class Checkpoint:
    """A log of parts that are done: the first line identifies the search, the others are results.

    Parameters
    ----------
    log : Log
    """

    BEGINS = (b'{"question": ', b'{"place": ')

    def __init__(self, log: Log) -> None:
        self._log = log

    def load(self, identity: str, ledger: Ledger) -> None:
        """Put the results of the log into the ledger.

        Raises
        ------
        LogError
            If they are of another search, or were changed.
        """
        number = 0
        for number, row in self._log.rows():
            if row is None:
                raise self._invalid(number)
            if number == 1:
                if row.get("question") != identity:
                    raise LogError(f"{self._log.name}: the parts of another question; the input was changed")
                continue
            if OPENINGS in (row.get("effort") or ()):
                ledger.take_back()
            if not ledger.add(self._result(row, ledger, number)):
                raise LogError(f"{self._log.name}:{number}: no part that is left; the file was changed")
        ledger.gather()
        if not number:
            self._log.append([json.dumps({"question": identity})])

    def _result(self, row: dict[str, Any], ledger: Ledger, number: int) -> PartResult:
        try:
            part = ledger.part_at(tuple(row["place"]))
            if part is None:
                raise self._invalid(number)
            left = part.cut((tuple(choices), share, times) for choices, share, times in row["left"])
            answers = tuple(map(tuple, row["answers"]))
            return PartResult(part, row["found"], answers, row["effort"], row["seconds"], left, row["more"])
        except (KeyError, TypeError, ValueError):
            raise self._invalid(number) from None

    def _invalid(self, number: int) -> LogError:
        return LogError(f"{self._log.name}:{number}: not a part that coversat wrote; the file was changed")

    def write(self, results: Iterable[PartResult]) -> None:
        """Append results; they are in the file when this returns."""
        self._log.append(json.dumps(as_row(result)) for result in results)


def as_row(result: PartResult) -> dict[str, Any]:
    """The object in the line of a result."""
    whole, times = result.part.share, result.part.times
    return {
        "place": result.part.place,
        "found": result.found,
        "answers": result.answers,
        "effort": dict(result.effort),
        "seconds": round(result.seconds, 6),
        "left": [(part.choices, part.share / whole, part.times // times) for part in result.left],
        "more": dict(result.more),
    }
