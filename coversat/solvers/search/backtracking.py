"""Searches on the puzzle's own board: the published programs, and backtracking over partial rules checks.

Backtracking knows no puzzle and uses no propagation: each step is judged by the rules and undone if it breaks
them.  It is slow, and independent of everything that is fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ...problems.grid import Grid
from ...problems.problem import Stepwise
from ..solver import Limits, Meter, Search, SearchTree, Seen

M = TypeVar("M")
P = TypeVar("P")


def depth_first(
    meter: Meter, moves: Callable[[int], Iterator[M] | None], turn: Callable[[M, bool], None]
) -> Iterator[None]:
    """Make and undo moves on a board, and yield whenever it shows an answer; each move made is a node.

    * moves (number of moves so far -> moves): those to be tried, in order; None if the board shows an answer.
      They are found one by one, each on the same board.
    * turn ((move, bool) -> None): make a move, or undo it.
    """
    made: list[M] = []
    untried: list[Iterator[M]] = []  # of the moves made, and perhaps of the next one
    while True:
        if (following := moves(len(made))) is None:
            yield
        else:
            untried.append(following)
        move = None
        while untried and move is None:
            if len(made) == len(untried):
                turn(made.pop(), False)
            if (move := next(untried[-1], None)) is None:
                untried.pop()
        if move is None:
            return
        meter.node()
        turn(move, True)
        made.append(move)


@dataclass(frozen=True)
class DirectSearch(Generic[P]):
    """A solver that searches on the puzzle's own board, without reducing it.

    * name, kind, about: as for every solver.
    * grids ((puzzle, meter) -> grids): the search itself: every answer once, in the order of the published
      program.  Each digit or domino placed counts as a node, or each conflict of a SAT solver.  None is no
      answer: another solver may take a turn there.
    * selective: whether it supports only some puzzles, so that it is not compared by default.
    """

    name: str
    kind: str
    about: str
    grids: Callable[[P, Meter], Iterator[Grid | None]]
    selective: bool = False

    def search(self, problem: P, limits: Limits) -> Search[Grid]:
        """Begin a search for the answers of `problem`."""
        return Search.of(self.grids, problem, limits)


class Backtracking:
    """The search for one kind of `Stepwise` problems; a node is a partial answer that was judged."""

    name = "search/backtracking"
    about = "step by step, giving up where the rules are broken"

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def search(self, problem: Stepwise[Any], limits: Limits) -> Search[Any]:
        """Begin a search for the answers of `problem`."""
        return Search.of(_answers, problem, limits)

    def tree(self, problem: Stepwise[Any]) -> PartialAnswers:
        return PartialAnswers(problem)


def _answers(problem: Stepwise[Any], meter: Meter) -> Iterator[Any]:
    untried = [iter([problem.beginning()])]  # for each step taken, the alternatives left
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


class PartialAnswers(SearchTree[Any]):
    """The tree of the search; its nodes are partial answers."""

    reach = 64

    def __init__(self, problem: Stepwise[Any]) -> None:
        self._problem = problem

    def root(self) -> Any:
        return self._problem.beginning()

    def open(self, node: Any) -> Sequence[Any] | Seen:
        if self._problem.partial_violations(node):
            return Seen(1, 0)
        steps = self._problem.steps(node)
        return Seen(1, 1) if steps is None else tuple(steps)

    def width(self, node: Any) -> int:
        """Partial answers of one depth are alike."""
        return 0
