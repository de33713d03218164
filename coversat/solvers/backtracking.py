"""Backtracking over a problem's own partial rules check, for every kind that offers one.

It knows no puzzle and has no cleverness: each way to go on is judged by the rules, and given up where
they are broken.  So it is slow, and independent of everything that is quick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..errors import LimitReachedError
from ..problems.stepwise import Stepwise
from .search_tree import Seen
from .solver import Limits, Meter, Search


class Backtracking:
    """The search, for one kind of `Stepwise` problems; a node is a partial answer that was judged."""

    name = "search/backtracking"
    about = "step by step, giving up where the rules are broken"

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def search(self, problem: Stepwise[Any], limits: Limits) -> Search[Any]:
        """Begin a search for the answers of `problem`."""
        return Search.of(_answers, problem, limits)

    def tree(self, problem: Stepwise[Any]) -> PartialAnswers:
        """The tree of the search."""
        return PartialAnswers(problem)


def _answers(problem: Stepwise[Any], meter: Meter) -> Iterator[Any]:
    return _answers_from(problem, problem.beginning(), meter)


def _answers_from(problem: Stepwise[Any], beginning: Any, meter: Meter) -> Iterator[Any]:
    untried = [iter([beginning])]  # for each step taken, the other ways to take it
    while untried:
        partial = next(untried[-1], None)
        if partial is None:
            untried.pop()
            continue
        meter.node()
        if problem.partial_violations(partial):
            continue
        steps = problem.steps(partial)
        if steps is None:
            yield partial
        else:
            untried.append(iter(steps))


class PartialAnswers:
    """The tree of the search; see `solvers.search_tree.SearchTree`.  Its nodes are partial answers."""

    reach = 64

    def __init__(self, problem: Stepwise[Any]) -> None:
        self._problem = problem

    def root(self) -> Any:
        """See `SearchTree`."""
        return self._problem.beginning()

    def open(self, node: Any) -> Sequence[Any] | Seen:
        """See `SearchTree`."""
        if self._problem.partial_violations(node):
            return Seen(1, 0)
        steps = self._problem.steps(node)
        return Seen(1, 1) if steps is None else tuple(steps)

    def width(self, node: Any) -> int:
        """Partial answers of one depth are alike."""
        return 0

    def below(self, node: Any, most: int | None) -> Seen | None:
        """See `SearchTree`."""
        meter = Meter(Limits(nodes=most))
        try:
            answers = sum(1 for _ in _answers_from(self._problem, node, meter))
        except LimitReachedError:
            return None
        return Seen(meter.nodes, answers)
