"""The bulk interface of a text form with a puzzle a line: many lines read, decided and written at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

MOST = 2
"""The most answers that are looked for."""
ALONE = 255
"""In place of a number of answers: this puzzle is to be asked by itself."""


class Decided(NamedTuple):
    """What was found about several puzzles.

    Attributes
    ----------
    counts : bytes
        How many answers each has, or `ALONE`.
    answers : bytes
        All of them, each as wide as a puzzle, one behind the other.
    seconds : sequence of float
        What each puzzle took.
    """

    counts: bytes
    answers: bytes
    seconds: Sequence[float]


class Bulk(Protocol):
    """Reads, decides and writes puzzles of one size, each `width` characters of a line."""

    width: int
    route: str
    """What findings name as their route."""

    def read(self, data: bytes, at: int, longest: int) -> tuple[bytes, Sequence[tuple[int, int]], int] | None:
        """The lines from a place on, up to the first that is not a puzzle of this size; None if not compiled.

        Returns
        -------
        cells, notes, end
            The characters of all puzzles; where in `data` the rest of each line stands, nothing if no line
            has any; and the place behind the lines.
        """

    def decide(self, cells: bytes, nodes: int) -> Decided:
        """At most `MOST` answers of each puzzle within so many nodes, judged by the rules.

        Raises
        ------
        WrongAnswerError
            If an answer breaks the rules.
        """

    def answer(self, line: str) -> Any:
        """The answer that `width` characters stand for."""

    def json_answers(self, counts: bytes, answers: str) -> Iterator[str]:
        """For each puzzle the JSON text of its list of answers, as `Problem.answer_rows` has them."""
