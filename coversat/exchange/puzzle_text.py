"""Puzzles for programs that read a puzzle and print its answer, such as those written for a judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, TextIO

from ..base.deadline import Deadline
from ..base.errors import WrongModelError
from ..problems import AnyProblem, find_form
from ..problems.cnf.solver_output import Claim
from .own_text import CLAIMS
from .program_text import ProgramText

JUDGED = {"sudoku": "spaced", "sudominoku": "boj4574", "kakuro": "algospot"}
"""The form in which a judge gives puzzles of a kind: BOJ 2580, BOJ 4574 and algospot's KAKURO2."""


def puzzle_text(problems: Sequence[AnyProblem], form: str = "") -> str:
    """Puzzles of one kind as a program reads them: in a form of this name, in that of a judge, or as usual.

    Raise `ValueError` if the form cannot state them.
    """
    kind = problems[0].kind
    chosen = find_form(kind, form or JUDGED.get(kind, problems[0].forms[0].name))
    if chosen.write is not None:
        if form:
            return chosen.write(problems)
        with suppress(ValueError):
            return chosen.write(problems)
    return "".join(problem.format() for problem in problems)


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
