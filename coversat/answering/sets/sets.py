"""Run a request on a set of puzzles: in this process, in others, or on a cluster.

A set is cut into chunks, one for each worker, sized by measured speed; their results are put back in order.
The number and place of workers affects only the time, never the results.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

from ...base.arguments import NO_PROCESSES, cores
from ...base.errors import SolverError
from .entries import Entries
from .entry import Block, Entry
from .request import ERROR, Presenter, PuzzleResult, Request, ask_block
from .workers import Chunk, Chunker, ask_parts, by_executor

if TYPE_CHECKING:
    from ...base.executor import Executor
    from ..parts.divide import Workers

PATIENCE = 0.25
"""Seconds of work in this process before others are started, which cost about as much to start."""


def run(
    request: Request,
    entries: Iterator[Entry],
    present: Presenter,
    workers: Workers | None = None,
    report: Callable[[str], None] | None = None,
) -> Generator[Chunk]:
    """Run a request; yield chunks of puzzles with their results, in order.

    * entries: such as `Entries`; read when needed.
    * present: formats `PuzzleResult.shown`.
    * workers: the workers for a divided puzzle, if the set has only one.
    * report: receives how far the search of a puzzle is that is solved in this process.

    Raise `UnknownRouteError` or `WrongAnswerError` for any puzzle, which ends the run. Raise
    `SolverError` if no worker can run.
    """
    if workers is not None:
        divided, entries = _in_parts(request, entries, present, workers)
        if divided is not None:
            yield divided
            if divided.ended and workers.checkpoint is not None:
                workers.checkpoint.unlink(missing_ok=True)  # the result is written by now
            return
    chunks = Chunker(entries, request.shares)
    if request.scheduler is not None or request.jobs not in (None, 1) or request.memory is not None:
        yield from by_executor(_executor(request, present), request, present, chunks)
        return
    spent = 0.0
    for chunk in chunks:
        if request.jobs is None and spent > PATIENCE and _may_start():
            yield from by_executor(_executor(request, present), request, present, chunks, chunk)
            return
        began = time.monotonic()
        for at, part in enumerate(chunk.parts):
            if isinstance(part, Block):
                chunk.results[at] = ask_block(request, present, part, report)
            else:
                chunk.results[at] = request.ask(part, present, report=report)
        took = time.monotonic() - began
        chunks.finished(chunk, took)
        spent += took
        yield chunk


def pairs(chunks: Iterable[Chunk]) -> Iterator[tuple[Entry, PuzzleResult]]:
    """Each puzzle with its result."""
    for chunk in chunks:
        yield from chunk.pairs()


# One puzzle in parts


class _Divided(Chunk):
    """The chunk of a divided puzzle; `ended`: without an error, and without reaching a limit."""

    ended = False


def _in_parts(
    request: Request, entries: Iterator[Entry], present: Presenter, workers: Workers
) -> tuple[_Divided | None, Iterator[Entry]]:
    """The result of a single puzzle; None, with all entries, if there are several or it cannot be divided."""
    if isinstance(entries, Entries):
        entry = entries.alone()
    else:
        looked_at = list(islice(entries, 2))
        entries = chain(looked_at, entries)
        entry = looked_at[0] if len(looked_at) == 1 else None
    result = request.ask(entry, present, workers) if entry is not None and request.divides else None
    if result is None:
        return None, entries
    chunk = _Divided(0, tuple(entries))
    chunk.results[0] = result
    chunk.ended = result.reason is None and result.status != ERROR
    return chunk, entries


def _may_start() -> bool:
    if sys.platform in NO_PROCESSES:
        return False
    from ...base.processes import is_worker  # short sets do without

    return not is_worker()


def _executor(request: Request, present: Presenter) -> Executor:
    """The cluster of a request, or processes here."""
    if request.scheduler is not None:
        from ...base.dask import Dask

        return Dask(ask_parts, (request, present), request.scheduler)
    if sys.platform in NO_PROCESSES:
        raise SolverError("jobs and memory limits need processes, which this system cannot start")
    from ...base.executor import Processes

    return Processes(ask_parts, (request, present), request.jobs or cores(), request.memory)
