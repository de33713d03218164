"""The text of a problem that a program reads, and how what it prints is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TextIO

from ..base.deadline import Deadline
from ..problems import AnyProblem
from ..problems.cnf.solver_output import Claim


class Dialogue(Protocol):
    """One problem, which a program is asked again and again without the answers that are known."""

    def lines(self) -> Iterator[str]:
        """The text, line by line."""

    def read(self, printed: TextIO, deadline: Deadline) -> tuple[Claim, Any | None]:
        """What the program claims, and its answer, which is checked.

        Raise `ParseError` for an output that cannot be read, `WrongModelError` for a wrong answer.
        """

    def exclude(self, answer: Any) -> int:
        """Exclude an answer, or what it is wrong in; return the number of cuts, which is 0 for an answer."""


@dataclass(frozen=True)
class ProgramText:
    """A text that programs read.

    * name: its field on command lines is this name in braces, and its files end in it.
    * kind: the kind of problems that it states; empty for all whose rules are stated in the constraint
      language.
    * ask (problem -> Dialogue): raises `ReductionError` for a problem that it cannot state.
    * once: whether the program prints one answer and cannot be asked for others; it may also read the text
      from its standard input.
    """

    name: str
    about: str
    kind: str
    ask: Callable[[AnyProblem], Dialogue]
    once: bool = False

    @property
    def field(self) -> str:
        """``{cnf}``, in place of the name of the file."""
        return f"{{{self.name}}}"
