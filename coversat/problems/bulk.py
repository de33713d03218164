"""The bulk interface of a form with one puzzle a line: many lines are read, decided and written at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

MOST = 2
"""The most answers that are searched."""
ALONE = 255
"""In place of a number of answers: this puzzle must be solved individually."""


class Decided(NamedTuple):
    """The results of several puzzles.

    * counts: the number of answers of each, or `ALONE`.
    * answers: the answers in sequence, each as wide as a puzzle.
    * seconds: the time of each puzzle.
    """

    counts: bytes
    answers: bytes
    seconds: Sequence[float]


class Lines(NamedTuple):
    """Lines that were read together.

    * cells: the characters of all puzzles, ``0`` or ``.`` for a blank.
    * rests: what else is in each line; empty if no line has anything.
    * stored: the characters of the answer that each line states, which is right; empty if none has one.
    * end: the offset after the lines.
    """

    cells: bytes
    rests: Sequence[bytes]
    stored: bytes
    end: int


class Bulk(Protocol):
    """Reads, decides and writes puzzles of one size, each `width` characters of a line.

    Puzzles and answers stay characters here, also in compiled modules; only `answer` makes a value.
    """

    width: int
    route: str
    """The name of the route in findings."""

    def read(self, data: bytes, at: int, longest: int) -> Lines | None:
        """The lines from an offset to the first that is not a puzzle of this size.

        None if they need a closer look, or nothing is compiled.
        """

    def is_usual(self, cells: bytes, stored: bytes) -> bool:
        """Whether a puzzle can be decided with others: its size is this, and its stored answer is right."""

    def decide(self, cells: bytes, nodes: int) -> Decided:
        """At most `MOST` answers of each puzzle, within `nodes` nodes each, checked by the rules.

        Raise `WrongAnswerError` if an answer breaks the rules.
        """

    def answer(self, line: str) -> Any:
        """The answer in a text of `width` characters."""

    def json_lists(self, counts: bytes, answers: str) -> list[str]:
        """The JSON text of each puzzle's list of answers, as in `Problem.answer_rows`."""

    def filled(
        self, which: bytes, templates: Mapping[int, str], columns: Sequence[int | Sequence[str]]
    ) -> str:
        """Lines, one for each byte of `which`: the template of this key, with values in place of its holes.

        A hole is a character below 32, the number, from 1, of a column.  A column holds a value for each
        line, or is the number of the first line.
        """
