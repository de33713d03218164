"""Chunks of a set on a Dask cluster that is already there: the same chunks, the same results.

The scheduler gives the chunks of a worker that died to another.  A chunk that ends three workers is
cut into single puzzles; a puzzle that still does is unknown.
"""

from __future__ import annotations

import time
from collections.abc import Generator

from ..scheduler import Said, Scheduler
from .chunks import Chunk, Chunker, InOrder
from .entries import Entry, Part
from .query import Presenter, Query, Result, Results

UNDER_WAY = 3
"""How many chunks each worker of the cluster has before it, so that none waits for the network."""


def evaluate_chunk(
    query: Query, present: Presenter, parts: tuple[Part, ...], careful: bool
) -> tuple[list[Result | Results | None], float]:
    """What a worker of the cluster runs: the results of a chunk, and its seconds."""
    from .evaluate import evaluate

    started = time.monotonic()
    results: list[Result | Results | None] = [None] * len(parts)
    for at, result in evaluate(query, present, parts, careful):
        results[at] = result
    return results, time.monotonic() - started


class Cluster:
    """The workers of a Dask scheduler, for one query.

    Parameters
    ----------
    query : Query
        Its limits are kept as far as solvers can: this side ends no process of the cluster.
    scheduler : str
        As ``tcp://HOST:PORT``.

    Raises
    ------
    ClusterError
        When ``distributed`` is not installed, or no scheduler answers.
    """

    def __init__(self, query: Query, present: Presenter, scheduler: str) -> None:
        self._query, self._present = query, present
        self._scheduler = Scheduler(scheduler)

    def run(self, chunks: Chunker) -> Generator[Chunk]:
        """The chunks with all their results, in order."""
        waiting: dict[str, tuple[Chunk, list[int], bool]] = {}  # by the keys of the calls, what was given

        def give(chunk: Chunk, places: list[int], careful: bool = False) -> None:
            parts = tuple(chunk.parts[at] for at in places)
            key = self._scheduler.ask(evaluate_chunk, self._query, self._present, parts, careful)
            waiting[key] = chunk, places, careful

        def give_more() -> None:
            most = UNDER_WAY * self._scheduler.threads
            while len(waiting) < most and order.room() and (chunk := next(chunks, None)):
                give(chunk, chunk.open)

        try:
            order = InOrder(chunks, self._scheduler.threads)
            give_more()
            while waiting:
                for said in self._scheduler.hear():
                    given = chunk, places, _ = waiting.pop(said.key)
                    if said.lost:
                        give(*given)
                        continue
                    seconds = self._take_in(said, chunk, places)
                    if chunk.open and chunk.open == places:
                        chunk.take_apart()
                        for at in chunk.open:
                            give(chunk, [at], careful=True)
                    elif not chunk.open:
                        chunks.finished(chunk, seconds)
                        yield from order.add(chunk)
                    give_more()
        finally:
            self._scheduler.close()

    def _take_in(self, said: Said, chunk: Chunk, places: list[int]) -> float:
        """What was said of some puzzles of a chunk; the seconds that they took."""
        if said.value is not None:
            results, seconds = said.value
            for at, result in zip(places, results, strict=True):
                chunk.results[at] = result
            return float(seconds)
        if len(places) == 1:
            (at,) = places
            entry = chunk.parts[at]
            if isinstance(entry, Entry):
                chunk.results[at] = self._query.unknown(entry, said.death or "", 0.0, self._present)
        return 0.0
