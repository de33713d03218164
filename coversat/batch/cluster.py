"""Chunks of a set on a Dask cluster that is already there: the same chunks, the same results.

The scheduler gives the chunks of a worker that died to another.  A chunk that ends three workers is
cut into single puzzles; a puzzle that still does is unknown.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from queue import SimpleQueue
from typing import Any

from ..parts.cluster import connect
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
        self._client = connect(scheduler)

    def run(self, chunks: Chunker) -> Generator[Chunk]:
        """The chunks with all their results, in order."""
        finished: SimpleQueue[Any] = SimpleQueue()
        waiting: dict[str, tuple[Chunk, list[int]]] = {}  # by the key of its future, what it will answer

        def give(chunk: Chunk, places: list[int], careful: bool = False) -> None:
            parts = tuple(chunk.parts[at] for at in places)
            future = self._client.submit(
                evaluate_chunk, self._query, self._present, parts, careful, pure=False
            )
            waiting[future.key] = chunk, places
            future.add_done_callback(finished.put)

        def give_more() -> None:
            workers = max(1, len(self._client.scheduler_info(n_workers=-1)["workers"]))
            while len(waiting) < UNDER_WAY * workers and order.room() and (chunk := next(chunks, None)):
                give(chunk, chunk.open)

        try:
            order = InOrder(chunks, max(1, sum(self._client.nthreads().values())))
            give_more()
            while waiting:
                future = finished.get()
                chunk, places = waiting.pop(future.key)
                seconds = self._hear(future, chunk, places)
                if chunk.open and chunk.open == places:
                    chunk.take_apart()
                    for at in chunk.open:
                        give(chunk, [at], careful=True)
                elif not chunk.open:
                    chunks.finished(chunk, seconds)
                    yield from order.add(chunk)
                future.release()
                give_more()
        finally:
            self._client.close()

    def _hear(self, future: Any, chunk: Chunk, places: list[int]) -> float:
        """Take in what a future has to say; its seconds."""
        from distributed import KilledWorker

        error = future.exception()
        if error is None:
            results, seconds = future.result()
            for at, result in zip(places, results, strict=True):
                chunk.results[at] = result
            return float(seconds)
        if not isinstance(error, KilledWorker):
            raise error
        if len(places) == 1:
            (at,) = places
            entry = chunk.parts[at]
            if isinstance(entry, Entry):
                chunk.results[at] = self._query.unknown(entry, "the death of its workers", 0.0, self._present)
        return 0.0
