"""Problems whose answers grow step by step, with rules that also check an unfinished answer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import cast

from .problem import A, Problem, Violation


class Stepwise(Problem[A]):
    """A problem for the generic backtracking search.

    A *partial answer* has the shape of an answer and leaves its last rows, or cells with 0, open. Steps are
    the possible next decisions; the rules check them.
    """

    def beginning(self) -> A:
        """The partial answer without decisions; by default empty, for an answer that grows row by row."""
        return cast(A, ())

    @abstractmethod
    def steps(self, partial: A) -> Iterable[A] | None:
        """Every next decision, smallest first; None if nothing is open.

        `partial` breaks no rule.  Every answer is reached in exactly one way.
        """

    @abstractmethod
    def partial_violations(self, partial: A) -> list[Violation]:
        """Rules that `partial` breaks, regardless of later decisions.

        For a complete answer these are all the rules it breaks.
        """
