"""``coversat count``."""

from __future__ import annotations

from typing import Any

import click

from ..batch.entries import Entries
from ..errors import ReductionError, SolverError
from ..uniqueness import Count, count
from .inputs import Case, cases_of
from .options import (
    Size,
    chosen_route,
    files_argument,
    json_option,
    kind_option,
    limit_options,
    limits,
    route_options,
)
from .results import NO, UNKNOWN, YES, Results
from .sets import SetOptions, few_or_set, run_set, set_options


@click.command("count")
@files_argument
@click.option("--limit", type=click.IntRange(min=1), help="Stop at this many answers.")
@route_options
@limit_options
@click.option(
    "--memo-limit",
    type=Size(least=0),
    metavar="SIZE",
    help="Remember positions met in at most so much memory, as 500M; 0 visits every answer.  [256M]",
)
@kind_option
@json_option
@set_options
def command(
    files: tuple[str, ...],
    limit: int | None,
    via: str | None,
    solver_command: str | None,
    timeout: float | None,
    nodes: int | None,
    memo_limit: int | None,
    kind: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Count the distinct answers: 'exactly n', or 'at least n' where a limit came first."""
    wanted = limits(limit, timeout, nodes, memo_limit)
    of_set = SetOptions(**options)
    source = Entries(files, kind)
    few, entries = few_or_set(source, of_set)
    if few is None:
        return run_set("count", source, entries, of_set, via, solver_command, wanted, as_json)
    results = Results.to(as_json)
    for case in cases_of(few, results):
        try:
            route = chosen_route(case.problem, via, solver_command)
            found = count(case.problem, route, wanted)
        except (ReductionError, SolverError) as error:
            results.error(case.refused(error))
            continue
        results.add(_code(found), _row(case, found), _text(case, found))
    return results.code


def _code(found: Count) -> int:
    """A limit of answers that was reached is what was asked for; one of time or nodes is not."""
    if found.reason is not None:
        return UNKNOWN
    return YES if found.count else NO


def _text(case: Case, found: Count) -> str:
    claimed = f" (says {found.claimed_by})" if found.claimed_by is not None else ""
    return f"{found} {case.name}{claimed}"


def _row(case: Case, found: Count) -> dict[str, object]:
    status = "unknown" if found.reason is not None else "counted"
    return case.row(status) | {
        "count": found.count,
        "exact": found.exact,
        "route": found.route,
        "seconds": round(found.seconds, 6),
        "claimed_by": found.claimed_by,
    }
