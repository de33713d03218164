"""How many answers a problem has, and which: of one, of many in memory, and of sets in files."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, cast

from ..base.arguments import Part, Timeout, deadline_of, refuse_part, share, text, whole, whole_or_none
from ..base.errors import ArgumentError, SolverError
from ..base.memory import NEW_OBJECTS, gc_paused
from ..kinds.many import OneOrMany
from ..kinds.sources import Source, members, only, wanted_of
from ..solvers import Limits
from .questions import QUESTIONS
from .sets.request import Request

if TYPE_CHECKING:
    from .found import Found
    from .sets.entries import Entries
    from .sets.records import SetResults

P = ParamSpec("P")


class Asked(NamedTuple):
    """A question about many puzzles that was not answered yet: what commands make of it themselves."""

    request: Request
    entries: Entries


def _asking(
    function: Callable[Concatenate[Source, P], Any],
) -> OneOrMany[P, Found[Any], SetResults]:
    """The same function, whose result depends on the type of its source."""
    return cast("OneOrMany[P, Found[Any], SetResults]", function)


@_asking
def solve(
    source: Source,
    via: str | None = None,
    *,
    kind: str | None = None,
    form: str | None = None,
    strict: bool = False,
    case: int | None = None,
    limit: int | None = 1,
    timeout: Timeout = None,
    nodes: int | None = None,
    jobs: int | None = None,
    memory: int | None = None,
    scheduler: str | None = None,
    part: Part = None,
    solver_command: str | None = None,
    smallest: bool = False,
) -> Any:
    """Find the first answers of a problem, and whether there are more; or of many problems.

    Without `via` they are the smallest ones, in order, if these are found within a fixed amount of work;
    otherwise they are the first ones found, and `Findings.smallest` is false.

    The type of an answer depends on the problem; `problem.answer_rows` and `problem.render` return it in
    readable form.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`. A text, a file with one puzzle, or a board has one result. A list, a tuple, an iterator, a
        column of pandas, an array of texts or a folder has a sequence of them, in order.
    via : str, optional
        A route, such as ``cover/dancing-links``: it stops after `limit` answers, in its own order.
    kind : str, optional
        The kind of puzzle, if the source is a text or an object that does not show it.
    form, strict
        As for `read`.
    case : int, optional
        The number, from 1, of the puzzle in a text or a file with several.
    limit : int, optional
        The maximum number of answers; None for all.
    timeout : float, optional
        For each problem.
    nodes : int, optional
        The maximum number of search nodes or conflicts.
    jobs : int, optional
        Processes, for a set or one large puzzle; a set has by default one per core, once that pays.
    memory : int, optional
        The memory limit of each of these processes, in bytes.
    scheduler : str, optional
        Use the Dask cluster at tcp://HOST:PORT instead.
    part : tuple of int or str, optional
        Of many problems, part K of N, as ``3/40``: each N-th one from the K-th on.
    solver_command : str, optional
        The command line of a program to run, such as ``kissat -q {cnf}``.
    smallest : bool
        Search for the smallest answer however long that takes.

    Returns
    -------
    Found or SetResults

    Examples
    --------
    >>> import coversat
    >>> found = coversat.solve("queens 6", via="cover/dancing-links", limit=2)
    >>> found.answers
    ((1, 3, 5, 0, 2, 4), (2, 5, 1, 4, 0, 3))
    >>> found.count_words, found.route
    ('at least 2', 'cover/dancing-links')
    """
    if smallest and (via is not None or solver_command is not None):
        raise ArgumentError("smallest=True chooses the route itself: leave out `via` and `solver_command`")
    request = Request("solve", via, solver_command, answers=whole_or_none("limit", limit), smallest=smallest)
    return _ask(request, source, (kind, form, strict), case, timeout, nodes, jobs, memory, scheduler, part)


@_asking
def check(
    source: Source,
    via: str | None = None,
    *,
    kind: str | None = None,
    form: str | None = None,
    strict: bool = False,
    case: int | None = None,
    timeout: Timeout = None,
    nodes: int | None = None,
    jobs: int | None = None,
    memory: int | None = None,
    scheduler: str | None = None,
    part: Part = None,
    solver_command: str | None = None,
) -> Any:
    """Whether a problem has no answer, exactly one, or several, of which two are shown; or many problems.

    Parameters as for `solve`.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.check("12..\\n..12\\n....\\n....\\n")
    >>> found.verdict.name, len(found.answers)
    ('MULTIPLE', 2)
    >>> for result in coversat.check(["1.....2..3.....4", "." * 16]):
    ...     print(result.name, result.status)
    #1 unique
    #2 multiple
    """
    request = Request("check", via, solver_command)
    return _ask(request, source, (kind, form, strict), case, timeout, nodes, jobs, memory, scheduler, part)


@_asking
def count(
    source: Source,
    via: str | None = None,
    *,
    kind: str | None = None,
    form: str | None = None,
    strict: bool = False,
    case: int | None = None,
    limit: int | None = None,
    timeout: Timeout = None,
    nodes: int | None = None,
    memo: int | None = None,
    jobs: int | None = None,
    memory: int | None = None,
    scheduler: str | None = None,
    part: Part = None,
    solver_command: str | None = None,
) -> Any:
    """Count the distinct answers of a problem, or of many.

    Parameters as for `solve`, and

    Parameters
    ----------
    limit : int, optional
        Stop at this many answers.
    memo : int, optional
        The memory for counted positions in bytes; 0 visits every answer.

    Examples
    --------
    >>> import coversat
    >>> str(coversat.count("." * 16))
    'exactly 288'
    """
    answers, memo = whole_or_none("limit", limit), whole_or_none("memo", memo)
    request = Request("count", via, solver_command, answers=answers, memo=memo)
    return _ask(request, source, (kind, form, strict), case, timeout, nodes, jobs, memory, scheduler, part)


def _ask(
    request: Request,
    source: Source,
    stated: tuple[str | None, str | None, bool],
    case: int | None,
    timeout: Timeout,
    nodes: int | None,
    jobs: int | None,
    memory: int | None,
    scheduler: str | None,
    part: Part,
) -> Any:
    """The result for one problem, in this process or divided; a sequence of results for many."""
    if jobs is not None and scheduler is not None:
        raise ArgumentError(
            "jobs and scheduler exclude each other: processes of this machine, or workers of a cluster"
        )
    deadline = deadline_of(timeout)
    request = request._replace(
        seconds=deadline.seconds,
        nodes=whole_or_none("nodes", nodes),
        jobs=whole_or_none("jobs", jobs),
        memory=whole_or_none("memory", memory),
        scheduler=None if scheduler is None else text("scheduler", scheduler),
        part=share(part),
    )
    kind, form, strict = stated
    inside: Any = members(source, kind)
    if inside is not None:
        if hasattr(inside, "alone"):
            return Asked(request, inside if case is None else inside.of_case(whole("case", case)))
        if case is not None:
            raise ArgumentError("case chooses a puzzle of one text or file, not of many")
        from .sets.given import Given  # one problem is no set
        from .sets.records import SetResults

        given = Given(inside, wanted_of(kind, form, strict), request.seconds)
        return SetResults(Asked(request, given), keeps=inside is not source)
    refuse_part(part)
    problem, shown = only(source, kind, case, form, strict)
    route, found = request.route(problem.kind), None
    limits = Limits(request.answers, request.nodes, deadline, memo=request.memo)
    if jobs is not None or scheduler is not None:
        from .parts.answering import in_parts
        from .parts.divide import Workers

        workers = Workers(jobs or 1, memory, scheduler)
        found = in_parts(request.command, problem, route, limits, workers)
        if found is None:
            raise SolverError(
                "only counts, checks and searches for all answers can be divided into parts, by some engines"
            )
    if found is None:
        more = {"smallest": True} if request.smallest else {}
        with gc_paused(NEW_OBJECTS):
            found = QUESTIONS[request.command](problem, route, limits, **more)
    from .found import Found

    return Found.of(found, request.command, problem, shown)
