"""A part of a large search, its result, and who searches it.

Parts and results are values that can be stored and sent; computing one twice does no harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from ...solvers import Limits

Choices = tuple[int, ...]


class Part(NamedTuple):
    """A part of a search tree; by default the whole tree.

    * place: the path to it in the tree of splits: the third part of the first part has (0, 2).  The order of
      places is the order in which a single worker would search.
    * choices: forced options, or literals.
    * share: its share of the whole tree: see `solvers.cover_tree.Left`.
    """

    place: tuple[int, ...] = ()
    choices: Choices = ()
    share: float = 1.0

    def split(self, left: Iterable[tuple[Choices, float]]) -> tuple[Part, ...]:
        """The remaining parts, from their choices and their shares of this part."""
        return tuple(
            Part((*self.place, at), choices, self.share * share) for at, (choices, share) in enumerate(left)
        )


class PartResult(NamedTuple):
    """The result of searching a part to its end or to a limit.

    * found: the number of distinct answers.
    * answers: the answers, if wanted, in order: numbers of the reduced problem's options or variables.
    * effort: statistics; at least ``nodes``.
    * left: the parts not searched; empty at the end.
    * more: additional values of a task, as in JSON.
    """

    part: Part
    found: int = 0
    answers: tuple[Choices, ...] = ()
    effort: Mapping[str, int | float] = {}
    seconds: float = 0.0
    left: tuple[Part, ...] = ()
    more: Mapping[str, Any] = {}

    @property
    def share(self) -> float:
        return max(0.0, self.part.share - sum(part.share for part in self.left))


class PartWorker(Protocol):
    """A prepared search of one worker, used for many parts."""

    def do(self, part: Part, limits: Limits) -> PartResult:
        """Search a part to its end or to a limit; the result has everything found and what is left.

        `limits.deadline` is when a result is due, and `limits.nodes` the effort that may be spent. Each call
        makes progress, unless no part can be searched in that time.
        """

    def split(self, result: PartResult) -> PartResult:
        """The result of an unfinished part, split into smaller parts if possible."""
