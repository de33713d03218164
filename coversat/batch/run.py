"""A question asked of a whole set: what the command line does, in a call."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from .entries import Entry
from .parts import Part, Parts
from .question import Question, Result


def run(
    question: Question,
    entries: Iterator[Entry],
    jobs: int | None = None,
    memory: int | None = None,
    scheduler: str | None = None,
) -> Iterator[tuple[Entry, Result]]:
    """Each puzzle of a set with its result, in order.

    Parameters
    ----------
    question : Question
    entries : iterator of Entry
        Such as `Entries` gives; read as they are needed.
    jobs : int, optional
        Processes on this machine; as many as there are cores where nothing is said.
    memory : int, optional
        The bytes that each process may use.
    scheduler : str, optional
        The address of a Dask scheduler, whose workers do the work instead.

    Raises
    ------
    UnknownRouteError, WrongAnswerError
        As for one puzzle: these end the run.
    SolverError
        When no worker can work.
    """
    for part in run_parts(question, entries, jobs, memory, scheduler):
        yield from part.pairs()


def run_parts(
    question: Question,
    entries: Iterator[Entry],
    jobs: int | None = None,
    memory: int | None = None,
    scheduler: str | None = None,
) -> Generator[Part]:
    """The same in parts, as they are finished."""
    parts = Parts(entries)
    if scheduler is not None:
        from .cluster import Cluster

        return Cluster(question, scheduler).run(parts)
    from ..processes import cores
    from .pool import Pool

    return Pool(question, jobs or cores(), memory).run(parts)
