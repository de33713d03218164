"""What a question of the library returns: findings that know their problem."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Self, TypeVar

from ..problems import AnyProblem, find_form
from ..solvers.findings import Findings, Verdict
from .words import remark, result_words, shown_answers, two_answers, verdict_of

A = TypeVar("A")

WIDTH = 80
"""The width of two boards side by side."""


@dataclass(frozen=True, repr=False)
class Found(Findings[A]):
    """What `solve`, `check` or `count` found.

    Printed, it is what the command prints, without the name of the puzzle.

    Attributes
    ----------
    question : str
        ``solve``, ``check`` or ``count``.
    source : Problem, or a function that returns it
    form : str
        The form in which answers are printed; empty for the usual one.
    """

    question: str = field(default="check", compare=False)
    source: Any = field(default=None, compare=False, repr=False)
    form: str = field(default="", compare=False, repr=False)

    @classmethod
    def of(cls, findings: Findings[A], question: str, source: Any, form: str = "") -> Self:
        """The findings with their question and their problem."""
        known = {one.name: getattr(findings, one.name) for one in fields(Findings)}
        return cls(**known, question=question, source=source, form=form)

    @property
    def problem(self) -> AnyProblem:
        """The problem that was asked about."""
        found: AnyProblem = self.source() if callable(self.source) else self.source
        return found

    def named(self) -> tuple[dict[Any, Any], ...]:
        """The values of each answer by the names of their places, such as ``{"r1c1": 5, ...}``."""
        return tuple(map(self.problem.named, self.answers))

    def __str__(self) -> str:
        line = result_words(self.question, self) + remark(self.question, self)
        if self.question == "solve" and self.answers:
            form = find_form(self.problem.kind, self.form) if self.form else self.problem.forms[0]
            return shown_answers(self.problem, form, self.answers)
        if self.question == "check" and verdict_of(self.question, self) is Verdict.MULTIPLE and self.answers:
            return f"{line}\n{two_answers(self.problem, self.answers, WIDTH)}"
        return line
