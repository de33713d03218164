"""The answers that a set states beside its puzzles, judged by the rules and by what was found."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from ...base.errors import WrongAnswerError
from ...problems import AnyProblem
from ...solvers.findings import Findings


class Judgement(StrEnum):
    """What an answer is that stands beside a puzzle."""

    RIGHT = "right"
    WRONG = "wrong"
    SEVERAL = "several"
    """It keeps all rules, and so does another one."""
    ABSENT = "absent"


class Stored(NamedTuple):
    """A judgement, and of a wrong answer the first rule that it breaks."""

    judgement: Judgement
    broken: str = ""

    @property
    def words(self) -> str:
        """What a result line says of it; empty for a right answer or none."""
        words = {Judgement.WRONG: "wrong", Judgement.SEVERAL: "one of several"}.get(self.judgement)
        return f"the stored answer is {words}" if words else ""


def of_right(is_stored: bool, answers: int) -> Stored:
    """The judgement of an answer that keeps all rules, of a puzzle with this number of answers."""
    if not is_stored:
        return Stored(Judgement.ABSENT)
    return Stored(Judgement.SEVERAL if answers > 1 else Judgement.RIGHT)


def judged(problem: AnyProblem | None, stored: Any, findings: Findings[Any]) -> Stored:
    """The judgement of a stored answer; None for none, which is absent.

    Raise `WrongAnswerError` if it keeps all rules, and is not among the answers of a search for all.
    """
    if problem is None or stored is None:
        return Stored(Judgement.ABSENT)
    for broken in problem.violations(stored):
        return Stored(Judgement.WRONG, str(broken))
    own = problem.identity(stored)
    others = [answer for answer in findings.answers if problem.identity(answer) != own]
    is_all = findings.exhausted and len(findings.answers) == findings.at_least
    if is_all and len(others) == findings.at_least:
        raise WrongAnswerError(f"{findings.route} did not find an answer that keeps all rules")
    return of_right(True, max(findings.at_least, 1 + len(others)))
