"""``coversat bench`` and ``report``: sets of puzzles measured by many routes, and what was measured."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from ..answers.sets.entries import Entries
from ..api.measuring import bench_routes
from ..base.errors import NO, UNKNOWN, YES
from ..base.files import shown
from ..comparing.bench import Store, StoreError, bench
from ..comparing.measuring import Puzzle
from ..comparing.output import FORMATS, PARTS, as_rows, as_text
from ..comparing.page import page
from ..comparing.report import Report
from ..comparing.summary import CLOCKS, summarize
from ..problems.recognition import Wanted
from . import options as shared
from .inputs import READING, cases_of, files_of
from .options import command, in_memory, seconds, whole
from .output import Progress, Results, csv_columns, echo, terminal_width, worst, write_out

MOST_RUNS = 10_000
"""The most runs of one route on one puzzle."""


@command(
    examples=(
        "coversat bench examples/sudoku/boj*.txt --routes 'search/*' --store bench.db",
        "coversat bench examples/langford --routes 'cover/[bd]*'",
    )
)
@click.argument("sets", metavar="SET...", nargs=-1, required=True)
@shared.routes
@shared.solver_commands
@click.option(
    "--runs", type=whole(most=MOST_RUNS), metavar="N", default=1, help="Run each route this many times (1)."
)
@click.option(
    "--timeout",
    type=seconds,
    metavar="SECONDS",
    default=60.0,
    help="End a run after this much processor time (60).",
)
@click.option("--jobs", type=whole(), metavar="N", default=1, help="The number of runs at the same time (1).")
@click.option("--store", metavar="FILE", help="Keep the measurements, and continue where they end.")
@shared.seed("Another seed, another order (0).")
@shared.sort
@shared.reading
@shared.rows("route", "The report as one JSON object.")
@in_memory
def bench_command(
    sets: tuple[str, ...],
    names: tuple[str, ...],
    commands: tuple[str, ...],
    runs: int,
    timeout: float,
    jobs: int,
    store: str | None,
    seed: int,
    sort: str | None,
    wanted: Wanted,
    as_json: bool,
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
    cases = list(cases_of(Entries(files_of(sets, wanted), wanted, max(timeout, READING)), results))
    if results.codes:
        return worst(results.codes)
    if not cases:
        raise click.UsageError(f"no puzzle in {', '.join(sets)}")
    puzzles = [Puzzle(shown(case.name), case.problem) for case in cases]
    chosen = bench_routes(puzzles, names, commands)
    routes = {one: [route.full_name for route in found] for one, found in chosen.items()}
    typed = shown(shlex.join(["coversat", *sys.argv[1:]]))
    with Store(None if store is None else Path(store)) as log, Progress() as tell:
        try:
            for at in bench(
                log, puzzles, routes, runs=runs, limit=timeout, jobs=jobs, seed=seed, command=typed
            ):
                tell(f"{at.done} of {at.total} runs; {at.task.puzzle.name} by {at.task.route}")
        except KeyboardInterrupt:
            if store is not None:
                echo(f"{shown(store)} is complete so far: the same command continues", err=True)
            raise
        ids = {puzzle.id for puzzle in puzzles}
        shown_names = [route.name for found in chosen.values() for route in found]
        found = summarize(log, names=shown_names, puzzles=ids).sorted(sort)
    _write(found, "text", as_json)
    if found.disagreements:
        return NO
    failed = any(row.refused for row in found)
    return YES if not failed and any(row.solved for row in found) else UNKNOWN


@command(
    examples=(
        "coversat report bench.db",
        "coversat report bench.db --format runs --csv",
    )
)
@shared.file
@shared.chosen_names("The routes to show: names or patterns.")
@click.option("--baseline", metavar="ROUTE", help="The route that others are compared with.")
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
@click.option("--html", "page_file", metavar="FILE", help="Write one page with tables and plots.")
@shared.seed("Seed of the bootstrap intervals (0).")
@shared.sort
@shared.rows("route", "The report as one JSON object, as --format json.")
def report_command(
    file: str,
    names: tuple[str, ...],
    baseline: str | None,
    clock: str,
    form: str,
    page_file: str | None,
    seed: int,
    sort: str | None,
    as_json: bool,
) -> int:
    """Make a table, or a page with plots, of what 'coversat bench' measured.

    Of each kind of problem, the puzzles that were measured by all of the routes; --routes chooses these.
    Medians with quartiles, PAR2, puzzles solved, the ratio to a baseline with a bootstrap interval, and the
    virtual best of all routes. If two routes disagree no time is printed and the exit code is 1.

    The formats runs, tests and growth are tables of their own, with --csv and --json a row each: every run;
    paired tests of all pairs of routes; exponents of sizes and time over the size of the puzzles. Tests and
    growth need scipy.
    """
    if page_file is not None and (as_json or form != "text"):
        raise click.UsageError("--html writes a page and no table: leave out --json and --format")
    with Store(Path(file), create=False) as store:
        found = summarize(store, baseline, clock, seed, names).sorted(sort)
        if not store.records():
            raise StoreError(f"{shown(file)}: it holds no measurement")
    if page_file is not None:
        write_out(page_file, [page(found)], sources=[file])
    else:
        _write(found, form, as_json)
    return NO if found.disagreements else YES


def _write(found: Report, form: str, as_json: bool) -> None:
    """Print a report in one of `FORMATS`; text is as wide as the terminal, and unlimited elsewhere."""
    csv = csv_columns() is not None
    if form in PARTS and as_json:
        echo(as_rows(found, form, csv))
    elif csv or as_json:
        echo(FORMATS["csv" if csv else "json"](found))
    else:
        echo(as_text(found, terminal_width()) if form == "text" else FORMATS[form](found))
