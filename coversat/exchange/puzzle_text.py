"""Puzzles for programs that read a puzzle and print its answer, such as those written for a judge.

As a format, another problem is written as its own text, such as a vertex cover, with the source in comments
before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TextIO

from ..base.deadline import Deadline
from ..base.errors import ParseError, WrongModelError
from ..base.wording import counted
from ..problems import AnyProblem, find_form
from ..problems.cnf.solver_output import Claim
from ..problems.text import text_lines
from ..reductions import AnyReduction
from .format import Decoded, Format, ProgramText, answered, reading_output, undecided


def puzzle_text(problems: Sequence[AnyProblem], form: str = "") -> str:
    """Puzzles of one kind as a program reads them: in a form of this name, in that of a judge, or as usual.

    Raise `ValueError` if the form cannot state them.
    """
    first = problems[0]
    chosen = find_form(first.kind, form or first.judge_form or first.forms[0].name)
    if chosen.write is not None:
        if form:
            return chosen.write(problems)
        with suppress(ValueError):
            return chosen.write(problems)
    return "".join(problem.format() for problem in problems)


def answers_in(problems: Sequence[AnyProblem], text: str) -> list[Any]:
    """The answers of several puzzles in a text, one below the other.

    Each is the first lines behind the one before that are an answer. Raise `ParseError` if there are none
    for a puzzle, or any are left.
    """
    lines = text_lines(text)
    answers: list[Any] = []
    start = 0
    for number, problem in enumerate(problems, 1):
        mistake = ParseError(min(start + 1, max(len(lines), 1)), 1, "expected an answer")
        for end in range(start + 1, min(len(lines), start + _MOST_LINES) + 1):
            try:
                answers.append(problem.parse_answer("\n".join(lines[start:end])))
            except ParseError as error:
                mistake = ParseError(start + error.line, error.column, error.reason)
            else:
                start = end
                break
        else:
            reason = f"{mistake.reason} (the answer of #{number})"
            raise ParseError(mistake.line, mistake.column, reason)
    for at in range(start, len(lines)):
        if lines[at].strip():
            raise ParseError(
                at + 1, 1, f"expected the end of the text after {counted(len(problems), 'answer')}"
            )
    return answers


_MOST_LINES = 1000
"""Of the answer of one puzzle."""


class _Puzzle:
    """One puzzle, of which a program is asked for one answer."""

    def __init__(self, problem: AnyProblem) -> None:
        self._problem = problem

    def lines(self) -> Iterator[str]:
        yield puzzle_text([self._problem])

    def read(self, printed: TextIO, deadline: Deadline) -> tuple[Claim, Any | None]:
        text = printed.read()
        if (claim := CLAIMS.get(text.strip().removeprefix("s ").partition("\n")[0])) is not None:
            return claim, None
        answer = self._problem.parse_answer(text)
        for wrong in self._problem.violations(answer):
            raise WrongModelError(f"its answer is wrong: {wrong}")
        return "SATISFIABLE", answer

    def exclude(self, answer: Any) -> int:
        return 0


PUZZLE = ProgramText("puzzle", "the puzzle itself, also on standard input", "", _Puzzle, once=True)


CLAIMS: dict[str, Claim] = {
    "NONE": "UNSATISFIABLE",
    "UNSAT": "UNSATISFIABLE",
    "UNSATISFIABLE": "UNSATISFIABLE",
    "UNKNOWN": "UNKNOWN",
}
"""What a program prints in place of an answer; perhaps after ``s``."""


def _lines(comments: Iterable[str], reduction: AnyReduction) -> Iterator[str]:
    yield from comments
    yield from reduction.target.format().splitlines(keepends=True)


def _decode(exported: str, printed: str) -> Decoded:
    origin, reduction = TEXT.origin_of(exported)
    words = next(iter(text_lines(printed)), "").removeprefix("s ").split()
    if words and (claim := CLAIMS.get(words[0])) is not None:
        return undecided(origin, claim)
    with reading_output():
        answer = reduction.target.parse_answer(printed)
    wrong = reduction.target.violations(answer)
    if wrong:
        raise WrongModelError(f"it is no answer of the {reduction.target.kind}: {wrong[0]}")
    return answered(origin, reduction, answer)


TEXT: Format = Format(
    name="text",
    about="the own text of another problem, such as a vertex cover",
    target="",
    comment="#",
    recognises=lambda text: text.startswith("# coversat "),
    lines=_lines,
    decode=_decode,
    ending=".txt",
)
