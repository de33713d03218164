"""What tasks along a route have in common: the way to what they search, and back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from ..problems import AnyProblem
from ..reductions import AnyReduction
from ..routing import Route, find_route
from ..solvers import Limits
from .ledger import Ledger
from .part import Told


class Routed:
    """A question about a problem, by a route.

    Parameters
    ----------
    problem : Problem
    route : str
        By its name.
    most : int, optional
        So many answers are enough, and are wanted themselves; 0: they are only counted.
    """

    def __init__(self, problem: AnyProblem, route: str, most: int | None) -> None:
        self.problem, self._route, self._most = problem, route, most

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problem, self._route, self._most)

    @property
    def counts(self) -> bool:
        """Whether answers are only counted."""
        return self._most == 0

    @cached_property
    def route(self) -> Route:
        """The route itself."""
        return find_route(self.problem.kind, self._route)

    @cached_property
    def reduction(self) -> AnyReduction:
        """The way to its end, and back."""
        return self.route.reduce(self.problem)

    def enough(self, found: int) -> bool:
        """Whether so many answers say all that is asked."""
        return bool(self._most) and found >= (self._most or 0)

    def opening(self, ledger: Ledger, limits: Limits) -> Iterable[Told]:
        """Nothing: see `Task`."""
        return ()
