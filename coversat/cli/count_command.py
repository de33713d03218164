"""``coversat count``."""

from __future__ import annotations

import click

from ..reductions import ReductionError
from ..solvers import SolverError
from ..uniqueness import Count, count
from .inputs import Case, all_cases
from .options import (
    chosen_route,
    files_argument,
    json_option,
    kind_option,
    limit_options,
    limits,
    route_options,
)
from .results import NO, UNKNOWN, YES, Results


@click.command("count")
@files_argument
@click.option("--limit", type=click.IntRange(min=1), help="Stop at this many answers.")
@route_options
@limit_options
@kind_option
@json_option
def command(
    files: tuple[str, ...],
    limit: int | None,
    via: str | None,
    solver_command: str | None,
    timeout: float | None,
    nodes: int | None,
    kind: str | None,
    as_json: bool,
) -> int:
    """Count the distinct answers: 'exactly n', or 'at least n' where a limit came first."""
    results = Results.to(as_json)
    for case in all_cases(files, kind, results):
        try:
            route = chosen_route(case.problem, via, solver_command)
            found = count(case.problem, route, limits(limit, timeout, nodes))
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
