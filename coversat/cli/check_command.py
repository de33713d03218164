"""``coversat check``."""

from __future__ import annotations

import shutil
from typing import Any

import click

from ..pictures import mark_differences, side_by_side
from ..reductions import ReductionError
from ..solvers import SolverError
from ..uniqueness import Uniqueness, Verdict, check
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

_CODES = {Verdict.UNIQUE: YES, Verdict.MULTIPLE: NO, Verdict.NONE: NO, Verdict.UNKNOWN: UNKNOWN}


@click.command("check")
@files_argument
@route_options
@limit_options
@kind_option
@json_option
def command(
    files: tuple[str, ...],
    via: str | None,
    solver_command: str | None,
    timeout: float | None,
    nodes: int | None,
    kind: str | None,
    as_json: bool,
) -> int:
    """Say of each puzzle whether it has exactly one answer.

    One line per puzzle: UNIQUE, MULTIPLE, NONE or UNKNOWN, the file and the
    puzzle's number in it.  MULTIPLE shows two answers; a star marks each
    digit that differs.
    """
    results = Results.to(as_json)
    for case in all_cases(files, kind, results):
        try:
            route = chosen_route(case.problem, via, solver_command)
            found = check(case.problem, route, limits(None, timeout, nodes))
        except (ReductionError, SolverError) as error:
            results.error(case.refused(error))
            continue
        results.add(_CODES[found.verdict], _row(case, found), _text(case, found))
    return results.code


def _row(case: Case, found: Uniqueness) -> dict[str, Any]:
    return case.row(found.verdict.value) | {
        "answers": [case.problem.answer_rows(answer) for answer in found.answers],
        "route": found.route,
        "seconds": round(found.seconds, 6),
        "claimed_by": found.claimed_by,
    }


def _text(case: Case, found: Uniqueness) -> str:
    line = f"{found.verdict.name} {case.name}"
    if found.reason is not None:
        line += f" (stopped after {found.reason})"
    if found.claimed_by is not None:
        line += f" (says {found.claimed_by})"
    if found.verdict is not Verdict.MULTIPLE:
        return line
    first, second = (case.problem.render(answer) for answer in found.answers)
    width = shutil.get_terminal_size().columns
    return f"{line}\n{side_by_side(*mark_differences(first, second), width=width)}"
