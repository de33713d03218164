"""Parts of a set on a Dask cluster that is already there: the same parts, the same results.

The scheduler gives the parts of a worker that died to another.  A part that ends three workers is
cut into single puzzles; a puzzle that still does is unknown.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from queue import SimpleQueue
from typing import Any

from ..errors import SolverError
from .entries import Entry
from .parts import InOrder, Part, Parts
from .question import Question, Result

UNDER_WAY = 3
"""How many parts each worker of the cluster has before it, so that none waits for the network."""


PATIENCE = 10.0
"""Seconds to wait for the scheduler."""


def evaluate_part(
    question: Question, entries: tuple[Entry, ...], careful: bool
) -> tuple[list[Result | None], float]:
    """What a worker of the cluster runs: the results of a part, and its seconds."""
    from .together import evaluate

    started = time.monotonic()
    results: list[Result | None] = [None] * len(entries)
    for at, result in evaluate(question, entries, careful):
        results[at] = result
    return results, time.monotonic() - started


class Cluster:
    """The workers of a Dask scheduler, for one question.

    Parameters
    ----------
    question : Question
        Its limits are kept as far as solvers can: this side ends no process of the cluster.
    scheduler : str
        As ``tcp://HOST:PORT``.

    Raises
    ------
    SolverError
        When ``distributed`` is not installed, or no scheduler answers.
    """

    def __init__(self, question: Question, scheduler: str) -> None:
        try:
            import distributed
        except ImportError:
            message = "a cluster needs the package 'distributed' (extra 'cluster'): pip install distributed"
            raise SolverError(message) from None
        self._question = question
        client: Any = distributed.Client
        try:
            self._client = client(scheduler, timeout=PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise SolverError(f"no scheduler at {scheduler}: {error}") from None

    def run(self, parts: Parts) -> Generator[Part]:
        """The parts with all their results, in order."""
        finished: SimpleQueue[Any] = SimpleQueue()
        waiting: dict[str, tuple[Part, list[int]]] = {}  # by the key of its future, what it will answer

        def give(part: Part, places: list[int], careful: bool = False) -> None:
            entries = tuple(part.entries[at] for at in places)
            future = self._client.submit(evaluate_part, self._question, entries, careful, pure=False)
            waiting[future.key] = part, places
            future.add_done_callback(finished.put)

        def give_more() -> None:
            workers = max(1, len(self._client.scheduler_info(n_workers=-1)["workers"]))
            while len(waiting) < UNDER_WAY * workers and order.room() and (part := next(parts, None)):
                give(part, part.open)

        try:
            order = InOrder(parts, max(1, sum(self._client.nthreads().values())))
            give_more()
            while waiting:
                future = finished.get()
                part, places = waiting.pop(future.key)
                seconds = self._hear(future, part, places)
                if part.open and part.open == places:
                    for at in places:
                        give(part, [at], careful=True)
                elif not part.open:
                    parts.done(part, seconds)
                    yield from order.add(part)
                future.release()
                give_more()
        finally:
            self._client.close()

    def _hear(self, future: Any, part: Part, places: list[int]) -> float:
        """Take in what a future has to say; its seconds."""
        from distributed import KilledWorker

        error = future.exception()
        if error is None:
            results, seconds = future.result()
            for at, result in zip(places, results, strict=True):
                part.results[at] = result
            return float(seconds)
        if not isinstance(error, KilledWorker):
            raise error
        if len(places) == 1:
            (at,) = places
            part.results[at] = self._question.unknown(part.entries[at], "the death of its workers", 0.0)
        return 0.0
