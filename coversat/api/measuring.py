"""Comparing and measuring: routes side by side, sets of puzzles, stored measurements, structure.

Results are sequences of flat records with documented fields.  They print as the commands do, and have
``rows()``, ``to_csv()``, ``to_jsonl()`` and, if pandas is installed, ``to_pandas()``.  Figures have the same
name in each of them, and in the command line's JSON and CSV; `schema` describes them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ..answers.choosing import chosen_paths, chosen_routes
from ..answers.routes import Route
from ..answers.sets.entries import Entries
from ..answers.sets.folders import files_in
from ..base.arguments import path, patterns, seconds, whole, whole_or_none
from ..base.deadline import Deadline
from ..base.errors import ArgumentError
from ..base.files import shown, write_whole
from ..comparing import bench as benching
from ..comparing import compare as comparing
from ..comparing.bench import Store, StoreError
from ..comparing.compare import Comparison, Measure
from ..comparing.measuring import Puzzle
from ..comparing.proof_size import proof_size
from ..comparing.report import Report
from ..comparing.shuffling import Shuffles
from ..comparing.structure import Structures, structures
from ..comparing.summary import summarize
from ..problems import AnyProblem, Problem, Wanted
from ..problems.networks import MOST_EDGES
from ..solvers import Limits
from .sources import Source, read


def compare(
    source: Source,
    routes: Sequence[str] = (),
    *,
    kind: str | None = None,
    limit: int = 2,
    timeout: float | None = 60.0,
    nodes: int | None = None,
    proofs: bool = False,
    shuffles: int = 0,
    seed: int = 0,
) -> Comparison:
    """Compare routes on a problem, or on each in a file: sizes, effort, seconds, and whether they agree.

    Parameters
    ----------
    source : Problem, str or Path
    routes : sequence of str
        Names and patterns, such as ``cnf:minimal`` or ``cover/*``; by default, one route for each reduction.
    kind : str, optional
        The kind of problem in a text.
    limit : int
        The number of answers to find.
    timeout, nodes
        For each route.
    proofs : bool
        Measure what a SAT solver learns from each formula, and the proof that there is no other answer.
    shuffles : int
        Solve this many copies of each formula or cover in another order.
    seed : int
        The seed of these orders.

    Returns
    -------
    Comparison
        A sequence of `Row`, one for each problem and route.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.compare("queens 6", ["cover/*dancing*", "search/*"])
    >>> found.verdict, [row.route for row in found]
    ('all routes agree', ['cover/dancing-links', 'search/backtracking'])
    >>> found[0].variables_or_items, found[0].effort_unit, found[0].status
    (34, 'nodes', 'multiple')
    """
    names = patterns("routes", routes)
    limits = Limits(whole_or_none("limit", limit), whole_or_none("nodes", nodes), Deadline(seconds(timeout)))
    measures: list[Measure] = [proof_size] if proofs else []
    if whole("shuffles", shuffles, 0):
        measures.append(Shuffles(shuffles, whole("seed", seed, None)))
    found, chosen = [], _RoutesByKind(names)
    for name, problem in _named(source, kind):
        found.append(comparing.compare(problem, chosen.of(problem), limits, name=name, measures=measures))
    return comparing.together(found, limit)


class _RoutesByKind:
    """The chosen routes of each problem; those that are named are looked up once for a kind."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._known: dict[str, list[Route]] = {}

    def of(self, problem: AnyProblem) -> list[Route]:
        if not self._names:
            return chosen_routes(problem.kind, (), (), problem)
        if problem.kind not in self._known:
            self._known[problem.kind] = chosen_routes(problem.kind, self._names)
        return self._known[problem.kind]


def _named(source: Source, kind: str | None) -> list[tuple[str, AnyProblem]]:
    """Every problem in a source with a name: that of the file, or the kind, and its number."""
    problems = read(source, kind)
    is_file = isinstance(source, (str, os.PathLike)) and "\n" not in os.fspath(source)
    if is_file and os.path.exists(source):
        return [(f"{shown(os.fspath(source))} #{number}", one) for number, one in enumerate(problems, 1)]
    if len(problems) == 1:
        return [(problems[0].kind, problems[0])]
    return [(f"{one.kind} #{number}", one) for number, one in enumerate(problems, 1)]


def bench(
    sets: Sequence[str | os.PathLike[str] | AnyProblem] | str | os.PathLike[str] | AnyProblem,
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
) -> Report:
    """Measure every puzzle by every chosen route, each run in its own process.

    Parameters
    ----------
    sets : files, folders or problems, or one of these
        Of a folder, files in no known form are left out.
    routes : sequence of str
        Names and patterns, as for `compare`.
    kind : str, optional
        The kind of problem in the files.
    runs : int
        The number of runs of each puzzle by each route.
    timeout : float, optional
        Processor seconds of each run.
    jobs : int
        The number of runs at the same time.
    seed : int
        The seed of the order of runs.
    store : str or Path, optional
        The file that keeps the measurements; runs that it has are not measured again.
    sizes : mapping, optional
        The sizes of puzzles by name, for growth; by default the numbers in an answer.
    axis : str, optional
        What these sizes mean.

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
    names = patterns("routes", routes)
    found = [_sized(one, sizes or {}) for one in puzzles_of(sets, kind, seconds(timeout))]
    if not found:
        raise StoreError("there is no puzzle to measure")
    chosen = bench_routes(found, names)
    settings = {
        "runs": whole("runs", runs),
        "jobs": whole("jobs", jobs),
        "seed": whole("seed", seed, None),
    }
    with Store(None if store is None else Path(path("store", store))) as log:
        full = {one: [route.full_name for route in these] for one, these in chosen.items()}
        for _ in benching.bench(log, found, full, limit=timeout, axis=axis, **settings):  # type: ignore[arg-type]
            pass
        shown_names = [route.name for these in chosen.values() for route in these]
        return summarize(log, names=shown_names, puzzles={one.id for one in found})


def bench_routes(
    puzzles: Sequence[Puzzle], names: Sequence[str], commands: Sequence[str] = ()
) -> dict[str, list[Route]]:
    """The chosen routes of each kind that is among the puzzles."""
    kinds = dict.fromkeys(puzzle.problem.kind for puzzle in puzzles)
    problems = {one: [puzzle.problem for puzzle in puzzles if puzzle.problem.kind == one] for one in kinds}
    return {one: chosen_routes(one, names, commands, *problems[one]) for one in kinds}


def _sized(puzzle: Puzzle, sizes: Mapping[str, float]) -> Puzzle:
    return Puzzle(puzzle.name, puzzle.problem, sizes[puzzle.name]) if puzzle.name in sizes else puzzle


def puzzles_of(
    sets: Sequence[str | os.PathLike[str] | AnyProblem] | str | os.PathLike[str] | AnyProblem,
    kind: str | None,
    timeout: float | None,
) -> Iterator[Puzzle]:
    """The puzzles in files, folders and problems; raises the first error."""
    given = [sets] if isinstance(sets, (str, os.PathLike, Problem)) else sets
    for number, one in enumerate(given, 1):
        if isinstance(one, Problem):
            yield Puzzle(one.kind if len(given) == 1 else f"{one.kind} #{number}", one)
            continue
        files, _ = files_in([path("a set", one)], Wanted(kind))
        for entry in Entries(files, Wanted(kind), timeout):
            yield Puzzle(shown(entry.name), entry.problem())


def report(
    store: str | os.PathLike[str],
    routes: Sequence[str] = (),
    *,
    baseline: str | None = None,
    clock: str = "cpu",
    seed: int = 0,
    html: str | os.PathLike[str] | None = None,
) -> Report:
    """What `bench` measured: medians, ratios, ranks and agreement of the routes.

    Parameters
    ----------
    store : str or Path
        The file of measurements.
    routes : sequence of str
        Names and patterns of routes; by default all that were measured.
    baseline : str, optional
        The route that others are compared with.
    clock : str
        ``cpu`` for processor time, ``wall`` for time by the clock.
    seed : int
        The seed of the bootstrap intervals.
    html : str or Path, optional
        Write one page with tables and plots to this file.

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
    if clock not in ("cpu", "wall"):
        raise ArgumentError(f"the clock is cpu or wall, not {clock!r}")
    file = path("store", store)
    with Store(Path(file), create=False) as log:
        found = summarize(log, baseline, clock, whole("seed", seed, None), patterns("routes", routes))
        if not log.records():
            raise StoreError(f"{shown(file)}: it holds no measurement")
    if html is not None:
        from ..comparing.page import page

        write_whole(path("html", html), [page(found)], sources=[file])
    return found


def metrics(
    source: Source,
    routes: Sequence[str] = (),
    *,
    kind: str | None = None,
    treewidth: float | None = None,
    edges: int = MOST_EDGES,
    timeout: float | None = None,
) -> Structures:
    """Measure the structure of what a problem, or each in a file, is reduced to.

    Parameters
    ----------
    source : Problem, str or Path
    routes : sequence of str
        Names and patterns of reductions; by default the usual one.
    kind : str, optional
        The kind of problem in a text.
    treewidth : float, optional
        Seconds of search for a bound of the treewidth.
    edges : int
        Graphs with more edges are not measured.
    timeout : float, optional

    Returns
    -------
    Structures
        A sequence of `Structure`, one for each problem and reduction.

    Raises
    ------
    ReductionError
        If there is one problem and one reduction, which does not take it.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.metrics("queens 6", ["cnf:*", "cover"])
    >>> found[-1].reduction, found[-1].variables_or_items, found[-1].nodes
    ('cover', 34, 70)
    """
    with Deadline(seconds(timeout)).enforced():
        problems = _named(source, kind)
        names = patterns("routes", routes)
        kinds = dict.fromkeys(problem.kind for _, problem in problems)
        path = {one: chosen_paths(one, names) if names else [] for one in kinds}
        return structures(problems, path, seconds(treewidth), whole("edges", edges, 0))
