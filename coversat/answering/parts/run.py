"""One run of a divided search: parts are bundled for workers, and their results taken in."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ...base.dask import ClusterError
from ...base.deadline import Deadline
from ...base.errors import LimitReachedError
from ...base.executor import Executor, Report, Result, Task
from ...base.wording import counted
from ...solvers import Limits
from .ledger import DividedSearch, Ledger, Part, PartResult, PartWorker

FIRST = 0.01
"""Seconds of work in this process before workers are started; a search that ends sooner needs none."""
AT_ONCE = 256
"""The most parts in a bundle."""
PATIENCE = 0.5
"""Seconds that idle workers may wait until a part that another works on is split for them."""
LONG = 20.0
"""Seconds after which a part is split in any case: an unsplit part is lost when the run ends."""
FRACTION = 20
"""A worker reports after this fraction of the time so far."""
OVERHEAD = 0.001
"""The approximate seconds to receive a result, store it and give the worker its next bundle."""
TRIES = 3
"""The workers that may die of one part before the run ends."""
GRACE = 1.0
"""Seconds beyond the deadline for workers to return what they found until then."""


class Pace(NamedTuple):
    """The least and most seconds before a worker returns a result: long enough to pay for its overhead, short
    enough to lose little if the worker dies."""

    least: float
    most: float


LOCAL_PACE, NETWORK_PACE, ALONE_PACE = Pace(0.03, 2.0), Pace(0.3, 5.0), Pace(0.5, 5.0)


class Bundle(NamedTuple):
    """Consecutive parts for a worker, with the limits of seconds and nodes for all of them.

    `split`: other workers will soon be idle, so an unfinished part is split.
    """

    parts: tuple[Part, ...]
    seconds: float
    nodes: int | None = None
    split: bool = False


ALONE = Bundle((), 0.0)


def run_bundle(
    context: tuple[str | None, DividedSearch], bundle: Bundle, report: Report
) -> tuple[PartResult, ...]:
    """Run a bundle on a worker; return the results of its first parts, in order.

    Raise `ClusterError` if the worker has another reduction: parts refer to its options by number.
    """
    identity, search = context
    if identity is not None and search.identity != identity:
        raise ClusterError("a worker of the cluster reduces the puzzle to something else than is done here")
    return do(search.worker, bundle)


def do(worker: PartWorker, bundle: Bundle) -> tuple[PartResult, ...]:
    """Work on one part after another while there is time."""
    deadline, nodes = Deadline(bundle.seconds), bundle.nodes
    results: list[PartResult] = []
    for part in bundle.parts:
        began = time.perf_counter()
        result = worker.do(part, Limits(nodes=nodes, deadline=deadline))
        if bundle.split and result.left == (part,) and not result.found:
            result = worker.split(result)
        results.append(result._replace(seconds=time.perf_counter() - began))
        if nodes is not None:
            nodes -= int(result.effort.get("nodes", 0))
        if result.left or deadline.left() == 0 or (nodes is not None and nodes <= 0):
            break
    return tuple(results)


def bundle_seconds(pace: Pace, elapsed: float, busy: int, few: bool) -> float:
    """The seconds after which a worker returns a result.

    `few`: other workers will soon be idle. However many workers are busy, this process spends at most half of
    its time on results.
    """
    seconds = pace.least if few else max(pace.least, min(pace.most, elapsed / FRACTION))
    return max(seconds, 2 * OVERHEAD * busy)


class Run:
    """One search, worked on in parts.

    * ledger: the state, perhaps from an earlier run.
    * limits: the limits of nodes and time of this run.
    * keep: called with each list of new results.
    * tell: called after changes, with the number of workers.
    """

    def __init__(
        self,
        search: DividedSearch,
        ledger: Ledger,
        limits: Limits,
        keep: Callable[[Iterable[PartResult]], None],
        tell: Callable[[int], None],
        pace: Pace,
    ) -> None:
        self._search, self._ledger, self._limits = search, ledger, limits
        self._keep, self._tell, self._pace = keep, tell, pace
        self._nodes, self._size = 0, 1
        self._deaths: Counter[tuple[int, ...]] = Counter()
        self._alone: dict[tuple[int, ...], float] = {}  # by place: the time limit of a part that runs alone
        self._whole: defaultdict[tuple[int, ...], float] = defaultdict(float)  # seconds without a split
        self._began = time.monotonic()

    def alone(self) -> None:
        """Work in this process for `FIRST` seconds."""
        if not self.over():
            left = self._limits.deadline.left()
            seconds = FIRST if left is None else min(FIRST, left)
            bundle = Bundle(tuple(self._ledger.take(1.0, 1)), seconds, self._nodes_left(1))
            self._add(do(self._search.worker, bundle), bundle)

    def finish(self, executor: Executor) -> None:
        """Let an executor finish the search.

        Raise `LimitReachedError` at a limit of time or nodes, or after one part ended `TRIES` workers.
        """
        busy = 0
        self._size = executor.size
        while not self.over():
            while self._ledger.waiting and executor.free > 0:
                executor.submit(Task(self._next(executor.size, busy)))
                busy += 1
            for result in executor.results(self._limits.deadline.left()):
                busy -= 1
                self._take_in(result)
            if self._limits.deadline.left() == 0:
                self._wait_for_busy(executor, busy)

    def over(self) -> bool:
        """Whether the question is settled; raise `LimitReachedError` when the nodes are used up."""
        if self._ledger.finished or self._search.enough(self._ledger.found):
            return True
        if self._nodes_left(1) == 0:
            raise LimitReachedError(counted(self._limits.nodes or 0, "node"))
        return False

    def _next(self, size: int, busy: int) -> Bundle:
        """Parts for one of `size` workers, small parts bundled."""
        ledger = self._ledger
        parts = ledger.take((1 - ledger.share) / (4 * size), AT_ONCE)
        few = next((at for at, part in enumerate(parts) if part.place in self._alone), len(parts)) or 1
        ledger.put_back(parts[few:])
        elapsed = time.monotonic() - self._began
        seconds = bundle_seconds(self._pace, elapsed, busy, ledger.waiting < size)
        seconds = max(seconds, self._alone.get(parts[0].place, 0.0))
        left = self._limits.deadline.left()
        seconds = seconds if left is None else min(seconds, left)
        nodes = self._nodes_left(max(1, size - busy))
        wanted = ledger.waiting < size - 1 or self._whole[parts[0].place] >= LONG
        return Bundle(tuple(parts[:few]), seconds, nodes, wanted)

    def _nodes_left(self, sharing: int) -> int | None:
        """The nodes for each of several workers that share the rest."""
        if self._limits.nodes is None:
            return None
        return -(-max(0, self._limits.nodes - self._nodes) // sharing)

    def _wait_for_busy(self, executor: Executor, busy: int) -> None:
        """Take in what busy workers return within `GRACE`, then raise `LimitReachedError`."""
        grace = Deadline(GRACE)
        while busy and grace.left():
            for result in executor.results(grace.left()):
                busy -= 1
                self._take_in(result)
        self._limits.deadline.check()

    def _take_in(self, result: Result) -> None:
        bundle: Bundle = result.task.argument
        done: tuple[PartResult, ...] = result.value or ()
        self._ledger.put_back(bundle.parts[len(done) :])
        self._add(done, bundle)
        if result.failure is None:
            return
        for part in bundle.parts:
            self._deaths[part.place] += 1
            self._alone[part.place] = 0.0
        if len(bundle.parts) == 1 and self._deaths[bundle.parts[0].place] >= TRIES:
            raise LimitReachedError(result.failure)

    def _add(self, results: Sequence[PartResult], bundle: Bundle = ALONE) -> None:
        news = [one for one in results if self._ledger.add(one)]
        for one in news:
            self._nodes += int(one.effort.get("nodes", 0))
            if len(one.left) == 1 and one.share == 0:  # it needs more time, and was not or cannot be split
                longer = 2 * bundle.seconds
                unsplit = one.left == (one.part,) and not bundle.split
                self._alone[one.left[0].place] = min(longer, PATIENCE) if unsplit else longer
                self._whole[one.left[0].place] += one.seconds
        self._keep([one for one in news if one.left != (one.part,)])
        self._tell(self._size)
