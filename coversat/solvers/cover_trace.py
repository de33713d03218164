"""The steps of a search for all answers, from which a proof that none was missed is written.

At a node each child but the last is a *trial*: its option is taken on trial and, after its subtree was
searched, ruled out under the trials above.  The last child needs no trial: its option is the only one left.

Options are removed by unit propagation alone, also before the search begins, so that a checker removes the
same ones.  Domain consistency would need a line for each option removed, far more than it saves nodes.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ..kinds.exact_cover.rules import Cover


class Event(Enum):
    """The kind of a step.

    TRY: an option is taken on trial.  ANSWER: a cover that shows something new.  RULE_OUT: the last option on
    trial leads to no further answer.  LEAVE: the trial ends without a conclusion, since a trial above it is
    about to be ruled out because of the answer just found.
    """

    TRY = "try"
    ANSWER = "answer"
    RULE_OUT = "rule out"
    LEAVE = "leave"


class Step(NamedTuple):
    """An event with its option of the matrix (-1 for none) or its cover."""

    event: Event
    option: int = -1
    cover: Cover = ()
