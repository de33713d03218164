"""The tree below some options of a cover, searched in parts: what both cover engines say of one.

A search that is stopped loses nothing: it says what it found, and the parts of the tree that it has not seen,
each as the options that lead there.  Whoever searches all of these finds the rest, each cover once, wherever
and in whatever order that is done.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from ..errors import LimitReachedError
from ..kinds.exact_cover.rules import Cover
from .solver import Meter


class Left(NamedTuple):
    """A part of a tree that was not searched yet.

    Attributes
    ----------
    forced : tuple of int
        Options that are in each of its covers.  Under a projection there may be numbers past the problem's
        options among them: colours shown.
    share : float
        Its share of the tree that was to be searched: one, divided at each node on the way by the number of
        its children.  (Knuth, "Estimating the efficiency of backtrack programs", 1975, weighs by the same.)
    """

    forced: Cover
    share: float


class Walked(NamedTuple):
    """What a search of a tree came to.

    Attributes
    ----------
    found : int
        The covers found.
    covers : list
        These, where they were wanted.
    limit : LimitReachedError or None
        What ended the search before its end.
    left : list of Left
        What was not searched, in the order in which it would have been; nothing at the end.
    """

    found: int
    covers: list[Cover]
    limit: LimitReachedError | None = None
    left: list[Left] = []


class CoverTree(Protocol):
    """A tree, prepared once.  It keeps what it remembers of its positions from one part to the next."""

    def count(self, forced: Cover, meter: Meter) -> Walked:
        """How many covers there are with these options too."""

    def covers(self, forced: Cover, meter: Meter, most: int | None) -> Walked:
        """These covers, at most so many."""
