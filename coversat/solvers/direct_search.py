"""A direct search as a solver value: each published program is one function and one line of names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..problems.grid import Grid
from .solver import Limits, Meter, Search

P = TypeVar("P")


@dataclass(frozen=True)
class DirectSearch(Generic[P]):
    """A solver that searches on the puzzle's own board, without reducing it.

    Attributes
    ----------
    name, kind, about : str
        As every solver has them.
    grids : (puzzle, meter) -> grids
        The search itself: every answer once, a published program's in its order.  It counts each placing
        of a digit or a domino as one node, or the conflicts of a SAT solver.
    quick : puzzle -> bool, optional
        Of a search that takes only some puzzles, and is the first to be asked of these when nobody names a
        route (see `answers.check`): whether it takes this one.
    """

    name: str
    kind: str
    about: str
    grids: Callable[[P, Meter], Iterator[Grid]]
    quick: Callable[[P], bool] | None = None

    def search(self, problem: P, limits: Limits) -> Search[Grid]:
        """Begin a search for the answers of `problem`."""
        return Search.of(self.grids, problem, limits)
