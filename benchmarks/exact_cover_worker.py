"""One contestant of `exact_cover.py`, in a process of its own.

It reads orders from standard input: the file of a job, and the processor time it may take.  Each is answered
with a line of JSON: the seconds of processor time that the search took and the count of each problem.  What
a contestant does before it searches (reading, its tables) is not timed where its interface tells the two
apart.  A process that runs out of its time is ended by the system, in the midst of compiled code too.
"""

from __future__ import annotations

import gc
import importlib.metadata
import itertools
import json
import platform
import signal
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from exact_cover_instances import Problem, exact_cover_of

ROOT = Path(__file__).resolve().parent.parent
Run = Callable[[], list[int]]
TINY = Problem(2, 1, [[0, 2], [1], [0, 1]])  # two answers


# coversat ----------------------------------------------------------------------------------------


class Ours:
    """An engine of coversat, with its tables built; where there is a shape, one batch over it."""

    def __init__(self, engine: str) -> None:
        self.engine = engine
        self.memory: dict[str, int] = {}

    def __call__(self, job: dict[str, Any]) -> Run:
        from coversat.solvers.cover.bitset_cover import MEMO_LIMIT, PreparedCover

        limit, memo = job["limit"], MEMO_LIMIT << 2 if job["memo"] else 0
        if job["shape"]:
            shape = PreparedCover(exact_cover_of(Problem(*job["shape"])), self.engine)
            next(shape.batch(job["givens"], limit))
            self.measure([shape])
            return lambda: [len(verdict.answers) for verdict in shape.batch(job["givens"], limit)]
        prepared = [PreparedCover(exact_cover_of(Problem(*each)), self.engine) for each in job["problems"]]
        for each in prepared:
            each.first()  # tables are built when first needed
        self.measure(prepared)

        def run() -> list[int]:
            counted = [each.count(memo_limit=memo) for each in prepared]
            self.memory["peak_bytes"] = max(int(each.effort["peak_bytes"]) for each in counted)
            return [each.at_least for each in counted]

        return run

    def measure(self, prepared: list[Any]) -> None:
        """The bytes of the largest matrix and of the tables made of it; a memo comes on top in the peak."""
        self.memory = {
            "options": max(len(each.matrix.covers) for each in prepared),
            "matrix_bytes": max(size(each.matrix) for each in prepared),
            "table_bytes": max(each.engine.table_bytes() for each in prepared),
        }


def size(matrix: Any) -> int:
    """The bytes of a numbered problem: its tuples and the numbers in them, each once."""
    seen: dict[int, int] = {}
    heap: list[Any] = [matrix.covers, matrix.shares, matrix.supports]
    while heap:
        thing = heap.pop()
        if id(thing) not in seen:
            seen[id(thing)] = sys.getsizeof(thing)
            if isinstance(thing, tuple):
                heap.extend(thing)
    return sum(seen.values())


# Packages ----------------------------------------------------------------------------------------
# Each maker returns what prepares a problem; what that returns is timed: it counts, up to a limit.


def tally(answers: Iterable[object], limit: int | None) -> int:
    return sum(1 for _ in itertools.islice(answers, limit))


def each_alone(prepare: Callable[[Problem], Callable[[int | None], int]]) -> Callable[[dict[str, Any]], Run]:
    def whole(job: dict[str, Any]) -> Run:
        runs = [prepare(Problem(*each)) for each in job["problems"]]
        return lambda: [run(job["limit"]) for run in runs]

    return whole


def with_slack(p: Problem) -> list[list[int]]:
    """All items primary: each secondary item gets an option for leaving it uncovered."""
    return p.options + [[p.primary + at] for at in range(p.secondary)]


def matrix_of(p: Problem) -> Any:
    import numpy

    options = with_slack(p)
    rows = numpy.zeros((len(options), p.primary + p.secondary), dtype=numpy.int32)
    for at, option in enumerate(options):
        rows[at, option] = 1
    return rows


def items_of(p: Problem) -> dict[str, list[int]]:
    return {"primary": list(range(p.primary)), "secondary": list(range(p.primary, p.primary + p.secondary))}


def xcover_package() -> Any:
    import xcover

    return each_alone(lambda p: lambda limit: tally(xcover.covers(p.options, **items_of(p)), limit))


def xcover_zdd() -> Any:
    """The same package's decision diagram with its memo; the answers are counted over its nodes."""
    import xcover

    def count(p: Problem) -> int:
        below = [0, 1]
        for _, _, low, high in xcover.covers_zdd(p.options, **items_of(p), use_memo_cache=True):
            below.append(below[low] + below[high])
        return below[-1] if len(below) > 2 else 0

    return each_alone(lambda p: lambda limit: count(p))


def exact_cover_package() -> Any:
    import exact_cover

    def prepare(p: Problem) -> Callable[[int | None], int]:
        rows = matrix_of(p)
        return lambda limit: (
            exact_cover.get_solution_count(rows)
            if limit is None
            else len(exact_cover.get_all_solutions(rows, max_count=limit))
        )

    return each_alone(prepare)


def exact_cover_py() -> Any:
    import exact_cover_py

    def prepare(p: Problem) -> Callable[[int | None], int]:
        rows = matrix_of(p)
        return lambda limit: tally(exact_cover_py.exact_covers(rows), limit)

    return each_alone(prepare)


def dlx_package() -> Any:
    import dlx

    def prepare(p: Problem) -> Callable[[int | None], int]:
        kinds = [dlx.DLX.PRIMARY] * p.primary + [dlx.DLX.SECONDARY] * p.secondary
        links = dlx.DLX(list(enumerate(kinds)), p.options)
        return lambda limit: tally(links.solve(), limit)

    return each_alone(prepare)


def algorithm_x() -> Any:
    from algorithm_x import AlgorithmX

    def prepare(p: Problem) -> Callable[[int | None], int]:
        solver = AlgorithmX(p.primary + p.secondary)
        for option in with_slack(p):
            solver.appendRow(option)
        return lambda limit: tally(solver.solve(), limit)

    return each_alone(prepare)


OURS = ("compiled", "python")
PACKAGES: dict[str, Callable[[], Any]] = {
    "xcover": xcover_package,
    "xcover zdd": xcover_zdd,
    "exact-cover": exact_cover_package,
    "exact-cover-py": exact_cover_py,
    "dlx": dlx_package,
    "algorithm-x": algorithm_x,
}


def main(name: str) -> None:
    sys.path[0] = str(ROOT)  # not this folder, whose files are named like packages
    if name in OURS:
        from coversat.solvers.cover.bitset_cover import engines

        if name not in engines():
            return
        contestant: Any = Ours(name)
        package = "coversat"
    else:
        package = name.split()[0]
        try:
            contestant = PACKAGES[name]()
        except ImportError:
            return
    task = {"problems": [TINY], "limit": None, "memo": name == "xcover zdd", "shape": None}
    if contestant(task)() != [2]:
        return
    version = importlib.metadata.version(package)
    print(json.dumps({"version": version, "python": platform.python_version()}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        run = contestant(json.loads(Path(order["job"]).read_text()))
        gc.collect()
        signal.setitimer(signal.ITIMER_PROF, order["seconds"])
        started = time.thread_time()  # the clock of the process is coarse while a timer runs on it
        counts = run()
        seconds = time.thread_time() - started
        signal.setitimer(signal.ITIMER_PROF, 0)
        memory = getattr(contestant, "memory", {})
        print(json.dumps({"seconds": seconds, "counts": counts, "memory": memory}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
