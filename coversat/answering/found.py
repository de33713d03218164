"""What a question of the library returns: findings that know their problem; and what is said of findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Self, TypeVar

from ..problems import AnyForm, AnyProblem, find_form
from ..problems.user_files import rests_on
from ..solvers.findings import Findings, Verdict


def verdict_of(question: str, findings: Findings[Any]) -> Verdict:
    """The verdict; for ``check``, "there is some answer" is UNKNOWN."""
    verdict = findings.verdict
    return Verdict.UNKNOWN if verdict is Verdict.SATISFIABLE and question == "check" else verdict


def result_words(question: str, findings: Findings[Any]) -> str:
    """The number of answers of a count, otherwise the verdict."""
    return findings.count_words if question == "count" else verdict_of(question, findings).name


def remark(question: str, findings: Findings[Any]) -> str:
    """What limits the result, in brackets; empty if nothing does."""
    one = question == "check" and findings.verdict is Verdict.SATISFIABLE
    known = "at least one answer; " if one else ""
    found = "" if findings.reason is None else f" ({known}stopped after {findings.reason})"
    found += "" if findings.claimed_by is None else f" (says {findings.claimed_by})"
    return found + (f" (rests on {own})" if (own := rests_on(findings.route)) else "")


def two_answers(problem: AnyProblem, answers: Sequence[Any], width: int, drawn: bool = False) -> str:
    """Two answers side by side, with marks where they differ; with `drawn`, loops and areas below."""
    from ..kinds.drawing.marks import mark_differences, side_by_side

    first, second = (problem.render(answer) for answer in answers)
    marked = side_by_side(*mark_differences(first, second), width=width)
    if not (drawn and (sketches := _sketches(problem, answers))):
        return marked
    return f"{marked}\n\n{side_by_side(sketches[0], sketches[1], width=width)}"


def _sketches(problem: AnyProblem, answers: Sequence[Any]) -> list[str]:
    """The loops or areas of answers, drawn; none if the kind has no such."""
    if not getattr(problem, "has_graphs", False):
        return []
    from ..kinds.drawing.sketch import sketch

    return [sketch(problem, answer) for answer in answers]


def shown_answers(
    problem: AnyProblem, form: AnyForm, answers: Sequence[Any], case: int = 1, drawn: bool = False
) -> str:
    """Answers as the users of a form expect them; with `drawn`, loops and areas are sketched below."""
    shown = [form.show(problem, answer, case) for answer in answers]
    if drawn and (sketches := _sketches(problem, answers)):
        shown = ["\n\n".join(filter(None, both)) for both in zip(shown, sketches, strict=True)]
    # A blank line separates answers of several lines.
    return ("\n\n" if any("\n" in text for text in shown) else "\n").join(shown)


A = TypeVar("A")

WIDTH = 80
"""The width of two boards side by side."""


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

    question: str = "check"
    source: Any = None
    form: str = ""

    @classmethod
    def of(cls, findings: Findings[A], question: str, source: Any, form: str = "") -> Self:
        """The findings with their question and their problem, which no comparison looks at."""
        found = cls(**{one.name: getattr(findings, one.name) for one in fields(Findings)})
        vars(found).update(question=question, source=source, form=form)
        return found

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
