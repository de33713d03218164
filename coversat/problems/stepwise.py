"""Problems whose answers grow step by step, under rules that can judge an unfinished answer too."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import cast

from .problem import A, Problem, Violation


class Stepwise(Problem[A]):
    """A problem that a generic backtracking search can take.

    A *partial answer* has the shape of an answer and leaves something open: its last rows, or cells
    that hold 0.  Steps say what can be decided next, without judging it; the rules judge.
    """

    def beginning(self) -> A:
        """The partial answer in which nothing is decided yet; empty, where an answer grows row by row."""
        return cast(A, ())

    @abstractmethod
    def steps(self, partial: A) -> Iterable[A] | None:
        """Every way to decide the next open thing, smallest first; None when nothing is open.

        `partial` breaks no rule.  Every answer is reached in exactly one way.
        """

    @abstractmethod
    def partial_violations(self, partial: A) -> list[Violation]:
        """Rules that `partial` breaks, whatever is decided later.

        For an answer in which nothing is open these are all the rules it breaks.
        """
