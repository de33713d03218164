"""What a proof checker says, and how a malformed step is reported."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import CoversatError, LimitReachedError
from ..problems.cnf import Cnf

MOST_VARIABLES = 50_000_000
"""Two bytes are kept for each variable of the formula; a formula beyond this is not checked."""


@dataclass(frozen=True)
class Verification:
    """The end of a check.

    Attributes
    ----------
    verified : bool or None
        True: the formula has no model.  False: *this proof* does not show it; the formula may have a
        model or not.  None: unknown, a limit came before the end of the proof.
    steps : int
        How many steps were read; the steps behind the one that completes the proof are not.
    bad_step : int or None
        The first wrong step, from 1; None when there is none (a proof can also just end too early).
    reason : str
        Why, in one sentence without a full stop.
    """

    verified: bool | None
    steps: int
    bad_step: int | None
    reason: str

    def __str__(self) -> str:
        verdict = {True: "verified", False: "not verified", None: "unknown"}[self.verified]
        return f"{verdict}: {self.reason}"


class ProofError(CoversatError, ValueError):
    """A step that is malformed, or that does not follow; the message says why."""


def verified(steps: int) -> Verification:
    """The proof is complete and every step up to its end follows."""
    return Verification(True, steps, None, f"{steps} steps lead to the empty clause")


def wrong(step: int, reason: str) -> Verification:
    """A step is malformed or does not follow."""
    return Verification(False, step, step, f"step {step}: {reason}")


def incomplete(steps: int) -> Verification:
    """Every step follows, and none is the empty clause."""
    return Verification(False, steps, None, f"the proof ends after {steps} steps without the empty clause")


def unknown(steps: int, limit: LimitReachedError) -> Verification:
    """The time was over; every step so far follows."""
    return Verification(None, steps, None, f"stopped after {limit}, at step {steps} of the proof")


def too_large(cnf: Cnf) -> Verification | None:
    """The refusal of a formula that no table of literals is made for, or None."""
    if cnf.variable_count <= MOST_VARIABLES:
        return None
    return Verification(False, 0, None, f"the formula has more than {MOST_VARIABLES} variables")
