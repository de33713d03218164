"""Clauses, and long sequences of them that are made again each time they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, islice
from operator import eq
from typing import overload

MAX_VARIABLE = 2**31 - 2
"""Solvers keep a literal in 32 bits; some abort the process on larger ones."""

Clause = tuple[int, ...]


class Clauses(Sequence[Clause]):
    """Blocks of clauses in sequence; each block yields the same clauses on every call.

    Equal to any sequence of the same clauses. Indexing generates the clauses before it in its block.
    """

    def __init__(self, blocks: Iterable[tuple[int, Callable[[], Iterable[Clause]]]]) -> None:
        """Each block is a number of clauses and a function that yields them."""
        sized = list(blocks)
        self._blocks = [make for _, make in sized]
        self._ends = list(accumulate(size for size, _ in sized))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[Clause]:
        return chain.from_iterable(make() for make in self._blocks)

    @overload
    def __getitem__(self, at: int) -> Clause: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Clause, ...]: ...

    def __getitem__(self, at: int | slice) -> Clause | tuple[Clause, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        from bisect import bisect_right  # most formulas are read from their beginning

        place = range(len(self))[at]
        block = bisect_right(self._ends, place)
        start = self._ends[block - 1] if block else 0
        return next(islice(self._blocks[block](), place - start, None))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __repr__(self) -> str:
        return repr(tuple(self))

    __hash__ = None  # type: ignore[assignment]
