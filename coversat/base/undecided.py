"""Results that are neither true nor false."""

from __future__ import annotations

from .errors import ArgumentError


class Undecided:
    """A result whose truth value would mean nothing, so that asking for it is an error."""

    def __bool__(self) -> bool:
        what = type(self).__name__
        raise ArgumentError(f"a {what} is neither true nor false: ask for its verdict, or what it has")
