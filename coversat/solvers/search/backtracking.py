"""Backtracking over a problem's own partial rules check, for every kind that offers one.

It knows no puzzle and has no cleverness: each way to go on is judged by the rules, and given up where
they are broken.  So it is slow, and independent of everything that is quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...problems.stepwise import Stepwise
from ..solver import Limits, Meter, Search


class Backtracking:
    """The search, for one kind of `Stepwise` problems; a node is a partial answer that was judged."""

    name = "search/backtracking"
    about = "step by step, giving up where the rules are broken"

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def search(self, problem: Stepwise[Any], limits: Limits) -> Search[Any]:
        """Begin a search for the answers of `problem`."""
        return Search.of(_answers, problem, limits)


def _answers(problem: Stepwise[Any], meter: Meter) -> Iterator[Any]:
    untried = [iter([problem.beginning()])]  # for each step taken, the other ways to take it
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
