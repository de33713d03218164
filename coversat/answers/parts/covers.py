"""Count or list exact covers in parts, optionally by classes of equivalent positions.

Equivalent positions have the same number of covers, so one of each class is searched and its count is
multiplied. The search is breadth first: below a position's next item are positions with fewer open items;
of those with the same name (`positions`) one remains, with the size of its class. A cryptographic digest of
16 bytes stands for the name, which is longer than the position. The order of the items (`orders`) decides
how many classes there are. Positions with the same number of open items are all known before the first of
them is expanded. If this leads to few classes, the covers are counted with them; otherwise the classes are
the parts of a search. A cover that falls apart into blocks is counted block by block instead (`blocks`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import cached_property
from hashlib import blake2b, sha256
from sys import byteorder
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.errors import LimitReachedError, ReductionError
from ...base.log import LogError
from ...base.wording import counted
from ...problems import AnyProblem
from ...solvers import Limits
from ...solvers.counting.blocks import counting
from ...solvers.counting.orders import Frontier, best_ranks
from ...solvers.counting.plans import plan_of
from ...solvers.counting.positions import SHORT, Child, Position, positions_of, whole
from ...solvers.cover.bitset_cover import MEMO_LIMIT, PreparedCover, metered
from .divide import RouteSearch
from .ledger import Ledger
from .part import OPENINGS, Choices, Interim, Part, PartResult

if TYPE_CHECKING:
    from ...solvers.counting._blocks_kernel import Blocks


class CoverSearch(RouteSearch):
    """The covers that a problem is reduced to.

    * problem, route, most: as of `RouteSearch`; the route ends at the exact cover engine.
    * memo: the memory for counted positions, in bytes.
    * jobs: the number of local processes that share this memory.
    * by_classes: whether equivalent positions are counted once.
    """

    def __init__(
        self,
        problem: AnyProblem,
        route: str,
        most: int | None = 0,
        memo: int | None = None,
        jobs: int = 1,
        by_classes: bool = False,
    ) -> None:
        super().__init__(problem, route, most)
        self._memo, self._jobs = MEMO_LIMIT if memo is None else memo, jobs
        self._by_classes = by_classes

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problem, self._route, self._most, self._memo // self._jobs)

    @cached_property
    def worker(self) -> CoverWorker:
        return CoverWorker(self.reduction.target, self._most, self._memo, self._jobs)

    @cached_property
    def identity(self) -> str:
        """The cover and the question; parts refer to options by number."""
        table = self.reduction.target.table
        contents = repr((self._most, table.primary_count, table.options, table.colours, table.projection))
        return sha256(contents.encode()).hexdigest()

    def opening(self, ledger: Ledger, limits: Limits) -> Iterable[PartResult | Interim]:
        if not self._by_classes:
            return
        frontier, plan = Frontier(self.reduction.target.table), None
        if [part.choices for part in ledger.left] == [()]:
            with limits.deadline.enforced():
                plan = plan_of(frontier)
        blocks = None if plan is None else counting(frontier.table, plan)
        if blocks is not None:
            yield from by_blocks(blocks, limits, self._memo)
        if not ledger.finished:
            with limits.deadline.enforced():
                waiting = Classes(frontier, ledger.left)
            yield from classes(waiting, limits, self._jobs, self._memo)


class CoverWorker:
    """A prepared exact cover; its memo is used for all parts."""

    def __init__(self, cover: Any, most: int | None, memo: int, jobs: int) -> None:
        self._most = most
        self._tree = PreparedCover(cover).tree(memo if most == 0 else 0, jobs)

    def do(self, part: Part, limits: Limits) -> PartResult:
        """Search a part; see `PartWorker`.

        Once every choice is settled, a single cover is wanted, which is not searched in parts.
        """
        meter = metered(limits)
        if self._most == 0:
            walked = self._tree.count(part.choices, meter)
        else:
            walked = self._tree.covers(part.choices, meter, self._most)
        effort = {"nodes": meter.nodes, **meter.statistics}
        return PartResult(
            part,
            walked.found,
            tuple(walked.covers),
            effort,
            0.0,
            part.split((*one, 1) for one in walked.left),
        )

    def split(self, result: PartResult) -> PartResult:
        return result


ENOUGH = 400
"""The classes from which on it is checked whether they pay."""
TOGETHER = 8
"""Positions that a thread is given at once."""
OFTEN = 20.0
"""Seconds between results about the whole search: the most that is lost when a run is killed."""
TOLD = 1.0
"""Seconds between results of a count block by block."""
CHECKED = 1 << 10
"""Nodes between checks of its limits."""
_OBJECTS = 500
"""The bytes of a class, beside its position and its choices, about."""

Below = tuple[int, list[Child]]
Expand = Callable[[list[Position]], Iterable[Below]]


class Class(NamedTuple):
    """A class of equivalent positions: one of them, packed, the number, and their share of the tree."""

    position: bytes
    choices: Choices
    times: int
    share: float


class Classes:
    """The classes of a cover that are still to be expanded.

    * found (int): covers found below expanded classes.
    * nodes (int): options tried.

    Raise `ReductionError` for a cover with a projection, `SolverError` where nothing is compiled.
    """

    def __init__(self, frontier: Frontier, parts: Iterable[Part]) -> None:
        table = frontier.table
        if table.projection is not None:
            raise ReductionError(
                "classes are for covers that are all counted separately, and here some count as one"
            )
        self._positions = positions_of(table, best_ranks(frontier))
        words = len(table.options) + table.item_count + len(table.shades)
        self._short, self._low = words < SHORT, int(byteorder == "big")  # the half of a word that is stored
        # By number of open items, then by digest of the name.
        self._levels: dict[int, dict[bytes, Class]] = {}
        self._count = self._times = self._bytes = 0  # of the classes still to be expanded
        self.found = self.nodes = 0
        root = Child(-1, table.primary_count, whole(table), b"")
        if all(table.covering()[: table.primary_count]):
            for part in parts:
                self._take_in(self._behind(root, part.choices), part.choices, part.times, part.share)

    @property
    def left(self) -> list[Class]:
        """The classes still to be expanded, those with the most open items first."""
        return [one for _, level in sorted(self._levels.items(), reverse=True) for one in level.values()]

    def pay(self, room: int) -> bool:
        """Whether expanding pays: there are few classes, or fewer than the positions in each.

        Without much symmetry there are about as many classes as positions, and counting is faster than
        naming.
        """
        paying = self._bytes <= room and self._count**2 <= self._times
        return self._count > 0 and (self._count < ENOUGH or paying)

    def go_on(self, expand: Expand, most: int) -> int:
        """Expand some classes with the most open items; return the number of options tried."""
        most_open = max(self._levels)
        level = self._levels[most_open]
        those = [level.popitem()[1] for _ in range(min(most, len(level)))]
        try:
            below = [*expand([self._unpacked(one.position) for one in those])]
        except BaseException:
            level.update((_digest(self._positions.named(self._unpacked(one.position))), one) for one in those)
            raise
        if not level:
            del self._levels[most_open]
        for one, (options, children) in zip(those, below, strict=True):
            self._weigh(one, -1)
            for child in children:
                self._take_in(child, (*one.choices, child.option), one.times, one.share / options)
        tried = sum(options for options, _ in below)
        self.nodes += tried
        return tried

    def _behind(self, root: Child, choices: Choices) -> Child:
        position = root
        for option in choices:
            behind = self._positions.behind(position.position, option)
            if behind is None:
                raise LogError("the file of parts has an entry that is not a part; the file was changed")
            position = behind
        return position

    def _take_in(self, child: Child, choices: Choices, times: int, share: float) -> None:
        if not child.open:
            self.found += times
            return
        level = self._levels.setdefault(child.open, {})
        name = _digest(child.name)
        one, known = Class(self._packed(child.position), choices, times, share), level.get(name)
        if known is not None:
            self._weigh(known, -1)
            one = known._replace(times=known.times + times, share=known.share + share)
        level[name] = one
        self._weigh(one, 1)

    def _weigh(self, one: Class, sign: int) -> None:
        self._count += sign
        self._times += sign * one.times
        self._bytes += sign * (len(one.position) + 8 * len(one.choices) + _OBJECTS)

    def _packed(self, position: Position) -> bytes:
        return memoryview(position).cast("H")[self._low :: 2].tobytes() if self._short else position

    def _unpacked(self, packed: bytes) -> Position:
        if not self._short:
            return packed
        position = bytearray(2 * len(packed))
        memoryview(position).cast("H")[self._low :: 2] = memoryview(packed).cast("H")
        return bytes(position)

    def below(self, positions: list[Position]) -> list[Below]:
        return [self._positions.below(position) for position in positions]


def by_blocks(blocks: Blocks, limits: Limits, room: int) -> Iterator[PartResult | Interim]:
    """Count block by block in a thread; yield the progress, then the result.

    If the number is too large to be stored, there is no result.

    Raise `LimitReachedError` at a limit; then nothing is known.
    """
    stopped, share, nodes = Event(), 0.0, 0

    def go_on(now: int, done: float) -> int:
        nonlocal share, nodes
        share, nodes = done, now
        limits.deadline.check()
        if stopped.is_set() or (limits.nodes is not None and now >= limits.nodes):
            raise LimitReachedError(counted(limits.nodes or 0, "node"))
        return min(now + CHECKED, limits.nodes or now + CHECKED)

    before = 0
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(blocks.count, room, go_on)
        try:
            while not wait([future], TOLD).done:
                now = nodes
                yield Interim(now - before, share)
                before = now
            number, nodes = future.result()
        finally:
            stopped.set()
    if number is not None:
        yield PartResult(Part(), number, (), {"nodes": nodes - before, OPENINGS: 1})


def classes(waiting: Classes, limits: Limits, jobs: int, room: int) -> Iterator[PartResult]:
    """Expand classes; yield results with the covers found since the last one and the classes left.

    * limits: the limits of time and of options tried.
    * jobs: the number of threads.
    * room: the memory for classes, in bytes.

    Raise `LimitReachedError` at the deadline.
    """
    reported, tried, limit = time.monotonic(), 0, None
    with _expanding(waiting, jobs) as expand:
        while waiting.pay(room) and (limits.nodes is None or tried < limits.nodes):
            try:
                tried += waiting.go_on(expand, 4 * TOGETHER * jobs)
                limits.deadline.check()
            except LimitReachedError as reached:
                limit = reached
                break
            if time.monotonic() - reported > OFTEN:
                yield _result(waiting)
                reported = time.monotonic()
    yield _result(waiting)
    if limit is not None:
        raise limit


def _digest(name: bytes) -> bytes:
    return blake2b(name, digest_size=16).digest()


def _result(waiting: Classes) -> PartResult:
    root = Part()
    left = root.split((one.choices, one.share, one.times) for one in waiting.left)
    result = PartResult(root, waiting.found, (), {"nodes": waiting.nodes, OPENINGS: 1}, 0.0, left)
    waiting.found = waiting.nodes = 0
    return result


@contextmanager
def _expanding(waiting: Classes, jobs: int) -> Iterator[Expand]:
    """Expand positions, in this thread or in several."""
    if jobs == 1:
        yield waiting.below
        return
    pool = ThreadPoolExecutor(jobs)

    def expand(positions: list[Position]) -> Iterator[Below]:
        several = [positions[at : at + TOGETHER] for at in range(0, len(positions), TOGETHER)]
        for those in pool.map(waiting.below, several):
            yield from those

    try:
        yield expand
    finally:
        pool.shutdown(cancel_futures=True)
