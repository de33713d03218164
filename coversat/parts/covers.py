"""The task of an exact cover: how many covers there are, or which."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from typing import Any

from ..problems import AnyProblem
from ..solvers import Limits
from ..solvers.bitset_cover import MEMO_LIMIT, PreparedCover, metered
from .classes import classes
from .ledger import Ledger
from .part import Part, Told
from .routed import Routed


class CoverTask(Routed):
    """The covers that a problem is reduced to.

    Parameters
    ----------
    problem, route, most
        As of `Routed`; the route ends at the exact cover engine.
    memo : int, optional
        The bytes in which positions may be remembered, where covers are counted.
    jobs : int
        The processes on this machine that have this memory between them: forked ones share it.
    by_classes : bool
        Whether positions that are alike are counted once.
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
    def work(self) -> CoverWork:
        """See `Task`."""
        return CoverWork(self.reduction.target, self._most, self._memo, self._jobs)

    @cached_property
    def identity(self) -> str:
        """The cover itself, and what is asked of it: its options are what parts name."""
        table = self.reduction.target.table
        said = repr((self._most, table.primary_count, table.options, table.colours, table.projection))
        return sha256(said.encode()).hexdigest()

    def opening(self, ledger: Ledger, limits: Limits) -> Iterable[Told]:
        """The classes of positions of what is left, if it is counted by these."""
        if not self._by_classes:
            return ()
        return classes(self.reduction.target.table, ledger.left, limits, self._jobs, self._memo)

    def review(self, tolds: Iterable[Told]) -> None:
        """The engine says what it left: there is nothing to look at."""


class CoverWork:
    """An exact cover, prepared; its memo lives on from part to part."""

    def __init__(self, cover: Any, most: int | None, memo: int, jobs: int) -> None:
        self._most = most
        self._tree = PreparedCover(cover).tree(memo if most == 0 else 0, jobs)

    def do(self, part: Part, limits: Limits) -> Told:
        """Search a part; see `Work`.

        Below choices that are all made one cover is looked for, which cannot be done in parts.
        """
        meter = metered(limits)
        if self._most == 0:
            walked = self._tree.count(part.choices, meter)
        else:
            walked = self._tree.covers(part.choices, meter, self._most)
        effort = {"nodes": meter.nodes, **meter.statistics}
        return Told(
            part, walked.found, tuple(walked.covers), effort, 0.0, part.cut((*one, 1) for one in walked.left)
        )

    def cut(self, told: Told) -> Told:
        """It is cut wherever it can be."""
        return told
