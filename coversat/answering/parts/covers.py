"""Count or list exact covers in parts."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from typing import Any

from ...problems import AnyProblem
from ...solvers import Limits
from ...solvers.cover.bitset_cover import MEMO_LIMIT, PreparedCover, metered
from .divide import RouteSearch
from .ledger import Part, PartResult


class CoverSearch(RouteSearch):
    """The covers that a problem is reduced to.

    * problem, route, most: as of `RouteSearch`; the route ends at the exact cover engine.
    * memo: the memory for counted positions, in bytes.
    * jobs: the number of local processes that share this memory.
    """

    def __init__(
        self,
        problem: AnyProblem,
        route: str,
        most: int | None = 0,
        memo: int | None = None,
        jobs: int = 1,
    ) -> None:
        super().__init__(problem, route, most)
        self._memo, self._jobs = MEMO_LIMIT if memo is None else memo, jobs

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
            part.split(walked.left),
        )

    def split(self, result: PartResult) -> PartResult:
        return result
