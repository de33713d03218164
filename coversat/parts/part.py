"""A part of a question, and what is told of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

Choices = tuple[int, ...]


class Part(NamedTuple):
    """A part of the tree of a question; the whole, where nothing is said.

    Attributes
    ----------
    place : tuple of int
        The way to it in the tree of cuts: the third part of the first part has (0, 2).  Places in order are
        in the order in which one worker would go.
    choices : tuple of int
        What leads there: options that are forced, or literals.
    share : float
        Its share of the whole tree: see `solvers.cover_tree.Left`.
    times : int
        What is found in it counts so many times: it stands for others that are like it.
    """

    place: tuple[int, ...] = ()
    choices: Choices = ()
    share: float = 1.0
    times: int = 1

    def cut(self, left: Iterable[tuple[Choices, float, int]]) -> tuple[Part, ...]:
        """The parts of it that are left: each by its choices, its share of this one, how often it counts."""
        return tuple(
            Part((*self.place, at), choices, self.share * share, self.times * times)
            for at, (choices, share, times) in enumerate(left)
        )


class Told(NamedTuple):
    """What is told of a part that was worked on: to its end, or until it was time to stop.

    Attributes
    ----------
    part : Part
    found : int
        How many answers, each once.
    answers : tuple of tuples of int
        These, where they are wanted, in order, in the numbers of what the question was reduced to.
    effort : mapping
        What it took: ``nodes`` at least.
    seconds : float
    left : tuple of Part
        What of it is still to be done; nothing at its end.
    more : mapping
        What else a task has to say: text and numbers, as JSON has them.
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
        """The share of the whole tree that is done with it."""
        return max(0.0, self.part.share - sum(part.share for part in self.left))
