"""Parts handed out to a crew and heard of, until nothing is left or there is enough."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from ..deadline import Deadline
from ..errors import LimitReachedError
from ..solvers import Limits
from ..wording import counted
from .ledger import Ledger
from .part import Part, Told
from .task import Task, Work

FIRST = 0.01
"""Seconds that this process works by itself before it begins others: what is over by then needs none.

What it leaves is the first parts.
"""
AT_ONCE = 256
"""The most parts that are handed out together."""
PATIENCE = 0.5
"""Seconds that others may have to wait until a part that is worked on whole is cut for them."""
LONG = 20.0
"""Seconds after which it is cut in any case: so much is lost when the run ends, and nothing can be kept."""
PACE = 20
"""A worker is heard of when a part of so many of the time so far has gone by."""
HEARING = 0.001
"""Seconds that it takes to hear of a worker, to keep what it left and to give it something else, about."""
TRIES = 3
"""So many workers may die of one part."""
GRACE = 1.0
"""Seconds beyond the time for workers to say what they found until then."""


class Bundle(NamedTuple):
    """What a worker is given: parts to work on one after the other, so many seconds and nodes long in all.

    `cut`: others will have nothing to do, so that a part that is left whole is cut.
    """

    parts: tuple[Part, ...]
    seconds: float
    nodes: int | None = None
    cut: bool = False


ALONE = Bundle((), 0.0)


class Heard(NamedTuple):
    """What a worker has to say of its bundle: of the first parts, in order; or what it died of."""

    bundle: Bundle
    told: tuple[Told, ...] = ()
    death: str | None = None


class Crew(Protocol):
    """Workers, wherever they are."""

    least: float
    """Seconds after which it makes sense to hear of a worker again."""
    most: float
    """Seconds after which it is time: so much is lost at most when one dies."""

    @property
    def size(self) -> int:
        """How many workers there are."""

    @property
    def free(self) -> int:
        """How many bundles it can take at once."""

    def give(self, bundle: Bundle) -> None:
        """Let a worker do it."""

    def hear(self, seconds: float | None) -> Iterable[Heard]:
        """What workers have to say; nothing when none says anything in this time."""

    def close(self) -> None:
        """End what was begun."""


def pace(crew: Crew | type[Crew], elapsed: float, busy: int, few: bool) -> float:
    """The seconds after which a worker is to be heard of.

    `few`: others will soon have nothing to do.  However many are busy, half of the time is left for the rest.
    """
    seconds = crew.least if few else max(crew.least, min(crew.most, elapsed / PACE))
    return max(seconds, 2 * HEARING * busy)


def do(work: Work, bundle: Bundle) -> tuple[Told, ...]:
    """What a worker does with a bundle: part after part, while there is time."""
    deadline, nodes = Deadline(bundle.seconds), bundle.nodes
    told: list[Told] = []
    for part in bundle.parts:
        began = time.perf_counter()
        one = work.do(part, Limits(nodes=nodes, deadline=deadline))
        if bundle.cut and one.left == (part,) and not one.found:
            one = work.cut(one)
        told.append(one._replace(seconds=time.perf_counter() - began))
        if nodes is not None:
            nodes -= int(one.effort.get("nodes", 0))
        if one.left or deadline.left() == 0 or (nodes is not None and nodes <= 0):
            break
    return tuple(told)


class Run:
    """One question, worked on in parts.

    Parameters
    ----------
    task : Task
    ledger : Ledger
        Where it stands; that of a run before may be gone on with.
    limits : Limits
        Nodes and time of this run.
    keep : function
        Called with all that is told.
    watch : function
        Called when there is news, with the number of workers.
    """

    def __init__(
        self,
        task: Task,
        ledger: Ledger,
        limits: Limits,
        keep: Callable[[Iterable[Told]], None],
        watch: Callable[[int], None],
    ) -> None:
        self._task, self._ledger, self._limits = task, ledger, limits
        self._keep, self._watch = keep, watch
        self._nodes, self._workers = 0, 1
        self._deaths: Counter[tuple[int, ...]] = Counter()
        self._alone: dict[tuple[int, ...], float] = {}  # by its place: seconds for a part that is given alone
        self._whole: defaultdict[tuple[int, ...], float] = defaultdict(float)  # seconds without a cut
        self._began = time.monotonic()

    def here(self) -> None:
        """Work in this process for a moment."""
        if not self.over():
            left = self._limits.deadline.left()
            seconds = FIRST if left is None else min(FIRST, left)
            bundle = Bundle(tuple(self._ledger.take(1.0, 1)), seconds, self._nodes_left(1))
            self.add(do(self._task.work, bundle), bundle)

    def there(self, crew: Crew) -> None:
        """Let a crew work to the end.

        Raises
        ------
        LimitReachedError
            When the time or the nodes are used up, or a part was the death of `TRIES` workers.
        """
        busy = 0
        self._workers = crew.size
        while not self.over():
            while self._ledger.waiting and crew.free:
                crew.give(self._next(crew, busy))
                busy += 1
            for heard in crew.hear(self._limits.deadline.left()):
                busy -= 1
                self._take_in(heard)
            if self._limits.deadline.left() == 0:
                self._hear_out(crew, busy)

    def over(self) -> bool:
        """Whether all is said; a limit of nodes ends it too."""
        if self._ledger.finished or self._task.enough(self._ledger.found):
            return True
        if self._nodes_left(1) == 0:
            raise LimitReachedError(counted(self._limits.nodes or 0, "node"))
        return False

    def _next(self, crew: Crew, busy: int) -> Bundle:
        """Parts for one worker: small ones together."""
        ledger = self._ledger
        parts = ledger.take((1 - ledger.share) / (4 * crew.size), AT_ONCE)
        few = next((at for at, part in enumerate(parts) if part.place in self._alone), len(parts)) or 1
        ledger.put_back(parts[few:])
        seconds = pace(crew, time.monotonic() - self._began, busy, ledger.waiting < crew.size)
        seconds = max(seconds, self._alone.get(parts[0].place, 0.0))
        left = self._limits.deadline.left()
        seconds = seconds if left is None else min(seconds, left)
        nodes = self._nodes_left(max(1, crew.size - busy))
        wanted = ledger.waiting < crew.size - 1 or self._whole[parts[0].place] >= LONG
        return Bundle(tuple(parts[:few]), seconds, nodes, wanted)

    def _nodes_left(self, shared: int) -> int | None:
        """The nodes for one of so many who share what is left."""
        if self._limits.nodes is None:
            return None
        return -(-max(0, self._limits.nodes - self._nodes) // shared)

    def _hear_out(self, crew: Crew, busy: int) -> None:
        """The time is over: hear what was found until now."""
        grace = Deadline(GRACE)
        while busy and grace.left():
            for heard in crew.hear(grace.left()):
                busy -= 1
                self._take_in(heard)
        self._limits.deadline.check()

    def _take_in(self, heard: Heard) -> None:
        told = len(heard.told)
        self._ledger.put_back(heard.bundle.parts[told:])
        self.add(heard.told, heard.bundle)
        if heard.death is None:
            return
        for part in heard.bundle.parts:
            self._deaths[part.place] += 1
            self._alone[part.place] = 0.0
        if len(heard.bundle.parts) == 1 and self._deaths[heard.bundle.parts[0].place] >= TRIES:
            raise LimitReachedError(heard.death)

    def add(self, told: Sequence[Told], bundle: Bundle = ALONE) -> None:
        """What was told of a bundle."""
        news = [one for one in told if self._ledger.add(one)]
        for one in news:
            self._nodes += int(one.effort.get("nodes", 0))
            if len(one.left) == 1 and one.share == 0:  # it wants more time, and was not or cannot be cut
                longer = 2 * bundle.seconds
                uncut = one.left == (one.part,) and not bundle.cut
                self._alone[one.left[0].place] = min(longer, PATIENCE) if uncut else longer
                self._whole[one.left[0].place] += one.seconds
        self._keep([one for one in news if one.left != (one.part,)])
        self._watch(self._workers)
