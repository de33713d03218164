"""What is to be measured, and in which order."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from ..problems import AnyProblem


@dataclass(frozen=True)
class Puzzle:
    """A problem with a name.

    Attributes
    ----------
    name : str
    problem : Problem
    size : float, optional
        Where it stands on the axis of growth; how many numbers its answer holds, where nothing is said.
    """

    name: str
    problem: AnyProblem
    size: float | None = None

    @property
    def id(self) -> str:
        """What tells its content from any other: 16 hexadecimal digits."""
        return sha256(f"{self.problem.kind}\n{self.problem.format()}".encode()).hexdigest()[:16]


class Task(NamedTuple):
    """One run: a puzzle, a route by its name, and how many runs of these two come before it."""

    puzzle: Puzzle
    route: str
    repeat: int


def plan(puzzles: Sequence[Puzzle], routes: Mapping[str, Sequence[str]], runs: int, seed: int) -> list[Task]:
    """Every puzzle by every route of its kind, `runs` times, in alternating order.

    The routes of one puzzle follow one another, so that a machine that becomes slower is slower for all;
    their order is another for each puzzle, and in every second round turned about, so that no route always
    comes after the same one.

    Parameters
    ----------
    puzzles : sequence of Puzzle
    routes : kind -> names of routes
    runs : int
    seed : int
        The seed of the orders.
    """
    tasks = []
    orders: dict[str, list[str]] = {}
    for puzzle in puzzles:
        names = list(routes[puzzle.problem.kind])
        random.Random(f"{seed} {puzzle.id}").shuffle(names)
        orders[puzzle.id] = names
    for repeat in range(runs):
        for puzzle in puzzles:
            order = orders[puzzle.id]
            tasks += [Task(puzzle, route, repeat) for route in (order[::-1] if repeat % 2 else order)]
    return tasks
