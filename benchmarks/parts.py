"""One large question by one process and by two, and one that is killed on its way.

    python benchmarks/parts.py
    python benchmarks/parts.py --long --results table.md

Elapsed and processor seconds, the medians of three runs in turns; it wants a machine with two idle cores.
*Two at once* is what the machine allows: how much more two processes do that have nothing to do with one
another, each the whole.
Every figure is compared with the published one.  ``--long``: what takes minutes, too.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from peers.table import write_section

from coversat.answering import questions as answers
from coversat.answering.parts.answering import in_parts
from coversat.answering.parts.divide import Workers
from coversat.answering.routes import find_route
from coversat.problems import AnyProblem, Langford, Latin, Queens, read
from coversat.solvers import Limits
from coversat.solvers.findings import Findings

TITLE = "## One question in parts"
RUNS = 3
WORKERS = 2
COVER = "cover/bitset"
KILLS = 5


class Case(NamedTuple):
    """A count, and the published figure."""

    problem: AnyProblem
    figure: int
    memo: int | None = None


def pentominoes(rows: int, columns: int) -> AnyProblem:
    (problem,) = read("polyomino turn flip\n" + f"{'.' * columns}\n" * rows + "pentominoes\n").problems
    return problem


def latin(order: int) -> Latin:
    return Latin(((None,) * order,) * order)


CASES = {
    "pentominoes 6x10, visited": Case(pentominoes(6, 10), 9356, 0),
    "15 queens, visited": Case(Queens(15), 2_279_184, 0),
    "Langford 15, visited": Case(Langford(15), 2 * 39_809_640, 0),
    "Latin squares of order 6, by memo": Case(latin(6), 812_851_200),
}
LONG = {
    "17 queens, visited": Case(Queens(17), 95_815_104, 0),
}
KILLED = 17, 95_815_104
"""So many queens, and their answers: more than a minute of one core."""


class Run(NamedTuple):
    """What one run took, in seconds, and the processors' for it."""

    elapsed: float
    used: float


def measured(case: Case, ask: Callable[[], Findings[Any] | None]) -> Run:
    """What a question takes, whose figure must be right."""
    before, began = _processor(), time.perf_counter()
    found = ask()
    elapsed, after = time.perf_counter() - began, _processor()
    assert found is not None
    assert (found.at_least, found.exhausted) == (case.figure, True), found
    return Run(elapsed, after - before)


def _processor() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def alone(case: Case) -> Findings[Any] | None:
    """By one process: the search as it is."""
    route = find_route(case.problem.kind, COVER)
    return answers.count(case.problem, route, Limits(memo=case.memo))


def together(case: Case) -> Findings[Any] | None:
    """By two workers."""
    route = find_route(case.problem.kind, COVER)
    return in_parts("count", case.problem, route, Limits(memo=case.memo), Workers(WORKERS))


def at_once(case: Case) -> float:
    """The seconds until as many processes as there are workers have done the whole, each by itself."""
    processes = [multiprocessing.Process(target=alone, args=(case,)) for _ in range(WORKERS)]
    began = time.perf_counter()
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return time.perf_counter() - began


def rows(cases: dict[str, Case], runs: int) -> Iterator[str]:
    """The table."""
    yield "| | one: elapsed | processor | two: elapsed | processor | times faster | two at once |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for name, case in cases.items():
        ones, twos, both = [], [], []
        for _ in range(runs):
            ones.append(measured(case, lambda case=case: alone(case)))
            twos.append(measured(case, lambda case=case: together(case)))
            both.append(at_once(case))
        (one, used), (two, shared) = (
            (statistics.median(run.elapsed for run in those), statistics.median(run.used for run in those))
            for those in (ones, twos)
        )
        figures = one, used, two, shared, one / two, WORKERS * one / statistics.median(both)
        yield f"| {name} | {' | '.join(f'{figure:.2f}' for figure in figures)} |"


def killed(seed: int) -> str:
    """A count that is killed on its way, and gone on with each time."""
    size, figure = KILLED
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        puzzle, out = Path(folder, "queens.txt"), Path(folder, "out.jsonl")
        puzzle.write_text(f"queens {size}\n")
        words = [sys.executable, "-m", "coversat", "count", str(puzzle), "--memo-limit", "0"]
        words += ["--jobs", str(WORKERS), "--out", str(out), "--resume"]
        lived, began = 0.0, time.perf_counter()
        for _ in range(KILLS):
            alive = chance.uniform(2.0, 5.0)
            with subprocess.Popen(words, stderr=subprocess.DEVNULL) as running:
                time.sleep(alive)
                assert running.poll() is None, "it ended before it was killed"
                running.send_signal(signal.SIGKILL)
            lived += alive
        subprocess.run(words, stderr=subprocess.DEVNULL, check=True)
        took = time.perf_counter() - began
        row = json.loads(out.read_text())
        assert (row["count"], row["exact"]) == (figure, True), row
        assert not Path(f"{out}.parts").exists()
    return (
        f"{size} queens, visited by {WORKERS} workers, killed {KILLS} times (SIGKILL, within {lived:.1f} s) "
        f"and gone on with each time: {figure:,} after {took:.1f} s in all."
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--long", action="store_true", help="what takes minutes, too, once")
    parser.add_argument("--only", default="", help="cases whose name has this in it")
    parser.add_argument("--killed", action="store_true", help="only what is killed on its way")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--results", type=Path, help="the file whose section this is to be")
    asked = parser.parse_args()
    lines = []
    for cases, runs in ((CASES if not asked.killed else {}, asked.runs), (LONG if asked.long else {}, 1)):
        chosen = {name: case for name, case in cases.items() if asked.only in name}
        for line in rows(chosen, runs) if chosen else ():
            print(line, flush=True)
            if line not in lines:
                lines.append(line)
    if not asked.only:
        lines += ["", killed(seed=1)]
        print(lines[-1])
    if asked.results is not None:
        head = f"`benchmarks/parts.py`; seconds, medians of {asked.runs} runs in turns, of long ones one run."
        write_section(asked.results, TITLE, [head, "", *lines])


if __name__ == "__main__":
    main()
