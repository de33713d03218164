"""How many answers a problem has, and which."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from ..base.arguments import seconds, whole_or_none
from ..base.deadline import Deadline
from ..base.errors import ArgumentError, SolverError
from ..base.garbage import NEW_OBJECTS, gc_paused
from ..kinds.sources import Source, only
from ..problems import AnyProblem
from ..solvers import Limits
from .found import Found
from .parts.answering import in_parts
from .parts.divide import Workers
from .questions import QUESTIONS
from .routes import Route, find_route
from .sets.entries import Entries
from .sets.records import SetResult, SetResults
from .sets.request import AsFindings, Request
from .sets.sets import pairs, run


def _route(problem: AnyProblem, via: str | None) -> Route | None:
    return None if via is None else find_route(problem.kind, via)


def solve(
    source: Source,
    via: str | None = None,
    *,
    kind: str | None = None,
    limit: int | None = 1,
    timeout: float | None = None,
    nodes: int | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    smallest: bool = False,
) -> Found[Any]:
    """Find the first answers of a problem, and whether there are more.

    Without `via` they are the smallest ones, in order, if these are found within a fixed amount of work;
    otherwise they are the first ones found, and `Findings.smallest` is false.

    The type of an answer depends on the problem; `problem.answer_rows` and `problem.render` return it in
    readable form.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`.
    kind : str, optional
        The kind of puzzle, if the source is a text or an object that does not show it.
    via : str, optional
        A route, such as ``cover/dancing-links``: it stops after `limit` answers, in its own order.
    limit : int, optional
        The maximum number of answers; None for all.
    timeout : float, optional
    nodes : int, optional
        The maximum number of search nodes or conflicts.
    jobs : int, optional
        Divide the search of the exact cover engine among this number of processes; `limit` is None then.
    scheduler : str, optional
        The same on the Dask cluster at this address.
    smallest : bool
        Find the smallest answers, without a limit of work; not with `via`.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.solve("queens 6", via="cover/dancing-links", limit=2)
    >>> found.answers
    ((1, 3, 5, 0, 2, 4), (2, 5, 1, 4, 0, 3))
    >>> found.count_words, found.route
    ('at least 2', 'cover/dancing-links')
    """
    limits = Limits(whole_or_none("limit", limit), whole_or_none("nodes", nodes), Deadline(seconds(timeout)))
    if smallest and via is not None:
        raise ArgumentError("smallest=True chooses the route itself: leave out `via`")
    return _ask("solve", only(source, kind), via, limits, jobs, scheduler, smallest=smallest)


def check(
    source: Source,
    via: str | None = None,
    *,
    kind: str | None = None,
    timeout: float | None = None,
    nodes: int | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
) -> Found[Any]:
    """Whether a problem has no answer, exactly one, or several, of which two are shown.

    Parameters as for `solve`.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.check("12..\\n..12\\n....\\n....\\n")
    >>> found.verdict.name, len(found.answers)
    ('MULTIPLE', 2)
    """
    limits = Limits(None, whole_or_none("nodes", nodes), Deadline(seconds(timeout)))
    return _ask("check", only(source, kind), via, limits, jobs, scheduler)


def count(
    source: Source,
    via: str | None = None,
    *,
    kind: str | None = None,
    limit: int | None = None,
    timeout: float | None = None,
    nodes: int | None = None,
    memo: int | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    classes: bool = False,
) -> Found[Any]:
    """Count the distinct answers.

    Parameters as for `solve`, and

    Parameters
    ----------
    memo : int, optional
        The memory for counted positions in bytes; 0 visits every answer.
    classes : bool
        Count equivalent positions once.

    Examples
    --------
    >>> import coversat
    >>> str(coversat.count("." * 16))
    'exactly 288'
    """
    limits = Limits(
        whole_or_none("limit", limit),
        whole_or_none("nodes", nodes),
        Deadline(seconds(timeout)),
        memo=whole_or_none("memo", memo),
    )
    return _ask("count", only(source, kind), via, limits, jobs, scheduler, classes)


def _ask(
    question: str,
    source: tuple[AnyProblem, str],
    via: str | None,
    limits: Limits,
    jobs: int | None,
    scheduler: str | None,
    classes: bool = False,
    smallest: bool = False,
) -> Found[Any]:
    """Check, solve or count, in this process or divided."""
    _one_crew(jobs, scheduler)
    problem, form = source
    route = _route(problem, via)
    found = None
    if jobs is not None or scheduler is not None or classes:
        workers = Workers(jobs or 1, scheduler=scheduler, classes=classes)
        found = in_parts(question, problem, route, limits, workers)
        if found is None and not classes:
            raise SolverError(
                "only counts, checks and searches for all answers can be divided into parts, by some engines"
            )
    if found is None:
        more = {"smallest": True} if smallest else {}
        with gc_paused(NEW_OBJECTS):
            found = QUESTIONS[question](problem, route, limits, **more)
    return Found.of(found, question, problem, form)


def _one_crew(jobs: int | None, scheduler: str | None) -> None:
    whole_or_none("jobs", jobs)
    if jobs is not None and scheduler is not None:
        raise ArgumentError(
            "jobs and scheduler exclude each other: processes of this machine, or workers of a cluster"
        )


def ask_all(
    question: str,
    files: Sequence[str | os.PathLike[str]] | str | os.PathLike[str],
    via: str | None = None,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    nodes: int | None = None,
    jobs: int | None = None,
    memory: int | None = None,
    scheduler: str | None = None,
) -> SetResults:
    """Check, solve or count every puzzle in some files, perhaps millions; they are read as needed.

    Parameters
    ----------
    question : str
        ``check``, ``solve`` or ``count``.
    files : sequence of str or Path, or one of these
    via, limit, timeout, nodes
        As for `solve`; the limits are for each puzzle.
    jobs : int, optional
        The number of local processes; by default one per core, once that pays.
    memory : int, optional
        The memory limit of each process, in bytes.
    scheduler : str, optional
        The address of a Dask cluster to use instead.

    Returns
    -------
    SetResults
        A sequence of `SetResult`, in the order of the input; also for a malformed puzzle. Iterating at once
        keeps none of them.

    Examples
    --------
    >>> import coversat
    >>> for result in coversat.ask_all("check", ["examples/sudoku/oneline.txt"]):
    ...     print(result.name, result.status)
    examples/sudoku/oneline.txt #1 unique
    examples/sudoku/oneline.txt #2 none
    >>> print(coversat.ask_all("count", ["examples/sudoku/oneline.txt"]))
    exactly 1 examples/sudoku/oneline.txt #1
    exactly 0 examples/sudoku/oneline.txt #2
    """
    if question not in QUESTIONS:
        raise ArgumentError(f"the question is one of {', '.join(QUESTIONS)}, not {question!r}")
    _one_crew(jobs, scheduler)
    request = Request(
        question,
        via,
        answers=whole_or_none("limit", limit),
        seconds=seconds(timeout),
        nodes=whole_or_none("nodes", nodes),
        jobs=jobs,
        memory=whole_or_none("memory", memory),
        scheduler=scheduler,
    )
    names = [files] if isinstance(files, (str, os.PathLike)) else files
    entries = Entries([os.fspath(name) for name in names], None, timeout)
    results = pairs(run(request, entries, AsFindings()))
    return SetResults(SetResult(request, entry, result.shown) for entry, result in results)
