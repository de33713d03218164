"""``coversat compare``, ``bench``, ``report`` and ``metrics``: routes and reductions, measured."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from ..answers.routes import GENERAL, Rules, apply_rules, default_rules, name_of, way_to
from ..api.sets.entries import Entries
from ..base.errors import NO, UNKNOWN, YES, ReductionError
from ..base.files import shown
from ..comparing.bench import Store, StoreError, bench
from ..comparing.choosing import chosen_routes, chosen_rules
from ..comparing.compare import Layout, Row, compare
from ..comparing.measuring import Puzzle
from ..comparing.metrics import measure
from ..comparing.page import page
from ..comparing.report import FORMATS, Report, as_text, sizes_of
from ..comparing.summary import CLOCKS, summarize
from ..problems.networks import MOST_EDGES
from . import options as shared
from .inputs import READING, cases_of, files_of, one_case
from .options import command, in_memory, in_time, limits, seconds, whole
from .output import Progress, Results, csv_columns, echo, echo_json, terminal_width, worst, write_out

MOST_RUNS = 10_000
"""The most runs of one route on one puzzle."""
COMPARE_SECONDS = 60.0
"""The time of each route without routes and limits: some would take far too long on large puzzles."""


@command(
    examples=(
        "coversat compare examples/sudoku/boj2239.txt",
        "coversat compare examples/kakuro/kakuro2.txt --routes 'cnf:*/cadical195'",
    )
)
@shared.file
@shared.routes
@shared.solver_commands
@click.option("--limit", type=whole(), metavar="N", default=2, help="Look for this many answers (2).")
@shared.timeout
@shared.nodes
@shared.case
@shared.kind
@shared.rows("route", "One JSON object.")
@in_memory
def compare_command(
    file: str,
    names: tuple[str, ...],
    commands: tuple[str, ...],
    limit: int,
    timeout: float | None,
    nodes: int | None,
    case: int | None,
    kind: str | None,
    as_json: bool,
) -> int:
    """Run several routes on one puzzle and put them side by side.

    Sizes, search effort (nodes or conflicts), seconds for reducing and for solving, and answers found. Exits
    with 1 if two routes disagree, with 3 if a route failed that takes the puzzle. --timeout and --nodes are
    for each route; without routes and limits, a route is stopped after a minute.
    """
    if not names and timeout is None and nodes is None:
        timeout = COMPARE_SECONDS
    chosen = one_case(file, kind, case, timeout)
    routes = chosen_routes(chosen.problem.kind, names, commands, chosen.problem)
    show = _Table([] if as_json else [route.name for route in routes])
    with Progress() as tell:
        found = compare(chosen.problem, routes, limits(timeout, nodes, limit), tell, show)
    if as_json:
        first = chosen.row("agree" if found.agree else "disagree")
        if csv_columns() is None:
            rows = [row.sizes | _compared_row(row) for row in found.rows]
            echo_json(first | {"routes": rows, "disagreements": list(found.disagreements)})
        else:
            for row in found.rows:
                echo_json(first | sizes_of(row.sizes) | _compared_row(row))
    else:
        echo("\n".join(found.below))
    if not found.agree:
        return NO
    if any(row.failed for row in found.rows):
        return UNKNOWN
    return YES if any(row.exhausted or len(row.answers) == limit for row in found.rows) else UNKNOWN


def _compared_row(row: Row) -> dict[str, object]:
    return {
        "route": row.route,
        "effort": row.effort,
        "effort_unit": row.effort_unit,
        "reduce_seconds": round(row.reduce_seconds, 6),
        "solve_seconds": round(row.solve_seconds, 6),
        "answers": len(row.answers),
        "exhausted": row.exhausted,
        "stopped": row.reason,
        "refusal": row.refusal,
        "failed": row.failed,
    }


class _Table:
    """Prints the rows of a comparison as they come; nothing for no routes."""

    def __init__(self, routes: Sequence[str]) -> None:
        self._layout = Layout(routes, terminal_width()) if routes else None
        if self._layout is not None:
            echo("\n".join(self._layout.head()))

    def __call__(self, row: Row) -> None:
        if self._layout is not None:
            echo("\n".join(self._layout.row(row)))


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
@shared.kind
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
    kind: str | None,
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
    cases = list(cases_of(Entries(files_of(sets, kind), kind, max(timeout, READING)), results))
    if results.codes:
        return worst(results.codes)
    if not cases:
        raise click.UsageError(f"no puzzle in {', '.join(sets)}")
    puzzles = [Puzzle(shown(case.name), case.problem) for case in cases]
    kinds = dict.fromkeys(puzzle.problem.kind for puzzle in puzzles)
    problems = {one: [case.problem for case in cases if case.problem.kind == one] for one in kinds}
    chosen = {one: chosen_routes(one, names, commands, *problems[one]) for one in kinds}
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
        found = summarize(log, names=shown_names, puzzles=ids)
    _write_table(found, _form(as_json, "text"))
    if found.disagreements:
        return NO
    summaries = [row for table in found.tables for row in table.summaries]
    failed = any(row.refused for row in summaries)
    return YES if not failed and any(row.solved for row in summaries) else UNKNOWN


@command(examples=("coversat report bench.db", "coversat report bench.db --clock wall --format csv"))
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
@click.option("--title", metavar="WORDS", default="Routes compared", help="Title of the page.")
@shared.seed("Seed of the bootstrap intervals (0).")
@shared.rows("route", "The report as one JSON object, as --format json.")
def report_command(
    file: str,
    names: tuple[str, ...],
    baseline: str | None,
    clock: str,
    form: str,
    page_file: str | None,
    title: str,
    seed: int,
    as_json: bool,
) -> int:
    """Make a table, or a page with plots, of what 'coversat bench' measured.

    Of each kind of problem, the puzzles that were measured by all of the routes; --routes chooses these.
    Medians with quartiles, PAR2, puzzles solved, and the ratio to a baseline with a bootstrap interval. If
    two routes disagree no time is printed and the exit code is 1.
    """
    if page_file is not None and (as_json or form != "text"):
        raise click.UsageError("--html writes a page and no table: leave out --json and --format")
    with Store(Path(file), create=False) as store:
        found = summarize(store, baseline, clock, seed, names)
        if not store.records():
            raise StoreError(f"{shown(file)}: it holds no measurement")
    if page_file is not None:
        write_out(page_file, [page(found, shown(title))], sources=[file])
    else:
        _write_table(found, _form(as_json, form))
    return NO if found.disagreements else YES


def _form(as_json: bool, form: str) -> str:
    """The form of a report: that of --csv or --json, or another one."""
    if csv_columns() is not None:
        return "csv"
    return "json" if as_json else form


def _write_table(found: Report, form: str) -> None:
    """Print a table in one of `FORMATS`; text is as wide as the terminal, and unlimited elsewhere."""
    echo(as_text(found, terminal_width()) if form == "text" else FORMATS[form](found))


@command(
    examples=(
        "coversat metrics examples/sudoku/boj2239.txt --via cnf:minimal",
        "coversat metrics examples/cover/knuth.dlx --treewidth 1",
    )
)
@shared.file
@shared.chosen_names("The reductions: names or patterns, such as cnf:minimal or 'cnf:*'.")
@click.option(
    "--treewidth", type=seconds, metavar="SECONDS", help="Search this long for a bound of the treewidth."
)
@click.option(
    "--edges",
    type=whole(0),
    metavar="N",
    default=MOST_EDGES,
    help=f"Measure no graph with more edges, or with more nodes than this and a million ({MOST_EDGES}).",
)
@shared.case
@shared.kind
@shared.rows("reduction")
@shared.timeout
@in_memory
@in_time
def metrics_command(
    file: str,
    names: tuple[str, ...],
    treewidth: float | None,
    edges: int,
    case: int | None,
    kind: str | None,
    as_json: bool,
) -> int:
    """Measure the structure of what a puzzle is reduced to.

    Sizes and lengths; degrees, connected components, core number and Louvain modularity of a formula's primal
    graph, or of the graph of a cover's items and options. Exits with 3 if the graph is too large to be
    measured.
    """
    chosen = one_case(file, kind, case)
    source = chosen.problem.kind
    every = chosen_rules(source, names) if names else [_default_reduction(source)]
    known = True
    for rules in every:
        try:
            found = measure(apply_rules(rules, chosen.problem).target, treewidth, edges)
        except ReductionError as error:
            if len(every) == 1:
                raise
            echo(f"{chosen.name}: {name_of(rules)} does not apply: {error}", err=True)
            continue
        known = known and found.graph is not None
        if as_json:
            # Lengths as pairs: the keys of a JSON object are not numbers.
            row = asdict(found) | {"kind": source, "lengths": list(found.lengths.items())}
            if csv_columns() is not None:
                row |= sizes_of(row.pop("sizes"))
            status = "measured" if found.graph is not None else "unknown"
            echo_json(chosen.row(status) | {"target": found.kind, "reduction": name_of(rules)} | row)
        else:
            echo(f"{chosen.name}, {found.kind}{f' by {name_of(rules)}' if rules else ''}")
            for name, value in found.facts():
                echo(f"  {name:<16}{value}")
    return YES if known else UNKNOWN


def _default_reduction(kind: str) -> Rules:
    """The reduction measured by default; for a kind that is solved without one, its cover."""
    usual = default_rules(kind)
    return () if kind in GENERAL else way_to(kind, usual[-1].target if usual else "cover", complete=True)
