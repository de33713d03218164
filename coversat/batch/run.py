"""Asking a set, of one puzzle or a million: in this process, in processes of this machine, on a cluster.

Who asks changes how long it takes, never what is said.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

from ..errors import SolverError
from .chunks import Chunk, Chunker
from .entries import Entries, Entry
from .evaluate import evaluate
from .query import Presenter, Query, Result

if TYPE_CHECKING:
    from ..parts.asking import Hands

NO_PROCESSES = ("emscripten", "wasi")
"""Systems, such as a browser, that start none."""
PATIENCE = 0.25
"""Seconds that this process asks before it begins others, which cost about as much to begin."""


def run(
    query: Query,
    entries: Iterator[Entry],
    present: Presenter,
    jobs: int | None = None,
    memory: int | None = None,
    scheduler: str | None = None,
    hands: Hands | None = None,
) -> Generator[Chunk]:
    """The puzzles of a set with their results, in chunks, in order.

    Parameters
    ----------
    query : Query
    entries : iterator of Entry
        Such as `Entries` gives; read as they are needed.
    present : Presenter
        What `Result.shown` is to be.
    jobs : int, optional
        Processes on this machine; 1 is this one, but for solvers that only the end of a process stops.
        Where nothing is said, the first puzzles are asked in this one, and as many as there are cores
        take over when that takes long.
    memory : int, optional
        The bytes that each process may use.
    scheduler : str, optional
        The address of a Dask scheduler, whose workers do the work instead.
    hands : Hands, optional
        Who works on the parts of a puzzle that is the only one, if it can be cut into parts.

    Raises
    ------
    UnknownRouteError, WrongAnswerError
        These end the run.
    SolverError
        When no worker can work.
    """

    def as_set(entries: Iterator[Entry]) -> Generator[Chunk]:
        return _as_set(query, entries, present, jobs, memory, scheduler)

    return as_set(entries) if hands is None else _in_parts(query, entries, present, hands, as_set)


def _in_parts(
    query: Query,
    entries: Iterator[Entry],
    present: Presenter,
    hands: Hands,
    as_set: Callable[[Iterator[Entry]], Generator[Chunk]],
) -> Generator[Chunk]:
    if isinstance(entries, Entries):
        entry = entries.alone()
    else:
        looked_at = list(islice(entries, 2))
        entries = chain(looked_at, entries)
        entry = looked_at[0] if len(looked_at) == 1 else None
    told = query.ask_in_parts(entry, present, hands) if entry is not None and query.divides else None
    if told is None and hands.classes:
        raise SolverError("only the number of all answers, by the exact cover engine, is counted by classes")
    if told is None:
        yield from as_set(entries)
        return
    result, ended = told
    for chunk in Chunker(entries):
        chunk.results[0] = result
        yield chunk
    if ended and hands.kept is not None:
        hands.kept.unlink(missing_ok=True)  # by now the result is where it was to go


def _as_set(
    query: Query,
    entries: Iterator[Entry],
    present: Presenter,
    jobs: int | None,
    memory: int | None,
    scheduler: str | None,
) -> Generator[Chunk]:
    chunks = Chunker(entries, query.shares)
    if scheduler is not None:
        from .cluster import Cluster

        return Cluster(query, present, scheduler).run(chunks)
    if sys.platform in NO_PROCESSES:
        if jobs not in (None, 1) or memory is not None:
            raise SolverError("this system starts no processes, so there are no jobs and no limit of memory")
        return _here(query, present, chunks)
    if jobs in (None, 1) and memory is None:
        return _here_first(query, present, chunks, jobs)
    return _in_processes(query, present, chunks, jobs, memory)


def pairs(chunks: Iterable[Chunk]) -> Iterator[tuple[Entry, Result]]:
    """Each puzzle with its result."""
    for chunk in chunks:
        yield from chunk.pairs()


def _here(query: Query, present: Presenter, chunks: Chunker) -> Generator[Chunk]:
    for chunk in chunks:
        _ask_here(query, present, chunks, chunk)
        yield chunk


def _here_first(query: Query, present: Presenter, chunks: Chunker, jobs: int | None) -> Generator[Chunk]:
    spent = 0.0
    for chunk in chunks:
        kinds = {part.kind for part in chunk.parts if part.kind}
        long = jobs is None and spent > PATIENCE
        if long or any(map(query.needs_process, kinds)):
            yield from _in_processes(query, present, chunks, jobs, None, chunk)
            return
        spent += _ask_here(query, present, chunks, chunk)
        yield chunk


def _ask_here(query: Query, present: Presenter, chunks: Chunker, chunk: Chunk) -> float:
    """Fill in the results of a chunk; the seconds that took."""
    began = time.monotonic()
    for at, result in evaluate(query, present, chunk.parts):
        if result is not None:
            chunk.results[at] = result
    took = time.monotonic() - began
    chunks.finished(chunk, took)
    return took


def _in_processes(
    query: Query,
    present: Presenter,
    chunks: Chunker,
    jobs: int | None,
    memory: int | None,
    first: Chunk | None = None,
) -> Generator[Chunk]:
    from ..processes import cores
    from .pool import Pool

    return Pool(query, present, jobs or cores(), memory).run(chunks, first)
