"""``coversat solve``."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..batch.entries import Entries
from ..errors import ReductionError, SolverError
from ..solving import Answers, solve
from .inputs import Case, cases_of
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
from .sets import SetOptions, few_or_set, run_set, set_options


@click.command("solve")
@files_argument
@click.option("--all", "everything", is_flag=True, help="Every answer, in increasing order.")
@click.option("--limit", type=click.IntRange(min=1), help="At most this many answers (1 where not given).")
@route_options
@limit_options
@kind_option
@json_option
@set_options
def command(
    files: tuple[str, ...],
    everything: bool,
    limit: int | None,
    via: str | None,
    solver_command: str | None,
    timeout: float | None,
    nodes: int | None,
    kind: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Print the answers of puzzles, each checked by the rules.

    An answer is printed as the input's form has it: input of BOJ 4574 gives
    'Puzzle 1' and nine lines.  Without --via it is the smallest answer.
    """
    if everything and limit is not None:
        raise click.UsageError("--all and --limit exclude each other")
    wanted = limits(None if everything else limit or 1, timeout, nodes)
    of_set = SetOptions(**options)
    source = Entries(files, kind)
    few, entries = few_or_set(source, of_set)
    if few is None:
        return run_set("solve", source, entries, of_set, via, solver_command, wanted, as_json)
    results = Results.to(as_json)
    for case in cases_of(few, results):
        try:
            found = solve(case.problem, chosen_route(case.problem, via, solver_command), wanted)
        except (ReductionError, SolverError) as error:
            results.error(case.refused(error))
            continue
        results.add(_code(found), _row(case, found), _text(case, found))
        if not as_json:
            _remark(case, found)
    return results.code


def _code(found: Answers) -> int:
    if found.answers:
        return YES
    return UNKNOWN if found.more is None else NO


def _row(case: Case, found: Answers) -> dict[str, Any]:
    return case.row(found.status) | {
        "answers": [case.problem.answer_rows(answer) for answer in found.answers],
        "route": found.route,
        "seconds": round(found.seconds, 6),
        "claimed_by": found.claimed_by,
    }


def _text(case: Case, found: Answers) -> str:
    shown = [case.form.show(case.problem, answer, case.number) for answer in found.answers]
    # A blank line between answers of several lines, so that they can be told apart.
    return ("\n\n" if any("\n" in text for text in shown) else "\n").join(shown)


def _remark(case: Case, found: Answers) -> None:
    """What standard output does not say: no answer, a limit, and on a terminal that there are others."""
    if not found.answers:
        claimed = f", says {found.claimed_by}" if found.claimed_by is not None else ""
        said = f"no answer{claimed}" if found.more is not None else f"unknown: stopped after {found.reason}"
        click.echo(f"{case.name}: {said}", err=True)
    elif found.reason is not None:
        click.echo(f"{case.name}: perhaps not all answers: stopped after {found.reason}", err=True)
    elif found.more and sys.stderr.isatty():
        click.echo(f"{case.name}: it has other answers too", err=True)
