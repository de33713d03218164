"""``coversat bench``."""

from __future__ import annotations

import os.path
import shlex
import sys
from pathlib import Path

from ..batch.entries import Entries
from ..errors import BAD, NO, UNKNOWN, YES
from ..files import shown
from ..lab.bench import bench
from ..lab.compare import chosen_routes
from ..lab.plan import Puzzle
from ..lab.store import Store
from ..lab.summary import summarize
from .commands import Argument, Option, UsageError, Whole, echo, integer, takes
from .inputs import cases_of
from .options import KIND, PROGRAMS, ROUTES, seconds
from .progress import Progress
from .results import Results
from .write_table import write_table


@takes(
    Argument("sets", "SET...", several=True),
    ROUTES,
    PROGRAMS,
    Option("--runs", "Run each route so often (1).", "N", read=Whole(), default=1),
    Option(
        "--timeout",
        "End a run after this much processor time (60).",
        "SECONDS",
        read=seconds,
        default=60,
    ),
    Option("--jobs", "Run so many at the same time (1).", "N", read=Whole(), default=1),
    Option("--store", "Keep the measurements, and go on where they end.", "FILE"),
    Option("--seed", "Another seed, another order (0).", "N", read=integer, default=0),
    KIND,
    Option("--json", "Print the report as one JSON object.", to="as_json"),
    examples=(
        "coversat bench examples/sudoku/boj*.txt --routes 'search/*' --store bench.db",
        "coversat bench examples/langford --routes 'cover/[bd]*'",
    ),
)
def command(
    sets: tuple[str, ...],
    patterns: tuple[str, ...],
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

    Each run is a process of its own whose start is not counted, in an order
    that is fair to all routes.  It is ended after its time; that is a result.
    Another program's start counts, and its time is limited by the clock.
    Every answer is verified, and where two routes disagree no time is printed:
    exit code 1.  'coversat report' makes tables and pictures of the store.
    """
    results = Results(as_json)
    cases = list(cases_of(Entries(_files(sets), kind), results))
    if results.codes:
        return BAD
    if not cases:
        raise UsageError(f"no puzzle in {', '.join(sets)}")
    puzzles = [Puzzle(shown(case.name), case.problem) for case in cases]
    kinds = dict.fromkeys(puzzle.problem.kind for puzzle in puzzles)
    routes = {one: [route.name for route in chosen_routes(one, patterns, commands)] for one in kinds}
    typed = shlex.join(["coversat", *sys.argv[1:]])
    with Store(None if store is None else Path(store)) as kept, Progress() as tell:
        try:
            for at in bench(
                kept, puzzles, routes, runs=runs, limit=timeout, jobs=jobs, seed=seed, command=typed
            ):
                tell(f"{at.done} of {at.total} runs; {at.task.puzzle.name} by {at.task.route}")
        except KeyboardInterrupt:
            if store is not None:
                echo(f"{shown(store)} is whole so far: the same command goes on", err=True)
            raise
        found = summarize(kept)
        refused = any(record.measured.verdict == "refused" for record in kept.records())
    write_table(found, "json" if as_json else "text")
    if found.disagreements:
        return NO
    if refused:
        return UNKNOWN
    return YES if any(row.solved for table in found.tables for row in table.summaries) else UNKNOWN


def _files(sets: tuple[str, ...]) -> list[str]:
    """The files themselves, and those in folders, in the order of their names."""
    files = []
    for name in sets:
        if name != "-" and os.path.isdir(name):
            inside = sorted(path for path in Path(name).rglob("*") if path.is_file())
            files += [str(path) for path in inside if not path.name.startswith(".")]
        else:
            files.append(name)
    return files
