"""Exact covers that problems of one shape share: prepared once, with givens as forced options."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..problems import AnyProblem
from ..reductions import AnyEncoding, encodings_from
from ..solvers import Limits, Search
from ..solvers.cover.bitset_cover import BITSET, PreparedCover
from .routes import Route

SHAPES = 4
"""How many shapes are kept prepared; a large one takes some tens of megabytes."""


class SharedCover:
    """The exact cover of a shape, prepared once.

    * route (str): the route reported for answers found here.
    """

    def __init__(self, rule: AnyEncoding, shape: Any) -> None:
        assert rule.sharing is not None
        self.route = f"{rule.name}/{BITSET.name}"
        self.reduction = rule.sharing.reduce(shape)
        self._forced = rule.sharing.forced
        self._prepared = PreparedCover(self.reduction.target)

    def search(self, problem: AnyProblem, limits: Limits) -> Search[Any]:
        """The covers of a problem of this shape."""
        return self._prepared.answers(None, self._forced(self.reduction, problem), (), limits)


shared_cover = lru_cache(SHAPES)(SharedCover)


def cover_of(problem: AnyProblem, route: Route) -> SharedCover | None:
    """The cover that a route, of one encoding and the engine, can share for this problem."""
    (rule,) = route.path
    sharing = rule.sharing if route.solver is BITSET else None
    shape = None if sharing is None else sharing.shape(problem)
    return None if shape is None else shared_cover(rule, shape)


def sharing_rule(kind: str) -> AnyEncoding | None:
    """The rule of a kind whose covers are shared."""
    shared = (rule for rule in encodings_from(kind) if rule.sharing is not None)
    return next((rule for rule in shared if rule.target == "cover"), None)
