"""Sets of puzzles measured by many routes, and reports of what was measured."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import NoneType
from typing import Any

from ..answering.choosing import chosen_routes
from ..base.arguments import (
    Listener,
    Part,
    listener,
    path,
    patterns,
    refuse_others,
    seconds,
    share,
    silent,
    whole,
)
from ..base.errors import ArgumentError
from ..base.files import shown, write_whole
from ..kinds.sources import Source, named
from .imported import CLOCK, imported
from .measuring import Puzzle
from .report import Report
from .store import CLOCKS, Store, StoreError, measure_all
from .summary import report_of, summarize


def bench(
    source: Source,
    routes: Sequence[str] = (),
    *,
    kind: str | None = None,
    runs: int = 1,
    timeout: float | None = 60.0,
    jobs: int = 1,
    seed: int = 0,
    store: str | os.PathLike[str] | None = None,
    sizes: Mapping[str, float] | None = None,
    axis: str | None = None,
    solver_command: Sequence[str] = (),
    part: Part = None,
    command: str = "",
    report: Listener = silent,
) -> Report:
    """Measure every puzzle by every chosen route, each run in its own process.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`. One problem or many; of a folder, files in no known form are left out.
    routes : sequence of str
        The routes to run: names or patterns, such as ``cnf:minimal`` or ``cover/*``.
    kind : str, optional
        The kind of problem in the files.
    runs : int
        Run each route so many times on each puzzle.
    timeout : float, optional
        End a run after this much processor time, in seconds.
    jobs : int
        The number of runs at the same time.
    seed : int
        Another seed, another order of runs.
    store : str or Path, optional
        Keep the measurements in this file, and continue where they end.
    sizes : mapping, optional
        The sizes of puzzles by name, for growth; by default the numbers in an answer.
    axis : str, optional
        What these sizes mean.
    solver_command : sequence of str
        The command lines of programs to run beside the routes, such as ``kissat -q {cnf}``.
    part : tuple of int or str, optional
        As for `solve`; the store is then one that `merge` puts together with those of the other parts.
    command : str
        What the store says of how it was measured.
    report : function of a text
        Called with how far the runs are.

    Returns
    -------
    Report
        A sequence of `RouteRecord`; ``runs``, ``tests``, ``growth`` and ``best`` are further tables.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.bench(coversat.read("queens 6"), ["cover/dancing-links", "search/*"])
    >>> sorted(row.route for row in found), {row.solved for row in found}
    (['cover/dancing-links', 'search/backtracking'], {1})
    >>> len(found.runs), {run.status for run in found.runs}
    (2, {'multiple'})
    """
    names, commands = patterns("routes", routes), patterns("solver_command", solver_command)
    refuse_others("sizes", sizes, (Mapping, NoneType), "a mapping from names to numbers")
    report = listener(report)
    limit, runs, jobs, seed = seconds(timeout), whole("runs", runs), whole("jobs", jobs), whole("seed", seed)
    puzzles = [Puzzle(shown(name), one, (sizes or {}).get(name)) for name, one in named(source, kind)]
    if not puzzles:
        raise StoreError("there is no puzzle to measure")
    problems = [puzzle.problem for puzzle in puzzles]
    chosen = {
        each: chosen_routes(each, names, commands, *(one for one in problems if one.kind == each))
        for each in dict.fromkeys(problem.kind for problem in problems)
    }
    full = {one: [route.full_name for route in these] for one, these in chosen.items()}
    with Store(None if store is None else Path(path("store", store))) as log:
        how: Any = {
            "runs": runs,
            "limit": limit,
            "jobs": jobs,
            "seed": seed,
            "command": command,
            "axis": axis,
        }
        for at in measure_all(log, puzzles, full, part=share(part), **how):
            report(f"{at.done} of {at.total} runs; {at.task.puzzle.name} by {at.task.route}")
        shown_names = [route.name for these in chosen.values() for route in these]
        # Of a part nothing else is in the store, and perhaps nothing of some routes.
        return summarize(log, names=shown_names if part is None else (), puzzles={one.id for one in puzzles})


def report(
    store: str | os.PathLike[str],
    routes: Sequence[str] = (),
    *,
    baseline: str | None = None,
    clock: str = "cpu",
    seed: int = 0,
    export: str | os.PathLike[str] | None = None,
    limit: float | None = None,
    html: str | os.PathLike[str] | None = None,
    figures: str | os.PathLike[str] | None = None,
) -> Report:
    """What `bench` measured, or a CSV of runs made elsewhere: medians, ratios, ranks and agreement of routes.

    Parameters
    ----------
    store : str or Path
        The file of measurements; or a CSV with the columns file, solver, seconds and status.
    routes : sequence of str
        The routes to show: names or patterns; by default all that were measured.
    baseline : str, optional
        The route that others are compared with.
    clock : str
        ``cpu`` for processor time, ``wall`` for time by the clock; of a CSV, its seconds count.
    seed : int
        The seed of the bootstrap intervals.
    export : str or Path, optional
        Of a CSV: the folder that was exported, if not its own.
    limit : float, optional
        Of a CSV: the seconds after which a run was ended.
    html : str or Path, optional
        Write one page with tables and plots to this file.
    figures : str or Path, optional
        Write each plot as .svg and .pdf into this folder.

    Returns
    -------
    Report
        As by `bench`.

    Examples
    --------
    >>> import coversat, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = coversat.bench(coversat.read("queens 6"), ["search/*"], store=folder + "/runs.db")
    ...     found = coversat.report(folder + "/runs.db")
    >>> found[0].route, found[0].solved, found.runs[0].puzzle
    ('search/backtracking', 1, 'queens')
    """
    if clock not in CLOCKS:
        raise ArgumentError(f"the clock is {' or '.join(CLOCKS)}, not {clock!r}")
    file, names, seed = path("store", store), patterns("routes", routes), whole("seed", seed)
    if file.endswith(".csv"):
        ended = seconds(limit)
        runs, notes = imported(file, None if export is None else path("export", export), ended)
        found = report_of(runs, CLOCK, ended, baseline, seed, names, "size", notes=notes)
    elif export is not None or limit is not None:
        raise ArgumentError("export and limit are of a CSV; a store states its limit")
    else:
        with Store(Path(file), create=False) as log:
            found = summarize(log, baseline, clock, seed, names)
    if not found.tables and not found.disagreements:
        raise StoreError(f"{shown(file)}: it holds no measurement")
    folder = None if figures is None else path("figures", figures)
    if html is not None:
        write_whole(path("html", html), _page_behind(found, folder), sources=[file])
    elif folder is not None:
        from .plots import write_plots

        write_plots(found, folder)
    return found


def _page_behind(found: Report, figures: str | None) -> Iterator[str]:
    """The page, whose file gets its name when the figures are there, too."""
    from .page import page  # needs the plots
    from .plots import write_plots

    yield page(found)
    if figures is not None:
        write_plots(found, figures)
