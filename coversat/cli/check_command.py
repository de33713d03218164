"""``coversat check``."""

from __future__ import annotations

import shutil
from itertools import chain
from pathlib import Path
from typing import Any

import click

from ..batch.entries import Entries
from ..drawing.side_by_side import mark_differences, side_by_side
from ..errors import ReductionError, SolverError
from ..uniqueness import Uniqueness, Verdict, check
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
from .results import NO, UNKNOWN, YES, InputError, Results
from .sets import SetOptions, few_or_set, run_set, set_options

PROOFS = ("drup", "lrat")
"""As certificates name them; here so that nothing of certificates is imported before it is needed."""

_CODES = {Verdict.UNIQUE: YES, Verdict.MULTIPLE: NO, Verdict.NONE: NO, Verdict.UNKNOWN: UNKNOWN}


@click.command("check")
@files_argument
@click.option(
    "--certify",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a certificate of each verdict; --via names a reduction.",
)
@click.option(
    "--proof",
    type=click.Choice(PROOFS),
    help="Its form in a certificate: drup (the default), or lrat, which is checked faster.",
)
@route_options
@limit_options
@kind_option
@json_option
@set_options
def command(
    files: tuple[str, ...],
    folder: Path | None,
    proof: str | None,
    via: str | None,
    solver_command: str | None,
    timeout: float | None,
    nodes: int | None,
    kind: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Say of each puzzle whether it has exactly one answer.

    One line per puzzle: UNIQUE, MULTIPLE, NONE or UNKNOWN, the file and the
    puzzle's number in it.  MULTIPLE shows two answers; a star marks each
    digit that differs.

    With --certify each verdict gets a folder with the puzzle, the formula, the
    answer and a proof, which 'coversat verify DIR' checks.
    """
    if folder is not None and solver_command is not None:
        raise click.UsageError("--certify and --solver-command exclude each other")
    if folder is None and proof is not None:
        raise click.UsageError("--proof needs --certify")
    of_set = SetOptions(**options)
    source = Entries(files, kind)
    few, entries = few_or_set(source, of_set)
    if folder is not None:
        if of_set.asked:
            raise click.UsageError("--certify works on one puzzle after the other")
        few = chain(few or (), entries)
    wanted = limits(None, timeout, nodes)
    if few is None:
        return run_set("check", source, entries, of_set, via, solver_command, wanted, as_json)
    results = Results.to(as_json)
    taken: set[str] = set()
    for case in cases_of(few, results):
        certificate = None
        try:
            if folder is not None:
                from .certifying import certified, folder_of

                certificate = folder_of(folder, case, taken)
                found = certified(case, certificate, via, wanted, proof or PROOFS[0])
            else:
                route = chosen_route(case.problem, via, solver_command)
                found = check(case.problem, route, wanted)
        except InputError as error:
            results.error(error)
            continue
        except (ReductionError, SolverError) as error:
            results.error(case.refused(error))
            continue
        row = _row(case, found)
        if certificate is not None and found.verdict is not Verdict.UNKNOWN:
            row["certificate"] = str(certificate)
        results.add(_CODES[found.verdict], row, _text(case, found))
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
