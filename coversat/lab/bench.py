"""Measuring a plan into a store, from where it was left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import NamedTuple

from ..routing import find_route
from ..solvers.external import ExternalSolver
from .measuring import Measurement
from .plan import Puzzle, Task, plan
from .store import Store
from .workers import run_tasks


class KeptRun(NamedTuple):
    """A run that was just kept, how many of the plan are, and how many there are."""

    task: Task
    measured: Measurement
    done: int
    total: int


def bench(
    store: Store,
    puzzles: Sequence[Puzzle],
    routes: Mapping[str, Sequence[str]],
    *,
    runs: int = 1,
    limit: float | None = None,
    jobs: int = 1,
    seed: int = 0,
    command: str = "",
    axis: str | None = None,
) -> Iterator[KeptRun]:
    """Measure what of the plan the store does not hold; it goes on as this is iterated.

    Parameters
    ----------
    store : Store
    puzzles : sequence of Puzzle
        A puzzle that comes twice is measured once.
    routes : kind -> names of routes
    runs : int
        How often each puzzle is run by each route.
    limit : float, optional
        Processor seconds of each run.
    jobs : int
        Runs at the same time.
    seed : int
        The seed of the order of routes.
    command, axis : str
        As `Store.begin` and `Store.prepare` keep them.

    Raises
    ------
    StoreError
        When the store was begun with another limit.
    SolverError
        When a process cannot begin.
    """
    different = list({puzzle.id: puzzle for puzzle in puzzles}.values())
    store.prepare(different, limit, axis)
    tasks = plan(different, routes, runs, seed)
    left = [task for task in tasks if not store.has(task)]
    if not left:
        return
    session = store.begin(command, seed, sorted(_programs(routes)))
    done = len(tasks) - len(left)
    with closing(run_tasks(left, limit, jobs)) as results:
        for task, measured in results:
            store.add(session, task, measured)
            done += 1
            yield KeptRun(task, measured, done, len(tasks))


def _programs(routes: Mapping[str, Sequence[str]]) -> set[str]:
    """The programs of their own that the routes run."""
    solvers = {find_route(kind, name).solver for kind, names in routes.items() for name in names}
    return {solver.words[0] for solver in solvers if isinstance(solver, ExternalSolver)}
