"""Sequences whose parts are made only when they are read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Several(ABC, Generic[T]):
    """Things that are alike, each made only when it is read."""

    @abstractmethod
    def each(self) -> Iterator[T]:
        """Make all of them, in order."""


class Unfolded(Sequence[T]):
    """A sequence that is given in parts: single things, and several that are made when they are read."""

    def __init__(self, parts: Iterable[T | Several[T]]) -> None:
        self.parts = tuple(parts)

    @cached_property
    def _every(self) -> tuple[T, ...]:
        found: list[T] = []
        for part in self.parts:
            if isinstance(part, Several):
                found += part.each()
            else:
                found.append(part)
        return tuple(found)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        return self._every[at]

    def __len__(self) -> int:
        return len(self._every)

    def __iter__(self) -> Iterator[T]:
        return iter(self._every)


def parts_of(those: Sequence[T]) -> Sequence[T | Several[T]]:
    """The parts in which a sequence is given, or the things themselves."""
    return those.parts if isinstance(those, Unfolded) else those
