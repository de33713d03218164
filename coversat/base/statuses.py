"""The statuses of results, in JSON and on terminals, each with one meaning and one exit code.

How many answers a puzzle has is a `solvers.findings.Verdict`; what a route did besides, a status of
`comparing.rows`. These are the other ones.
"""

from __future__ import annotations

from collections.abc import Mapping

from .errors import NO, UNKNOWN, YES

CODES: Mapping[str, int] = {
    "accepted": YES,  # a proof, or steps: every step follows
    "refused": NO,
    "incomplete": UNKNOWN,  # a model that a rule excludes which no clause of its formula states
    "none": NO,  # there is no answer, or reasoning leads to none
    "equal": YES,  # two statements of the same rules
    "different": NO,
    "right": YES,  # an answer, a player's entries, or what a reduction or an encoding claims
    "wrong": NO,
    "exact": YES,  # candidates: all are known
    "partial": UNKNOWN,
    "solved": YES,  # reasoning leads to the answer
    "open": YES,  # nothing more follows by steps,
    "search": YES,  # or by propagation
    "step": YES,  # a hint: there is a next step
    "complete": YES,  # nothing is left to enter
    "unknown": UNKNOWN,  # a limit came first, a program of a user was stopped, or nothing could be tried
}
