"""Scores of replies in free text, such as those of language models, by the rules of the puzzle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from ..answering.asking import check
from ..base.arguments import text
from ..base.errors import CoversatError
from ..kinds.sources import Source, problem_in
from ..problems import AnyProblem
from ..problems.bulk import Bulk
from ..problems.kind import load_part
from ..problems.problem import Violation
from ..solvers.findings import Verdict
from .replies import Reader

_REFUSED = {
    Verdict.MULTIPLE: "the puzzle has several answers",
    Verdict.NONE: "the puzzle has no answer",
    Verdict.UNKNOWN: "it is not known whether the puzzle has another answer",
}
"""Why a board that keeps all rules has the score 0, by what is known of the number of answers."""


class Score(NamedTuple):
    """What a reply is worth: `float` gives the reward, `bool` whether it is right.

    * score: 1 for a right answer, otherwise 0.
    * reason: why, in a sentence.
    * board: the answer that the reply ends with, as `check` finds answers; None if it has none.
    * cells_right: the part of the cells that have a value and are in no broken rule; 0 without a board.
    * rules_kept: whether the board keeps all rules of the puzzle.
    """

    score: float
    reason: str
    board: Any = None
    cells_right: float = 0.0
    rules_kept: bool = False

    def __float__(self) -> float:
        return self.score

    def __bool__(self) -> bool:
        return self.score == 1.0

    def __str__(self) -> str:
        return f"{self.score:g}: {self.reason}"

    def __repr__(self) -> str:
        return f"<Score: {self}>"


def score(puzzle: Source, reply: str, *, unique: bool = False, kind: str | None = None) -> Score:
    """Score a reply in free text by the rules of a puzzle, never by comparison with a stored answer.

    The last board in the reply counts, in a fence, a table, lists of a program, with or without spaces,
    commas and frames, in tags such as ``<answer>``, or as a list of coordinates. What stands before
    ``</think>`` does not count, nor does the puzzle itself. A reply without a board, with two different final
    boards or of more than a million characters has the score 0. Nothing in a reply is run.

    Parameters
    ----------
    puzzle : Problem, str, Path, or another object
        See `read`.
    reply : str
        Any text.
    unique : bool
        A right answer counts only if the puzzle has no other one.
    kind : str, optional
        The kind of puzzle, if its text does not state it.

    Examples
    --------
    >>> import coversat
    >>> puzzle = "1...\\n..2.\\n.3..\\n...4\\n"
    >>> print(coversat.score(puzzle, "The answer is 1243 3421 4312 2134."))
    1: correct
    >>> wrong = coversat.score(puzzle, "The answer is 1243 3421 4312 2143.")
    >>> float(wrong), wrong.reason
    (0.0, '4 appears twice in column 3: r1c3 and r4c3')
    """
    return _scorer(problem_in(puzzle, kind), unique)(reply)


class Scorer:
    """Scores many replies to one puzzle, which is read once; calling it is `score`.

    It does not change, so that threads may share it. Parameters are those of `score`.

    Examples
    --------
    >>> import coversat
    >>> scorer = coversat.Scorer("queens 4")
    >>> [float(scorer(reply)) for reply in ("2 4 1 3", "1 2 3 4", "I give up.")]
    [1.0, 0.0, 0.0]
    """

    def __init__(self, puzzle: Source, *, unique: bool = False, kind: str | None = None) -> None:
        self.problem, self._unique = problem_in(puzzle, kind), unique
        self._read = Reader(self.problem)
        self._is_right = _rules_of_lines(self.problem)
        verdict = check(self.problem).verdict if unique else Verdict.UNIQUE
        self._refused = "" if verdict is Verdict.UNIQUE else _REFUSED[verdict]

    def __reduce__(self) -> tuple[Any, ...]:
        return _scorer, (self.problem, self._unique)

    def __repr__(self) -> str:
        return f"<Scorer: {self.problem.kind}>"

    def __call__(self, reply: str) -> Score:
        found = self._read(text("reply", reply))
        if found.answer is None:
            return Score(0.0, found.reason)
        broken = [] if self._is_right(found.answer) else self.problem.violations(found.answer)
        if not broken:
            right = Score(1.0, "correct", found.answer, 1.0, True)
            return right._replace(score=0.0, reason=self._refused) if self._refused else right
        cells = self._cells_right(found.answer, broken)
        return Score(0.0, str(broken[0]), found.answer, cells)

    def _cells_right(self, answer: Any, broken: list[Violation]) -> float:
        if not self._read.total:
            return 0.0
        rows = enumerate(self.problem.answer_rows(answer))
        blank = {(r, c) for r, row in rows if None in row for c, value in enumerate(row) if value is None}
        return 1 - len(blank.union(*(one.cells for one in broken))) / self._read.total


@lru_cache(maxsize=16)
def _scorer(problem: AnyProblem, unique: bool) -> Scorer:
    """One for several replies to the same problem."""
    return Scorer(problem, unique=unique)


def _rules_of_lines(problem: AnyProblem) -> Callable[[Any], bool]:
    """A compiled check of the rules, for puzzles that have one; false where the slow check has to say why."""
    for form in problem.forms:
        if form.bulk and form.write is not None:
            with suppress(CoversatError, ValueError):
                bulk: Bulk = load_part(problem.kind, form.bulk, "BULK")
                cells = form.write([problem]).strip().encode()
                if form.read(cells.decode()) == (problem,) and bulk.is_usual(cells, b""):
                    return lambda answer: bulk.is_usual(cells, "".join(map(str, chain(*answer))).encode())
    return lambda answer: False
