"""A search for all answers, told step by step: what a proof that none was missed is made of.

At a node each child but the last is a *trial*: its option is taken on trial and, when all below was seen,
ruled out by what was taken on trial before.  The last child needs none: its option is what is left then.

Options go by units alone, as whoever checks the proof will find them gone.  What domain consistency takes
away would need a line for each option: far more of them than it spares nodes.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ..kinds.exact_cover.rules import Cover


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
