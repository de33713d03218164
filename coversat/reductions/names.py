"""What numbers are called: names of items, options and variables, made when somebody asks for them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Naming = Callable[[int], str]
"""The name of one of a family, by its place in the family, from 0."""


class Names(Mapping[int, str]):
    """The names of numbers that come in families; each is made anew whenever it is looked up."""

    def __init__(self) -> None:
        self._families: list[tuple[int, int, Naming]] = []

    def add(self, numbers: range, naming: Naming) -> range:
        """Name the next numbers, which are larger than those before; they are returned."""
        if numbers:
            self._families.append((numbers.start, numbers.stop, naming))
        return numbers

    def __getitem__(self, number: int) -> str:
        at = bisect_right(self._families, number, key=lambda family: family[0]) - 1
        if at < 0 or number >= self._families[at][1]:
            raise KeyError(number)
        start, _, naming = self._families[at]
        return naming(number - start)

    def __iter__(self) -> Iterator[int]:
        for start, stop, _ in self._families:
            yield from range(start, stop)

    def __len__(self) -> int:
        return sum(stop - start for start, stop, _ in self._families)

    def all(self) -> tuple[str, ...]:
        """The names, in the order of their numbers."""
        return tuple(naming(at) for start, stop, naming in self._families for at in range(stop - start))

    def __reduce__(self) -> tuple[Any, ...]:
        """What is sent elsewhere has its names made."""
        return dict, (dict(self),)
