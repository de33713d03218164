"""What a default strategy is made of: turns of routes, one after the other.

A strategy is a generator of turns. Where a route does not support a problem, `ReductionError` is raised at
the ``yield`` of its turn; a strategy that has another route uses `tried`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from ..base.errors import ReductionError

FIRST_TURN = 20_000
"""The nodes spent on a puzzle before another solver takes over: some ten milliseconds."""
LONG = 4_000
"""The conflicts after which a formula is followed by one that takes longer to write. With these, 29 sudokus
with sums take 5.2 s; with 1,000 they take 6.4 s.
"""
GROWTH = 2
"""The factor by which each turn of a solver is longer than its previous one."""
NODES_PER_CONFLICT = 6
"""Nodes of an engine for each conflict of the SAT solver in its turn. A conflict takes as long as ten or
twenty nodes; so the SAT solver, which decides more hard puzzles, has the longer turn.
"""


class Turn(NamedTuple):
    """One turn.

    * route: its name; a route that had a turn before is continued.
    * until: the number of its nodes or conflicts, counted from the first, after which the next turn begins;
      None for no such number.
    """

    route: str
    until: int | None = None


Turns = Generator[Turn]


class Strategy(NamedTuple):
    """The strategy of a kind that differs from the general one.

    * about: in words, what is tried for which problems.
    * turns (problem -> Turns)
    """

    about: str
    turns: Callable[[Any], Turns]


def tried(route: str, until: int | None = None) -> Generator[Turn, None, bool]:
    """A turn of a route; returns whether the route supports the problem."""
    try:
        yield Turn(route, until)
    except ReductionError:
        return False
    return True


def longer_turns(engine: str, sat: str) -> Turns:
    """Turns, each longer than the last, of a SAT solver and an engine that had a `FIRST_TURN`.

    Which of the two is better for a puzzle is not known beforehand.
    """
    nodes = FIRST_TURN
    while True:
        yield Turn(sat, nodes // NODES_PER_CONFLICT)
        nodes *= GROWTH
        yield Turn(engine, nodes)
