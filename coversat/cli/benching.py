"""``coversat bench`` and ``report``: sets of puzzles measured by many routes, and what was measured."""

from __future__ import annotations

import shlex
import sys
from typing import Any

import click

from ..answering.sets.entries import Entries
from ..base.errors import NO, UNKNOWN, YES
from ..base.files import shown
from ..comparing.bench import bench, report
from ..comparing.report import FORMATS, PARTS, WRAPPED, Report, as_rows
from ..comparing.report_tables import RouteRecord
from ..comparing.store import CLOCKS
from ..problems.recognition import Wanted
from . import options as shared
from .inputs import READING, cases_of, files_of, report_readings
from .options import in_memory
from .output import Progress, Results, csv_columns, echo, terminal_width, worst
from .signatures import command


@command(
    bench,
    examples=(
        "coversat bench examples/sudoku/boj*.txt --routes 'search/*' --store bench.db",
        "coversat bench examples/langford --routes 'cover/[bd]*'",
    ),
    without=("axis", "command"),
)
@click.argument("sets", metavar="SET...", nargs=-1, required=True)
@shared.sort(RouteRecord)
@shared.reading
@shared.rows("route", "The report as one JSON object.")
@in_memory
def bench_command(
    sets: tuple[str, ...],
    sort: str | None,
    wanted: Wanted,
    as_json: bool,
    timeout: float,
    store: str | None,
    **chosen: Any,
) -> int:
    """Measure every puzzle of SETs (files or folders) by every chosen route.

    Of a folder, files in no known form are left out. Each run is a process of its own whose start is not
    counted, in an order that is fair to all routes. A run that exceeds its time is ended, and that is a
    result. Of another program the start counts, and its time is measured by the clock. Every answer is
    verified; if two routes disagree no time is printed and the exit code is 1. An encoding that does not
    apply to a puzzle is not counted there. Exits with 3 if a solver failed or no puzzle was solved.
    'coversat report' makes tables and plots from the store.
    """
    results = Results(as_json)
    cases = report_readings(
        list(cases_of(Entries(files_of(sets, wanted), wanted, max(timeout, READING)), results))
    )
    if results.codes:
        return worst(results.codes)
    typed = shown(shlex.join(["coversat", *sys.argv[1:]]))
    with Progress() as tell:
        try:
            found = bench(cases, timeout=timeout, store=store, command=typed, report=tell, **chosen)
        except KeyboardInterrupt:
            if store is not None:
                echo(f"{shown(store)} is complete so far: the same command continues", err=True)
            raise
    found = found.sorted(sort)
    _write(found, "text", as_json)
    if found.disagreements:
        return NO
    failed = any(row.failed for row in found)
    return YES if not failed and (any(row.solved for row in found) or not found) else UNKNOWN


@command(
    report,
    examples=(
        "coversat report bench.db",
        "coversat report bench.db --format runs --csv",
    ),
)
@shared.file
@click.option(
    "--clock",
    type=click.Choice(tuple(CLOCKS)),
    metavar="CLOCK",
    default="cpu",
    help="Processor time (cpu) or wall-clock time (wall).",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(tuple(FORMATS)),
    metavar="NAME",
    default="text",
    help=f"Format of the table: {', '.join(FORMATS)}.",
)
@shared.sort(RouteRecord)
@shared.rows("route", "The report as one JSON object, as --format json.")
def report_command(
    file: str, form: str, html: str | None, sort: str | None, as_json: bool, **chosen: Any
) -> int:
    """Make a table, or a page with plots, of what 'coversat bench' measured, or of runs made elsewhere.

    Of each kind of problem, the puzzles that were measured by all of the routes; --routes chooses these.
    Medians with quartiles, PAR2, puzzles solved, the ratio to a baseline with a bootstrap interval, and the
    virtual best of all routes. If two routes disagree no time is printed and the exit code is 1.

    A FILE that ends in .csv has runs of other programs with files that 'coversat export' wrote: the columns
    file, solver, seconds and status (such as SAT, UNSAT or timeout), and as far as they are known conflicts,
    decisions, propagations, memory_bytes, size, run, reason and output, the file of what the solver printed.
    Answers are checked, and compared with the verdicts of the export.

    The formats runs, tests and growth are tables of their own, with --csv and --json a row each: every run;
    paired tests of all pairs of routes; exponents of sizes and time over the size of the puzzles. Tests and
    growth need scipy.
    """
    if html is not None and (as_json or sort or form != "text"):
        raise click.UsageError("--html writes a page and no table: leave out --json, --format and --sort")
    found = report(file, html=html, **chosen).sorted(sort)
    if html is None:
        _write(found, form, as_json)
    if chosen["figures"] is not None and found.tables:
        echo(f"plots as .svg and .pdf in {shown(chosen['figures'])}", err=True)
    return NO if found.disagreements else YES


def _write(found: Report, form: str, as_json: bool) -> None:
    """Print a report in one of `FORMATS`; text is as wide as the terminal, and unlimited elsewhere."""
    csv = csv_columns() is not None
    if form in PARTS and as_json:
        echo(as_rows(found, form, csv))
    elif csv or as_json:
        echo(FORMATS["csv" if csv else "json"](found))
    else:
        echo(WRAPPED[form](found, terminal_width()) if form in WRAPPED else FORMATS[form](found))
