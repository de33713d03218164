"""What results have in common: how they are shown, and that most are neither true nor false."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .errors import ArgumentError


class Shown:
    """A result that prints as the command prints it, and is one short line among other values."""

    def lines(self) -> Iterable[str]:
        """What the command prints, for results that are printed so."""
        raise NotImplementedError

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _brief(self) -> str:
        """What it is in one line: the first of its text."""
        return str(self).partition("\n")[0]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._brief()}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """At the prompt of IPython, and in a notebook without HTML, the whole text."""
        printer.text("..." if cycle else str(self))


class Undecided(Shown):
    """A result whose truth value would mean nothing, so that asking for it is an error."""

    def __bool__(self) -> bool:
        what = type(self).__name__
        raise ArgumentError(f"a {what} is neither true nor false: ask for its verdict, or what it has")
