"""What proof checkers have in common: the way through a proof, and what is said at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..deadline import Deadline
from ..errors import CoversatError, LimitReachedError
from ..kinds.cnf.rules import Cnf

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
        How many steps were checked; those behind the one that completes the proof are only read.
    bad_step : int or None
        The first wrong step, from 1; None when there is none (a proof can also just end too early).
    reason : str
        Why, in one sentence without a full stop.
    """

    verified: bool | None
    steps: int
    bad_step: int | None
    reason: str

    def decided(self) -> bool:
        """Whether it was verified.

        Raises
        ------
        LimitReachedError
            When a limit came first.
        """
        if self.verified is None:
            raise LimitReachedError(self.reason.removeprefix("stopped after "))
        return self.verified

    def __str__(self) -> str:
        verdict = {True: "verified", False: "not verified", None: "unknown"}[self.verified]
        return f"{verdict}: {self.reason}"


class ProofError(CoversatError, ValueError):
    """A step that is malformed, or that does not follow; the message says why."""


def checked(cnf: Cnf, steps: Callable[[], Iterator[bool]], deadline: Deadline) -> Verification:
    """The end of a check whose formula and steps are gone through one by one.

    A malformed proof is one that is not verified; unknown is it when the deadline came first.

    Parameters
    ----------
    cnf : Cnf
    steps : function without arguments
        What it returns yields once for the formula, and then for each step, whether the empty clause is
        reached, or raises `ProofError`.  From there on steps are only read, so that what follows the end of
        a proof must be well formed: other checkers read it too.
    deadline : Deadline
    """
    if cnf.variable_count > MOST_VARIABLES:
        return Verification(False, 0, None, f"the formula has more than {MOST_VARIABLES} variables")
    done, last = -1, None
    try:
        for done, reached in enumerate(deadline.through(steps())):
            if reached and last is None:
                last = done
    except ProofError as error:
        return Verification(False, done + 1, done + 1, f"step {done + 1}: {error}")
    except LimitReachedError as limit:
        return Verification(
            None, max(done, 0), None, f"stopped after {limit}, at step {max(done, 0)} of the proof"
        )
    if last is None:
        return Verification(False, done, None, f"the proof ends after {done} steps without the empty clause")
    return Verification(True, last, None, f"{last} steps lead to the empty clause")
