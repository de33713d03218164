"""The task of an exact cover: how many covers there are, or which."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from typing import Any

from ..problems import AnyProblem
from ..reductions import AnyReduction
from ..routing import Route, find_route
from ..solvers import Limits
from ..solvers.bitset_cover import MEMO_LIMIT, PreparedCover, metered
from .part import Part, Told


class CoverTask:
    """The covers that a problem is reduced to.

    Parameters
    ----------
    problem : Problem
    route : str
        The name of a route that ends at the exact cover engine.
    most : int, optional
        So many answers are enough, and are wanted themselves; 0: they are only counted.
    memo : int, optional
        The bytes in which positions may be remembered, where covers are counted.
    jobs : int
        The processes on this machine that have this memory between them: forked ones share it.
    """

    def __init__(
        self, problem: AnyProblem, route: str, most: int | None = 0, memo: int | None = None, jobs: int = 1
    ) -> None:
        self.problem, self._route, self._most = problem, route, most
        self._memo, self._jobs = MEMO_LIMIT if memo is None else memo, jobs

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problem, self._route, self._most, self._memo // self._jobs)

    @property
    def counts(self) -> bool:
        """Whether covers are only counted."""
        return self._most == 0

    @cached_property
    def route(self) -> Route:
        """By its name."""
        return find_route(self.problem.kind, self._route)

    @cached_property
    def reduction(self) -> AnyReduction:
        """The way to the cover, and back."""
        return self.route.reduce(self.problem)

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

    def enough(self, found: int) -> bool:
        """Whether so many answers say all that is asked."""
        return bool(self._most) and found >= (self._most or 0)


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
