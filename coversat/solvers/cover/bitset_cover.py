"""Exact cover by bit sets: a problem is prepared once, then searched and counted, whole or in parts.

There are two engines with the same answers: the reference in plain Python (`bitset_engine`) and its compiled
twin (`_cover_kernel`), which is used if it was built (`registry.compiled`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from ...base.errors import LimitReachedError, SolverError
from ...base.registry import compiled
from ...base.wording import counted, meant
from ..findings import Findings
from ..solver import Limits, Meter, Search
from .cover_matrix import CoverMatrix, number
from .cover_tree import Event
from .projected_cover import Steps, distinct, pictures

if TYPE_CHECKING:
    from ...problems.exact_cover.rules import Cover, ExactCover
    from .bitset_engine import BitsetEngine, BitsetTree, SampledCover

MEMO_LIMIT = 1 << 28
"""The default memory limit of the memo of a count, in bytes."""

_UNLIMITED = Limits()


def _engines() -> Iterator[type[BitsetEngine]]:
    """The compiled engine, if there is one, and its twin."""
    kernel = compiled(__package__, "_cover_kernel")
    if kernel is not None:
        yield kernel.CompiledEngine
    from .bitset_engine import BitsetEngine  # where there is no other, or it is named

    yield BitsetEngine


def engines() -> dict[str, type[BitsetEngine]]:
    """The available engines by name, the default first."""
    return {engine.name: engine for engine in _engines()}


def engine_in_use() -> str:
    """``compiled`` or ``python``: the default engine of a `PreparedCover`."""
    return next(_engines()).name


class PreparedCover:
    """An exact cover problem, compiled once.

    * engine: the name of one of `engines`.

    *Forced* options are in every answer, *forbidden* ones in none: the givens of a puzzle are forced
    options of the matrix of its shape.  Answers are distinct under the problem's projection, if it has
    one, and their order is always the same.
    """

    def __init__(self, cover: ExactCover, engine: str | None = None) -> None:
        found = next((one for one in _engines() if engine in (None, one.name)), None)
        if found is None:
            raise SolverError(f"no cover engine {engine!r}; {meant(str(engine), engines())}")
        self._table = cover.table
        self._engine = found

    @cached_property
    def matrix(self) -> CoverMatrix:
        return number(self._table)

    @cached_property
    def engine(self) -> BitsetEngine:
        return self._engine(self.matrix)

    @cached_property
    def _visit(self) -> BitsetEngine:
        """An engine that ignores the projection."""
        return self._engine(number(self._table._replace(projection=None)))

    @cached_property
    def _picture(self) -> Callable[[Cover], int]:
        return pictures(self._table)

    def answers(
        self,
        limit: int | None = None,
        forced: Iterable[int] = (),
        forbidden: Iterable[int] = (),
        limits: Limits = _UNLIMITED,
    ) -> Search[Cover]:
        """The answers one by one, at most `limit`. Raise `ValueError` for an option that does not exist."""
        given, banned = self._options(forced), self._options(forbidden)
        meter = metered(limits)
        return Search(self._stream(given, banned, meter, limit), meter)

    def first(self, forced: Iterable[int] = (), forbidden: Iterable[int] = ()) -> Cover | None:
        """One answer, or None."""
        return next(self.answers(None, forced, forbidden), None)

    def count(
        self,
        forced: Iterable[int] = (),
        forbidden: Iterable[int] = (),
        limits: Limits = _UNLIMITED,
        memo_limit: int = MEMO_LIMIT,
    ) -> Findings[Cover]:
        """The exact number of distinct answers, however large.

        * memo_limit: the memory limit for the counts of positions in bytes; 0 visits every answer.
        """
        given, banned = self._options(forced), self._options(forbidden)
        meter = metered(limits)
        try:
            meter.statistics["peak_bytes"] = self.engine.table_bytes()
            count, _, limit, _ = self.engine.tree(given, banned, memo_limit).count((), meter)
        except LimitReachedError as reached:
            count, limit = 0, reached
        if limit is not None and not limits.caused(limit):
            raise limit
        reason = None if limit is None else str(limit)
        effort = {"nodes": meter.nodes, **meter.statistics}
        return Findings((), count, limit is None, reason=reason, effort=effort)

    def tree(self, memo_limit: int = MEMO_LIMIT, jobs: int = 1) -> BitsetTree:
        """All answers, to be counted or listed in parts: one cover for each outcome of a projection.

        `jobs` is the number of processes that will be forked to use it; they share the memo or split it.
        """
        shared = None
        if jobs > 1 and memo_limit and self.engine.shares_memo:
            from mmap import mmap

            shared = mmap(-1, memo_limit)
        return self.engine.tree((), (), memo_limit // jobs, shared)

    def trace(self, meter: Meter) -> Iterator[Event]:
        """The steps of a search for all distinct answers; options are those of the `matrix`.

        Raise `LimitReachedError` if the meter's limits end it.
        """
        meter.statistics.update(propagations=0, memo_hits=0, peak_bytes=self.engine.table_bytes())
        return self.engine.trace(meter)

    def _options(self, options: Iterable[int]) -> Cover:
        given = tuple(options)
        if any(not 0 <= option < len(self._table.options) for option in given):
            self.matrix.check_options(given)
        return given

    def _stream(self, forced: Cover, forbidden: Cover, meter: Meter, limit: int | None) -> Steps:
        found = 0
        for step in self._steps(forced, forbidden, meter):
            if step is not None:
                if found == limit:
                    raise LimitReachedError(counted(limit, "answer"))
                found += 1
            yield step

    def _steps(self, forced: Cover, forbidden: Cover, meter: Meter) -> Steps:
        def search(engine: Callable[[], BitsetEngine]) -> Callable[[Meter], Steps]:
            def steps(meter: Meter) -> Steps:
                meter.statistics["peak_bytes"] = engine().table_bytes()
                yield from engine().steps(forced, forbidden, meter)

            return steps

        whole = search(lambda: self.engine)
        # A part of a split may force colours, which exist only in the matrix with choices.
        if self._table.projection is None or max(forced, default=0) >= len(self._table.options):
            return whole(meter)
        return distinct(meter, search(lambda: self._visit), whole, self._picture)


def metered(limits: Limits) -> Meter:
    """A meter for a search by one of the engines."""
    meter = Meter(limits)
    meter.statistics.update(propagations=0, memo_hits=0, peak_bytes=0)
    return meter


REACH = {"compiled": 4096, "python": 32}
"""See `SearchTree.reach`."""


class BitsetCover:
    """The exact cover engine as a solver for routes."""

    name = "bitset"
    kind = "cover"

    @property
    def about(self) -> str:
        return f"exact cover by bit sets; the {engine_in_use()} engine is in use"

    def search(self, problem: ExactCover, limits: Limits) -> Search[Cover]:
        """Begin a search; one answer for each outcome of the problem's projection."""
        return PreparedCover(problem).answers(limits=limits)

    def count(self, problem: ExactCover, limits: Limits) -> Findings[Cover]:
        """The number of answers by memo, far beyond what could be visited."""
        memo = MEMO_LIMIT if limits.memo is None else limits.memo
        return PreparedCover(problem).count(limits=limits, memo_limit=memo)

    def tree(self, problem: ExactCover) -> SampledCover:
        from .bitset_engine import SampledCover

        prepared = PreparedCover(problem)
        return SampledCover(prepared.matrix, prepared.count, REACH[engine_in_use()])


BITSET = BitsetCover()
