"""What searches of a cover return: of trees that both engines can search in parts, and of traces.

An interrupted search loses nothing: it returns what it found and the unvisited parts of the tree, each as
the options that lead there.  Searching all of these finds the rest, each cover once, in any order and in
any process.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from ...base.errors import LimitReachedError

if TYPE_CHECKING:
    from ...problems.exact_cover.rules import Cover


class Left(NamedTuple):
    """A part of a tree that is not searched yet.

    * forced: the options that are in each of its covers.  Under a projection, numbers beyond the problem's
      options stand for colours shown.
    * share: its share of the tree that was to be searched: one, divided at each node on the way by the number
      of its children.  (Knuth, "Estimating the efficiency of backtrack programs", 1975, weighs by the same.)
    """

    forced: Cover
    share: float


class Walked(NamedTuple):
    """The result of searching a tree.

    * found: the covers found.
    * covers: these covers, if they were listed.
    * limit: the limit that ended the search early.
    * left: the parts not searched, in search order; empty if the search is complete.
    """

    found: int
    covers: list[Cover]
    limit: LimitReachedError | None = None
    left: list[Left] = []


class Action(Enum):
    """What happens to an option, or to all that are taken.

    TRY: an option is taken on trial.  ANSWER: a cover that shows something new.  RULE_OUT: the last option on
    trial leads to no further answer.  LEAVE: the trial ends without a conclusion, since a trial above it is
    about to be ruled out because of the answer just found.
    """

    TRY = "try"
    ANSWER = "answer"
    RULE_OUT = "rule out"
    LEAVE = "leave"


class Event(NamedTuple):
    """What happens, with its option of the matrix (-1 for none) or its cover."""

    action: Action
    option: int = -1
    cover: Cover = ()
