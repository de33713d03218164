"""The search of the reference engine, told step by step: what a proof that no answer was missed is made of.

At a node each child but the last is a *trial*: its option is taken on trial and, when all below was seen,
ruled out by what was taken on trial before.  The last child needs none: its option is what is left then.

Options go by units alone, as whoever checks the proof will find them gone.  What domain consistency takes
away would need a line for each option: far more of them than it spares nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from ..problems.exact_cover import Cover, ExactCover
from .bitset_engine import BitsetEngine, Node, Visits
from .cover_matrix import CoverMatrix, number
from .solver import Meter


class Event(Enum):
    """What happened.

    TRY: an option is taken on trial.  ANSWER: a cover that shows something new.  RULE_OUT: the last option on
    trial leads to no answer but those found.  LEAVE: it is let go without a word; a trial above it is about
    to be ruled out because of the answer just found.
    """

    TRY = "try"
    ANSWER = "answer"
    RULE_OUT = "rule out"
    LEAVE = "leave"


class Step(NamedTuple):
    """An event, with its option of the matrix (-1: none) or its cover."""

    event: Event
    option: int = -1
    cover: Cover = ()


class _Waiting(NamedTuple):
    """A node that waits to be visited, and the option that is tried there; no node: the trial is over."""

    node: Node | None
    trial: int
    shown: bool


class TracedCover:
    """A search for all distinct answers of an exact cover problem.

    Attributes
    ----------
    matrix : CoverMatrix
        Whose options the steps speak of: those of the problem, and behind them those that say what an item
        of the projection shows.
    """

    def __init__(self, cover: ExactCover) -> None:
        self.matrix: CoverMatrix = number(cover.table)
        self._engine = BitsetEngine(self.matrix)

    def steps(self, meter: Meter) -> Iterator[Step]:
        """All steps; when they end, nothing is on trial and every answer was found.

        Raises
        ------
        LimitReachedError
            When the meter's limits end the search.
        """
        meter.statistics.setdefault("propagations", 0)
        search = Visits(self._engine, meter, consistent=False)
        waiting = [_Waiting(root, -1, root.shown) for root in self._engine.roots((), ())]
        while waiting:
            node, trial, shown = waiting.pop()
            if node is None:
                yield Step(Event.RULE_OUT, trial)
                continue
            if trial >= 0:
                yield Step(Event.TRY, trial)
                waiting.append(_Waiting(None, trial, shown))
            children = search.visit(node)
            if children is None:
                yield Step(Event.ANSWER, cover=self._engine.cover(node.alive))
                yield from self._leave_shown(waiting)
            else:
                waiting.extend(_trials(node, children))

    def _leave_shown(self, waiting: list[_Waiting]) -> Iterator[Step]:
        """Under a projection one cover is enough: what is left of its choices goes."""
        while self.matrix.projected and waiting and waiting[-1].shown:
            left = waiting.pop()
            if left.node is None:
                yield Step(Event.LEAVE, left.trial)


def _trials(node: Node, children: list[Node]) -> Iterator[_Waiting]:
    """The children, of which the last comes first and is no trial."""
    for at, child in enumerate(children):
        option = (child.taken & ~node.taken).bit_length() - 1
        yield _Waiting(child, option if at else -1, child.shown)
