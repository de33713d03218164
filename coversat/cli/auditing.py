"""``coversat audit``: what is wrong with a set of puzzles, by the executor of ``check``."""

from __future__ import annotations

import os
from tempfile import TemporaryDirectory
from typing import Any

import click

from ..answering.asking import check
from ..answering.sets.request import ERROR
from ..base.errors import BAD, NO, UNKNOWN, YES
from ..base.files import shown
from ..base.wording import counted
from ..comparing.audit import AuditRow, audit, has_results
from ..comparing.cleaning import write_clean
from ..problems.recognition import Wanted
from . import options as shared
from .asking import ask
from .inputs import files_of
from .options import certifying
from .output import echo, echo_json, worst, write_out
from .signatures import command


@command(
    audit,
    examples=(
        "coversat audit examples/sudoku/boj2239.txt",
        "coversat audit examples/sudoku/boj2239.txt --card card.md",
    ),
    without=("kind", "form", "strict"),
)
@shared.files
@shared.reading
@shared.rows("row")
@click.option(
    "--out", metavar="FILE", help="Write the results of 'check' here, so that --resume can continue."
)
@click.option("--resume", is_flag=True, help="Continue where the results in --out end.")
@shared.output("Write the clean rows here, in the form of the input.")
@click.option("--card", metavar="FILE", help="Write the figures as a page in Markdown.")
@certifying("each verdict")
def audit_command(
    files: tuple[str, ...],
    wanted: Wanted,
    as_json: bool,
    out: str | None,
    resume: bool,
    output: str | None,
    card: str | None,
    folder: str | None,
    proof: str | None,
    symmetry: bool,
    needless: bool,
    difficulty: bool,
    **chosen: Any,
) -> int:
    """Audit a set of puzzles: which have one answer, which stored answers are right, which are there twice.

    FILE is a file or a folder of puzzles, in CSV, JSON lines, JSON, Parquet, chat messages, lines or any
    other form; or what 'coversat check --out' or 'coversat merge' wrote. Each row is asked about as by
    'check'. The summary has the number of rows by their answers, by what their stored answers are, and of
    duplicates, and names the first rows of each sort; --csv and --json print all rows.

    A row is clean if its puzzle has exactly one answer, its stored answer is right or absent, and no earlier
    row has the same puzzle. With -o the clean rows are written in the form of the input, to a folder if
    there are several files.

    Exits with 1 if any row is not clean, and with 2 if one cannot be read.
    """
    if resume and out is None:
        raise click.UsageError("--resume continues the file of --out")
    with TemporaryDirectory() as own:
        results = files[0] if len(files) == 1 and has_results(files[0]) else out or os.path.join(own, "rows")
        if results not in files:
            how: dict[str, Any] = {"as_json": True, "times": False, "summary": False, "quiet": True}
            how |= {"out": results, "resume": resume, "folder": folder, "proof": proof}
            ask(
                check,
                tuple(files_of(files, wanted)),
                wanted,
                via=None,
                solver_command=None,
                **how,
                **chosen,
            )
        found = audit(
            results,
            kind=wanted.kind,
            form=wanted.form,
            strict=wanted.strict,
            symmetry=symmetry,
            needless=needless,
            difficulty=difficulty,
        )
    if as_json:
        for row in found.rows():
            echo_json(row)
    else:
        echo(str(found))
    if card is not None:
        write_out(card, [found.card()])
    if output is not None:
        number = write_clean(found.all_rows, output, wanted)
        echo(f"{counted(number, 'clean row')} in {shown(output)}", err=True)
    return YES if len(found.clean) == len(found) else worst([_code(row) for row in found])


def _code(row: AuditRow) -> int:
    if row.status in (ERROR, "unknown"):
        return BAD if row.status == ERROR else UNKNOWN
    return YES if row.is_clean else NO
