"""What a question offers so that its parts can be worked on, wherever that is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ..solvers import Limits
from .ledger import Ledger
from .part import Part, Told


class Work(Protocol):
    """A question prepared for one worker, which keeps it from part to part."""

    def do(self, part: Part, limits: Limits) -> Told:
        """Work on a part until its end or a limit; what is left is told, and nothing found is lost.

        `limits.deadline` is when it is time for a word, `limits.nodes` the effort that may be spent: some
        progress is made in any case, unless no part of this one can be done by itself in that time.
        """

    def cut(self, told: Told) -> Told:
        """What was told of a part that is left whole, with its parts in its place, where it can be cut."""


class Task(Protocol):
    """A question; a value that is pickled without what was prepared for it."""

    @property
    def identity(self) -> str:
        """What tells it from any other question, and its parts from those of another reduction."""

    @property
    def work(self) -> Work:
        """Prepared when first asked for; a forked worker has what its parent prepared."""

    def enough(self, found: int) -> bool:
        """Whether so many answers say all that is asked."""

    def opening(self, ledger: Ledger, limits: Limits) -> Iterable[Told]:
        """What is told of the whole before parts are worked on, each time in place of what was left."""
