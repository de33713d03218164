"""One run of one puzzle by one route, measured in its own process; and the plan of all runs.

No limit is passed to a solver in this process: some restart after each slice of a limited search, and would
appear slower than they are. The limit is one of processor time, since on a busy machine wall time would end
runs that finish otherwise: the system's timer terminates the process even inside a library. An external
program is terminated by the process that started it, by wall-clock time. Records name no person or computer.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
import os
import platform
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from ..answering.routes import Route, find_route
from ..base import executor, programs
from ..base.arguments import cores
from ..base.deadline import Deadline
from ..base.errors import LimitReachedError, ReductionError, SolverError
from ..base.executor import Processes, Report, Result
from ..base.memory import memory_reason
from ..base.version import VERSION
from ..exchange.external import ExternalSolver
from ..problems import AnyProblem
from ..problems.cnf.rules import Cnf
from ..problems.exact_cover.rules import ExactCover, Option
from ..solvers import NO_LIMITS, Limits, Search, Solver, named_effort
from .rows import INAPPLICABLE


class Seconds(NamedTuple):
    """The time of a stage: wall clock and processor."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Measurement:
    """The result of one run, complete or partial.

    * verdict: ``unique``, ``multiple`` or ``none``; ``unknown`` for a run that was ended; ``inapplicable`` if
      the route does not take the puzzle; ``failed`` if the solver failed; ``wrong`` for an answer that
      breaks the rules.
    * reason: the reason for the last four, in words.
    * answers: a digest of each answer found, at most two.
    * values: the numbers other than 0 in an answer, if one was found: the size of the puzzle.
    * sizes, effort: `Problem.sizes` of the reduced instance; the effort counted by the solver.
    * reduce, first, proof: until the reduced instance; from there until the first answer or the proof that
      there is none; from there until a second answer or the proof that there is no other.
    * memory: the growth of the process in bytes.  None for an outside program, whose reported memory includes
      the process that started it.
    """

    verdict: str = "unknown"
    reason: str | None = None
    answers: tuple[str, ...] = ()
    values: int | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)
    effort: Mapping[str, int | float] = field(default_factory=dict)
    reduce: Seconds | None = None
    first: Seconds | None = None
    proof: Seconds | None = None
    memory: int | None = None


Tell = Callable[..., None]
"""Receives fields of a `Measurement` by name as soon as they are known."""


def warm_up(route: Route, seconds: float | None = None) -> None:
    """Import what the solver of the route imports on first use, so that imports are not measured."""
    tiny = _TINY.get(route.solver.kind)
    if tiny is not None:
        with contextlib.suppress(SolverError):  # the run will record that it cannot be used
            list(route.solver.search(tiny, _limits(route.solver, seconds)))
    gc.collect()
    gc.freeze()  # objects that existed before are not collected during the run


_TINY: dict[str, AnyProblem] = {
    "cnf": Cnf(1, ((1,),)),
    "cover": ExactCover(("item",), (), (Option("option", ("item",)),)),
}


def measure_run(problem: AnyProblem, route: Route, tell: Tell, seconds: float | None = None) -> None:
    """Reduce, find an answer, then another; every answer is decoded and checked by the rules.

    Decoding is measured, checking is not.  `seconds` is the limit of an outside program.
    """
    try:
        _measure(problem, route, tell, seconds)
    except ReductionError as error:
        tell(verdict=INAPPLICABLE, reason=str(error))
    except SolverError as error:
        tell(verdict="failed", reason=str(error))
    except (MemoryError, RecursionError) as error:
        tell(reason=type(error).__name__)


def _measure(problem: AnyProblem, route: Route, tell: Tell, seconds: float | None) -> None:
    before = _memory_now()
    watch = _Watch()
    reduction = route.reduce(problem)
    tell(reduce=watch.lap())
    tell(sizes=reduction.target.sizes())
    watch.lap()
    search: Search[Any] = route.solver.search(reduction.target, _limits(route.solver, seconds))
    answers: list[Any] = []
    for stage in ("first", "proof"):
        answer = _next_other(search, reduction.decode, answers)
        lap = watch.lap()
        grown = max(_most_memory() - before, 0) if _seconds_of_programs() == 0 else None
        decided = {stage: lap} if answer is not None or search.exhausted else {}
        tell(**decided, effort=named_effort(route.solver, search.effort), memory=grown)
        if answer is None:
            break
        wrong = problem.violations(answer)
        if wrong:
            tell(verdict="wrong", reason=f"a wrong answer: {wrong[0]}")
            return
        answers.append(answer)
        rows = problem.answer_rows(answer)
        tell(
            answers=tuple(digest(problem.identity(one)) for one in answers),
            values=sum(value != 0 for row in rows for value in row),
        )
        watch.lap()
    if len(answers) == 2:
        tell(verdict="multiple")
    elif search.exhausted:
        tell(verdict="unique" if answers else "none")
    else:
        tell(reason=search.reason)


def _limits(solver: Solver[Any, Any], seconds: float | None) -> Limits:
    return Limits(deadline=Deadline(seconds)) if isinstance(solver, ExternalSolver) else NO_LIMITS


def _next_other(search: Search[Any], decode: Callable[[Any], Any], known: list[Any]) -> Any | None:
    for found in search:
        answer = decode(found)
        if answer not in known:
            return answer
    return None


def digest(distinct: Any) -> str:
    """What identifies an answer, made from what is distinct of it; see `Problem.identity`."""
    values = sorted(distinct) if isinstance(distinct, frozenset) else distinct
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:12]


class _Watch:
    """A stop watch with laps.

    Processor time is that of the thread, since that of the process has a resolution of milliseconds while a
    timer runs, and no solver here starts threads.  The time of finished child programs is added.
    """

    def __init__(self) -> None:
        self._last = self._now()

    def lap(self) -> Seconds:
        now = self._now()
        passed = Seconds(now.wall - self._last.wall, now.cpu - self._last.cpu)
        self._last = now
        return passed

    def _now(self) -> Seconds:
        return Seconds(time.perf_counter(), time.thread_time() + _seconds_of_programs())


def _usage(of_programs: bool = False) -> Any:
    """What the system says of this process, or of the programs that it ran; None if it says nothing."""
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_CHILDREN if of_programs else resource.RUSAGE_SELF)


def _seconds_of_programs() -> float:
    usage = _usage(of_programs=True)
    return usage.ru_utime + usage.ru_stime if usage else 0.0


def _memory_now() -> int:
    """The memory of this process in bytes; 0 if the system does not report it."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return _most_memory()


def _most_memory() -> int:
    """The peak memory of this process in bytes; 0 if the system does not report it."""
    usage = _usage()
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024) if usage else 0


PATIENCE = 2.0
"""Seconds that a program may take to print its version."""

_PACKAGES = ("python-sat", "networkx", "passagemath-kissat")


def machine() -> dict[str, str | int | float | None]:
    """The processor, its cores, the system, and its load."""
    return {
        "processor": _processor(),
        "cores": cores(),
        "system": f"{platform.system()} {platform.release()}",
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                name, _, value = line.partition(":")
                if name.strip() == "model name":
                    return f"{platform.machine()} {value.strip()}"
    except OSError:
        pass
    return platform.machine()


def versions(programs: Iterable[str] = ()) -> dict[str, str]:
    """The versions of coversat, Python, solver packages and outside programs."""
    found_versions = {Path(program).name: _version(program) for program in programs}
    found = {program: version for program, version in found_versions.items() if version is not None}
    found |= {"coversat": VERSION, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def _version(program: str) -> str | None:
    try:
        ended = programs.run([program, "--version"], programs.new_folder(), deadline=Deadline(PATIENCE))
    except (programs.ProgramError, LimitReachedError):
        return None
    lines = ended.output.decode("ascii", "replace").split("\n") if ended.code == 0 else []
    return next((line.strip()[:80] for line in lines if line.strip()), None)


def git_state() -> str | None:
    """The commit of the source tree, with ``-dirty`` if files differ; None without git."""
    home = Path(__file__).resolve().parents[2]
    if not (home / ".git").exists():
        return None
    try:
        commit = _git(home, "rev-parse", "--short", "HEAD")
        return f"{commit}-dirty" if _git(home, "status", "--porcelain", "--untracked-files=no") else commit
    except (OSError, subprocess.SubprocessError):
        return None


def _git(folder: Path, *words: str) -> str:
    # Without a lock of the index, which would stay behind if git were killed.
    command = ["git", "--no-optional-locks", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=10, check=True)
    return done.stdout.strip()


@dataclass(frozen=True)
class Puzzle:
    """A problem with a name.

    * size: its position on the axis of growth; by default the number of numbers in its answer.
    """

    name: str
    problem: AnyProblem
    size: float | None = None

    @property
    def id(self) -> str:
        return sha256(f"{self.problem.kind}\n{self.problem.format()}".encode()).hexdigest()[:16]


class Task(NamedTuple):
    """One run: a puzzle, the name of a route, the number of earlier runs of these two, and the full name."""

    puzzle: Puzzle
    route: str
    repeat: int
    full_name: str


def plan(
    puzzles: Sequence[Puzzle], routes: Mapping[str, Sequence[Route]], runs: int, seed: int
) -> list[Task]:
    """Every puzzle by every route of its kind, `runs` times, in alternating order.

    The routes of one puzzle run one after the other, so that a machine that slows down is slower for all;
    their order differs for each puzzle and is reversed in every second round, so that no route always
    follows the same one.

    * routes (kind -> routes)
    * seed: the seed of the orders.
    """
    tasks = []
    orders: dict[str, list[Route]] = {}
    for puzzle in puzzles:
        order = list(routes[puzzle.problem.kind])
        random.Random(f"{seed} {puzzle.id}").shuffle(order)
        orders[puzzle.id] = order
    for repeat in range(runs):
        for puzzle in puzzles:
            order = orders[puzzle.id]
            order = order[::-1] if repeat % 2 else order
            tasks += [Task(puzzle, route.name, repeat, route.full_name) for route in order]
    return tasks


HAS_TIMER = hasattr(signal, "setitimer")
TIMES_AS_LONG = 20 if HAS_TIMER else 1
"""A run is also ended after this many times its limit in wall time: it may be waiting for something."""
START = 60.0
"""Seconds that a process may take until its run begins."""


def measure(seconds: float | None, argument: tuple[AnyProblem, str], report: Report) -> None:
    """Measure one run in a worker; report its measurements as they are known."""
    problem, name = argument
    route = find_route(problem.kind, name)
    warm_up(route, seconds)
    patience = None if seconds is None else seconds * TIMES_AS_LONG
    report({}, patience)
    if seconds is not None and HAS_TIMER:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)

    def tell(**fields: Any) -> None:
        report(fields, patience)

    try:
        measure_run(problem, route, tell, seconds)
    except Exception as error:
        tell(verdict="failed", reason=f"{type(error).__name__}: {error}")


def run_tasks(tasks: Iterable[Task], seconds: float | None, jobs: int) -> Generator[tuple[Task, Measurement]]:
    """Run each task in its own process, `jobs` at a time; yield results as they arrive.

    * seconds: processor time of each run.  A terminated run is ``unknown``, with its measurements so far.
    * jobs: concurrent runs slow each other down; processor time less than wall time.

    Raise `SolverError` or `MemoryError` if a process ends before its run begins, or for lack of memory.
    """
    waiting, running = iter(tasks), 0
    with closing(Processes(measure, seconds, jobs, fresh=True)) as processes:
        while True:
            while processes.free and (task := next(waiting, None)) is not None:
                argument = task.puzzle.problem, task.full_name
                processes.submit(executor.Task(argument, START, "its start", task))
                running += 1
            if not running:
                return
            for result in processes.results():
                running -= 1
                yield result.task.name, _measurement(result, seconds)


def _measurement(result: Result, seconds: float | None) -> Measurement:
    """The measurement; a run terminated after its verdict still has it."""
    task: Task = result.task.name
    if not result.reports:
        if result.failure == memory_reason(None):
            raise MemoryError
        raise SolverError(f"{task.route}: nothing was measured: {result.failure}")
    measured = Measurement()
    for fields in result.reports:
        measured = replace(measured, **fields)
    if result.failure is None or measured.verdict != "unknown":
        return measured
    late = result.failure == result.task.limit or (HAS_TIMER and result.code == -signal.SIGPROF)
    reason = f"{seconds:g} seconds" if late and seconds is not None else result.failure
    return replace(measured, reason=reason)
