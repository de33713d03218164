"""A search that can be divided: its parts and their results, the ledger of those that are left, and its log.

Parts and results are values that can be stored and sent; computing one twice does no harm.
"""

from __future__ import annotations

import heapq
import json
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from ...base.log import Log, LogError
from ...solvers import Limits

Choices = tuple[int, ...]


class Part(NamedTuple):
    """A part of a search tree; by default the whole tree.

    * place: the path to it in the tree of splits: the third part of the first part has (0, 2).  The order of
      places is the order in which a single worker would search.
    * choices: forced options, or literals.
    * share: its share of the whole tree: see `solvers.cover_tree.Left`.
    """

    place: tuple[int, ...] = ()
    choices: Choices = ()
    share: float = 1.0

    def split(self, left: Iterable[tuple[Choices, float]]) -> tuple[Part, ...]:
        """The remaining parts, from their choices and their shares of this part."""
        return tuple(
            Part((*self.place, at), choices, self.share * share) for at, (choices, share) in enumerate(left)
        )


class PartResult(NamedTuple):
    """The result of searching a part to its end or to a limit.

    * found: the number of distinct answers.
    * answers: the answers, if wanted, in order: numbers of the reduced problem's options or variables.
    * effort: statistics; at least ``nodes``.
    * left: the parts not searched; empty at the end.
    * more: additional values of a task, as in JSON.
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
        return max(0.0, self.part.share - sum(part.share for part in self.left))


class PartWorker(Protocol):
    """A prepared search of one worker, used for many parts."""

    def do(self, part: Part, limits: Limits) -> PartResult:
        """Search a part to its end or to a limit; the result has everything found and what is left.

        `limits.deadline` is when a result is due, and `limits.nodes` the effort that may be spent. Each call
        makes progress, unless no part can be searched in that time.
        """

    def split(self, result: PartResult) -> PartResult:
        """The result of an unfinished part, split into smaller parts if possible."""


FEWEST = 8
"""Results that are needed before the time to go is estimated."""


class DividedSearch(ABC):
    """A search that can be divided; pickled without its prepared worker."""

    @property
    @abstractmethod
    def identity(self) -> str:
        """A digest of the search and its reduction; parts with another digest are refused."""

    @property
    @abstractmethod
    def worker(self) -> PartWorker:
        """Prepared on first use; a forked worker inherits it."""

    @abstractmethod
    def enough(self, found: int) -> bool:
        """Whether this number of answers settles the question."""


class Ahead(NamedTuple):
    """The estimated remaining work, in seconds of one worker."""

    about: float
    least: float
    most: float


class Ledger:
    """The state of a divided search.

    * found (int)
    * results (list of PartResult): those with answers.
    * effort (dict): sums over all parts; for peaks, the maximum.
    * share (float): the share of the tree that is searched.
    """

    def __init__(self, root: Part) -> None:
        self._waiting = [root]
        self._open = {root.place: root}  # waiting or being worked on
        self.found = 0
        self.results: list[PartResult] = []
        self.effort: dict[str, int | float] = {}
        self.share = 0.0
        self._count, self._seconds = 0, 0.0
        self._squares = [0.0, 0.0, 0.0]  # sums of seconds squared, seconds times share, share squared

    @property
    def finished(self) -> bool:
        return not self._open

    @property
    def left(self) -> list[Part]:
        return sorted(self._open.values())

    @property
    def waiting(self) -> int:
        """The number of parts that no worker has."""
        return len(self._waiting)

    def part_at(self, place: tuple[int, ...]) -> Part | None:
        return self._open.get(place)

    def gather(self) -> None:
        """Mark all parts without a result as waiting."""
        self._waiting = self.left

    def take(self, share: float, most: int) -> list[Part]:
        """Take the next parts in order: at least one, and at most this share and number."""
        parts: list[Part] = []
        while self._waiting and len(parts) < most and (not parts or share >= self._waiting[0].share):
            parts.append(heapq.heappop(self._waiting))
            share -= parts[-1].share
        return parts

    def put_back(self, parts: Iterable[Part]) -> None:
        for part in parts:
            heapq.heappush(self._waiting, part)

    def add(self, result: PartResult) -> bool:
        """Add a result; False if its part already has one, so that no part counts twice."""
        if self._open.pop(result.part.place, None) is None:
            return False
        for part in result.left:
            self._open[part.place] = part
        self.put_back(result.left)
        self.found += result.found
        if result.answers or result.more:
            self.results.append(result)
        self._spend(result.effort)
        share, seconds = result.share, result.seconds
        self.share += share
        self._count, self._seconds = self._count + 1, self._seconds + seconds
        for at, product in enumerate((seconds * seconds, seconds * share, share * share)):
            self._squares[at] += product
        return True

    def _spend(self, effort: Mapping[str, int | float]) -> None:
        for name, number in effort.items():
            before = self.effort.get(name, 0)
            self.effort[name] = max(before, number) if name.startswith("peak") else before + number

    def ahead(self) -> Ahead | None:
        """An estimate of the remaining work; None while there are too few results, or none was timed.

        A ratio estimate of seconds over shares of the tree. The bounds are two standard errors away, for the
        ratio and for the variation between parts.
        """
        if self._count < FEWEST or self.share <= 0 or not self._seconds:
            return None
        ratio, left = self._seconds / self.share, 1 - min(1.0, self.share)
        seconds, both, shares = self._squares
        spread = max(0.0, seconds - 2 * ratio * both + ratio * ratio * shares)
        spread *= self._count / (self._count - 1)
        error = 2 * math.sqrt(spread * left * (left / self.share + 1) / self.share)
        return Ahead(left * ratio, max(0.0, left * ratio - error), left * ratio + error)


class Checkpoint:
    """A log of finished parts: the first line identifies the search, the others are results."""

    BEGINS = (b'{"question": ', b'{"place": ')

    def __init__(self, log: Log) -> None:
        self._log = log
        self._header: list[str] = []  # written before the first result

    def load(self, identity: str, ledger: Ledger) -> None:
        """Add the results of the log to the ledger; raise `LogError` if they belong to another search or were
        changed."""
        number = 0
        for number, row in self._log.rows():
            if row is None:
                raise self._invalid(number)
            if number == 1:
                if row.get("question") != identity:
                    raise LogError(f"{self._log.name}: the parts of another question; the input was changed")
                continue
            if not ledger.add(self._result(row, ledger, number)):
                raise LogError(
                    f"{self._log.name}:{number}: not a part of the remaining work; the file was changed"
                )
        ledger.gather()
        if not number:
            self._header = [json.dumps({"question": identity})]

    def _result(self, row: dict[str, Any], ledger: Ledger, number: int) -> PartResult:
        try:
            part = ledger.part_at(tuple(row["place"]))
            if part is None:
                raise self._invalid(number)
            left = part.split((tuple(choices), share) for choices, share in row["left"])
            answers = tuple(map(tuple, row["answers"]))
            return PartResult(part, row["found"], answers, row["effort"], row["seconds"], left, row["more"])
        except (KeyError, TypeError, ValueError):
            raise self._invalid(number) from None

    def _invalid(self, number: int) -> LogError:
        return LogError(f"{self._log.name}:{number}: not a part that coversat wrote; the file was changed")

    def write(self, results: Iterable[PartResult]) -> None:
        lines = [json.dumps(as_row(result)) for result in results]
        if lines:
            self._log.append([*self._header, *lines])
            self._header = []


def as_row(result: PartResult) -> dict[str, Any]:
    """The object in the line of a result."""
    whole = result.part.share
    return {
        "place": result.part.place,
        "found": result.found,
        "answers": result.answers,
        "effort": dict(result.effort),
        "seconds": round(result.seconds, 6),
        "left": [(part.choices, part.share / whole) for part in result.left],
        "more": dict(result.more),
    }
