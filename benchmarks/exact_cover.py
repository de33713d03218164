"""Exact cover engines side by side: ours, the Python packages that are installed, any outside program.

    python benchmarks/exact_cover.py
    python benchmarks/exact_cover.py --peers-python other/bin/python --program 'dlx1' --json results.json

The instances are made here, from a seed.  Every contestant gets the same items and options, in the same
order; contestants take turns, and medians are printed.  A package runs in a process of its own, of the
interpreter given with ``--peers-python``, and only its search is timed, after a warm-up; an outside program
reads Knuth's text and is timed as a process, less the time it takes for a problem of one option.  All times
are processor time, which other work on the machine disturbs least.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import resource
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEERS = ("xcover", "exact-cover", "exact-cover-py")


@dataclass(frozen=True)
class Job:
    """A task: one or several problems, what to do with each, and for which contestants it is meant."""

    name: str
    problems: tuple[object, ...]  # ExactCover
    limit: int | None = None  # stop at so many answers; None: visit them all
    memo: bool = False  # count with all means, not answer by answer


# Instances ---------------------------------------------------------------------------------------


def cover_of(primary: list[str], secondary: list[str], options: list[list[str]]) -> object:
    from coversat.problems.exact_cover import ExactCover, Option

    return ExactCover(
        tuple(primary), tuple(secondary), tuple(Option(" ".join(items), tuple(items)) for items in options)
    )


def queens(n: int) -> object:
    """Queens in organ-pipe order, as Knuth gives them to his program."""
    order = sorted(range(n), key=lambda i: abs(2 * i - n + 1))
    primary = [f"{kind}{i}" for i in order for kind in "rc"]
    secondary = [f"{kind}{i}" for kind in "ab" for i in range(2 * n - 1)]
    options = [[f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c + n - 1}"] for r in order for c in order]
    return cover_of(primary, secondary, options)


def langford(n: int) -> object:
    primary = [str(d) for d in range(1, n + 1)] + [f"s{i}" for i in range(2 * n)]
    options = [[str(d), f"s{i}", f"s{i + d + 1}"] for d in range(1, n + 1) for i in range(2 * n - d - 1)]
    return cover_of(primary, [], options)


def dominoes(rows: int, columns: int) -> object:
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    pairs = [((r, c), o) for r, c in cells for o in ((r, c + 1), (r + 1, c)) if o in set(cells)]
    return cover_of([f"{r},{c}" for r, c in cells], [], [[f"{r},{c}" for r, c in pair] for pair in pairs])


PENTOMINOES = {
    "F": "01 02 10 11 21", "I": "00 01 02 03 04", "L": "00 10 20 30 31", "N": "01 11 20 21 30",
    "P": "00 01 10 11 20", "T": "00 01 02 11 21", "U": "00 02 10 11 12", "V": "00 10 20 21 22",
    "W": "00 10 11 21 22", "X": "01 10 11 12 21", "Y": "01 10 11 21 31", "Z": "00 01 11 21 22",
}  # fmt: skip


def pentominoes(rows: int, columns: int) -> object:
    options = []
    for name, text in PENTOMINOES.items():
        cells = [(int(cell[0]), int(cell[1])) for cell in text.split()]
        shapes = set()
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            for turned in (cells, [(r, -c) for r, c in cells]):
                top, left = min(r for r, _ in turned), min(c for _, c in turned)
                shapes.add(tuple(sorted((r - top, c - left) for r, c in turned)))
        for shape in sorted(shapes):
            for r in range(rows):
                for c in range(columns):
                    place = [(r + a, c + b) for a, b in shape]
                    if all(a < rows and b < columns for a, b in place):
                        options.append([name, *(f"{a},{b}" for a, b in place)])
    return cover_of([*PENTOMINOES, *(f"{r},{c}" for r in range(rows) for c in range(columns))], [], options)


def sudoku_options() -> tuple[list[str], list[list[str]]]:
    """The items and options of the empty sudoku; option 81 r + 9 c + d - 1 writes d in cell (r, c)."""
    options = [
        [f"p{r}{c}", f"r{r}{d}", f"c{c}{d}", f"b{r // 3 * 3 + c // 3}{d}"]
        for r in range(9)
        for c in range(9)
        for d in range(9)
    ]
    return [f"{kind}{a}{b}" for kind in "prcb" for a in range(9) for b in range(9)], options


def left_of(items: list[str], options: list[list[str]], given: list[int]) -> object:
    """The problem that is left when options are given."""
    gone = {item for at in given for item in options[at]}
    kept = [option for option in options if not gone & set(option)]
    return cover_of([item for item in items if item not in gone], [], kept)


def minimal_sudokus(count: int, seed: int) -> list[list[int]]:
    """Given options of sudokus with one solution that lose it with any clue."""
    from coversat.solvers.bitset_cover import PreparedCover

    items, options = sudoku_options()
    prepared = PreparedCover(cover_of(items, [], options))
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        given = list(random_answer(prepared, rng))
        rng.shuffle(given)
        found.append(minimised(given, lambda fewer: len(prepared.batch([fewer])[0].answers) == 1))
    return found


def random_answer(prepared: object, rng: random.Random) -> tuple[int, ...]:
    """An answer reached by forcing random options as long as there is one."""
    forced: list[int] = []
    while True:
        answer = prepared.first(forced)
        free = [at for at in range(prepared.matrix.option_count) if at not in set(forced)]
        for at in rng.sample(free, 12):
            if prepared.first([*forced, at]) is not None:
                forced.append(at)
        if len(forced) > 12:
            return tuple(answer)


def minimised(given: list[int], unique: Callable[[list[int]], bool]) -> list[int]:
    for at in list(given):
        fewer = [other for other in given if other != at]
        if unique(fewer):
            given = fewer
    return sorted(given)


def sudominoku_shape() -> tuple[list[str], list[list[str]], list[list], object]:
    """Items, options and placements of the empty sudominoku, and its cover projected on the digits."""
    from coversat.problems.exact_cover import ExactCover, Option

    def covered(r: int, c: int, d: int) -> list[str]:
        return [f"p{r}{c}", f"r{r}{d}", f"c{c}{d}", f"b{r // 3 * 3 + c // 3}{d}"]

    items = [f"{kind}{a}{b}" for kind in "prcb" for a in range(9) for b in range(9)]
    items += [f"d{a}{b}" for a in range(9) for b in range(a + 1, 9)] + [f"s{d}" for d in range(9)]
    laid = [[((r, c), d)] for r in range(9) for c in range(9) for d in range(9)]
    for r in range(9):
        for c in range(9):
            for other in ((r, c + 1), (r + 1, c)):
                if max(other) < 9:
                    laid += [[((r, c), a), (other, b)] for a in range(9) for b in range(9) if a != b]
    options, coloured = [], []
    for placement in laid:
        names = [item for (r, c), d in placement for item in covered(r, c, d)]
        digits = sorted(d for _, d in placement)
        names.append(f"s{digits[0]}" if len(digits) == 1 else f"d{digits[0]}{digits[1]}")
        options.append(names)
        colours = tuple((f"x{r}{c}", str(d)) for (r, c), d in placement)
        coloured.append(Option(" ".join(names), tuple(names), colours))
    shown = tuple(f"x{r}{c}" for r in range(9) for c in range(9))
    return items, options, laid, ExactCover(tuple(items), shown, tuple(coloured), shown)


def minimal_sudominokus(count: int, seed: int) -> list[list[int]]:
    """Given options of puzzles with one grid, which lose it with any given domino; a SAT solver judges."""
    from coversat.setter.clock import Clock
    from coversat.setter.generators.sudominoku import attempt
    from coversat.setter.generators.wish import Wish

    _, _, laid, _ = sudominoku_shape()
    places = {tuple(sorted(placement)): at for at, placement in enumerate(laid)}
    rng = random.Random(seed)
    found: list[list[int]] = []
    while len(found) < count:
        puzzle = attempt(Wish(), rng, Clock())
        if puzzle is None:
            continue  # a grid that cannot be laid with the dominoes
        given = [[(cell, digit - 1)] for digit, cell in enumerate(puzzle.singles, 1)]
        for domino in puzzle.dominoes:
            given.append([(cell, d - 1) for cell, d in zip(domino.cells, domino.digits, strict=True)])
        found.append(sorted(places[tuple(sorted(placement))] for placement in given))
    return found


# Contestants -------------------------------------------------------------------------------------


def ours(engine: str, timeout: float) -> Callable[[Job], tuple[float, int]]:
    from coversat.solvers.bitset_cover import MEMO_LIMIT, PreparedCover
    from coversat.solvers.solver import Limits

    def run(job: Job) -> tuple[float, int]:
        prepared = [PreparedCover(problem, engine) for problem in job.problems]
        for each in prepared:
            each.first()  # tables are built when first needed
        limits = Limits(seconds=timeout)
        memo = MEMO_LIMIT << 2 if job.memo else 0
        started, count = time.process_time(), 0
        for each in prepared:
            if job.limit is not None:
                search = each.answers(job.limit, limits=limits)
                count, ended = count + sum(1 for _ in search), search.reason in (None, f"{job.limit} answers")
            else:
                counted = each.count(memo_limit=memo, limits=limits)
                count, ended = count + counted.count, counted.exhausted
            if not ended:
                return float("inf"), count
        return time.process_time() - started, count

    return run


def outside(command: str, timeout: float) -> Callable[[Job], tuple[float, int]]:
    """A program that reads Knuth's text; its count is not asked for."""

    def once(text: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            shlex.split(command), input=text.encode(), capture_output=True, check=False, timeout=timeout
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def run(job: Job) -> tuple[float, int]:
        texts = [knuth(problem) for problem in job.problems]
        idle = statistics.median(once("a\na\n") for _ in range(9))
        return sum(max(0.0, once(text) - idle) for text in texts), -1

    return run


def knuth(problem: object) -> str:
    """Knuth's text with item names as short as his programs want them."""
    names = {item: format(at, "x") for at, item in enumerate((*problem.primary, *problem.secondary))}
    head = " ".join(names[item] for item in problem.primary)
    if problem.secondary:
        head += " | " + " ".join(names[item] for item in problem.secondary)
    return "\n".join([head, *(" ".join(names[i] for i in o.items) for o in problem.options)]) + "\n"


def package(python: str, name: str, timeout: float) -> Callable[[Job], tuple[float, int]]:
    """A Python package, in a process of its own."""

    def run(job: Job) -> tuple[float, int]:
        problems = []
        for problem in job.problems:
            places = {item: at for at, item in enumerate((*problem.primary, *problem.secondary))}
            problems.append(
                {
                    "primary": len(problem.primary),
                    "secondary": len(problem.secondary),
                    "options": [[places[item] for item in option.items] for option in problem.options],
                }
            )
        text = json.dumps({"problems": problems, "limit": job.limit})
        done = subprocess.run(
            [python, __file__, "--worker", name], input=text, capture_output=True, text=True, timeout=timeout
        )
        seconds, count = json.loads(done.stdout.splitlines()[-1])
        return seconds, count

    return run


def worker(name: str) -> None:
    """Solve what stands on standard input with one package; seconds and count go to standard output."""
    sys.path.pop(0)  # this file has the name of a package
    task = json.load(sys.stdin)
    solve = WORKERS[name]()
    list(solve({"primary": 2, "secondary": 1, "options": [[0, 2], [1], [0, 1]]}))
    seconds, count = 0.0, 0
    for problem in task["problems"]:
        answers = solve(problem)
        started = time.process_time()
        for found, _ in enumerate(answers, 1):
            count += 1
            if found == task["limit"]:
                break
        seconds += time.process_time() - started
    print(json.dumps([seconds, count]))


def xcover_worker() -> Callable[[dict], Iterator[object]]:
    import xcover

    return lambda p: xcover.covers(
        p["options"],
        primary=list(range(p["primary"])),
        secondary=list(range(p["primary"], p["primary"] + p["secondary"])),
    )


def matrix_of(p: dict) -> object:
    """The 0/1 matrix; secondary items become primary with an option each for leaving them uncovered."""
    import numpy

    width = p["primary"] + p["secondary"]
    rows = numpy.zeros((len(p["options"]) + p["secondary"], width), dtype=numpy.int32)
    for at, option in enumerate(p["options"]):
        rows[at, option] = 1
    for at in range(p["secondary"]):
        rows[len(p["options"]) + at, p["primary"] + at] = 1
    return rows


def exact_cover_worker() -> Callable[[dict], Iterator[object]]:
    import exact_cover

    def solve(p: dict) -> Iterator[object]:
        rows = matrix_of(p)
        return lazily(lambda: exact_cover.get_all_solutions(rows))

    return solve


def exact_cover_py_worker() -> Callable[[dict], Iterator[object]]:
    import exact_cover_py

    def solve(p: dict) -> Iterator[object]:
        rows = matrix_of(p)
        return lazily(lambda: exact_cover_py.exact_covers(rows))

    return solve


def lazily(answers: Callable[[], Iterator[object]]) -> Iterator[object]:
    """The answers of a call that is made, and so timed, when the first is asked for."""
    yield from answers()


WORKERS = {
    "xcover": xcover_worker,
    "exact-cover": exact_cover_worker,
    "exact-cover-py": exact_cover_py_worker,
}


# The run -----------------------------------------------------------------------------------------


def jobs(seed: int, only: str = "") -> Iterator[Job]:
    """The tasks whose name holds `only`; no others are generated."""
    for name, make, limit, memo in (
        ("queens 12, every answer", lambda: (queens(12),), None, False),
        ("Langford 11, every answer", lambda: (langford(11),), None, False),
        ("50 minimal sudokus, unique?", lambda: open_sudokus(50, seed), 2, False),
        ("10 minimal Sudominoku, every cover", lambda: open_sudominokus(10, seed), None, False),
        ("pentominoes 6x10, every answer", lambda: (pentominoes(6, 10),), None, False),
        ("dominoes 8x8, counted", lambda: (dominoes(8, 8),), None, True),
        ("dominoes 12x12, counted", lambda: (dominoes(12, 12),), None, True),
        ("dominoes 16x16, counted", lambda: (dominoes(16, 16),), None, True),
    ):
        if only in name:
            yield Job(name, make(), limit, memo)


def open_sudokus(count: int, seed: int) -> tuple[object, ...]:
    items, options = sudoku_options()
    return tuple(left_of(items, options, given) for given in minimal_sudokus(count, seed))


def open_sudominokus(count: int, seed: int) -> tuple[object, ...]:
    items, options, _, _ = sudominoku_shape()
    return tuple(left_of(items, options, given) for given in minimal_sudominokus(count, seed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worker", choices=sorted(WORKERS), help=argparse.SUPPRESS)
    parser.add_argument("--peers-python", default=sys.executable, help="the interpreter with the packages")
    parser.add_argument("--program", action="append", default=[], help="a command that reads Knuth's text")
    parser.add_argument("--only", default="", help="jobs whose name holds this")
    parser.add_argument("--skip", default="", help="contestants to leave out, with commas")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for a package or a program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the results there")
    options = parser.parse_args()
    if options.worker:
        worker(options.worker)
        return
    sys.path.insert(0, str(ROOT))
    from coversat.solvers.bitset_cover import engines

    contestants = {f"coversat {engine}": ours(engine, options.timeout) for engine in engines()}
    contestants |= {name: package(options.peers_python, name, options.timeout) for name in PEERS}
    contestants |= {command: outside(command, options.timeout) for command in options.program}
    for name in filter(None, options.skip.split(",")):
        contestants.pop(name, None)
    results = []
    print(f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}")
    for job in jobs(options.seed, options.only):
        times: dict[str, list[float]] = {name: [] for name in contestants}
        counts: dict[str, int] = {}
        for _ in range(options.rounds):
            for name, run in contestants.items():
                if times[name] and (times[name][0] == float("inf") or sum(times[name]) > options.timeout):
                    continue
                try:
                    seconds, counts[name] = run(job)
                except (subprocess.TimeoutExpired, IndexError, ValueError):
                    seconds = float("inf")  # too slow, not installed or out of memory
                times[name].append(seconds)
        for name, measured in times.items():
            median = statistics.median(measured)
            results.append({"job": job.name, "who": name, "seconds": median, "count": counts.get(name)})
            print(f"{job.name:36} {name:22} {median * 1000:12.3f} ms  {counts.get(name, '')}", flush=True)
        if options.json:  # after each job, so that a run cut short leaves what it has
            options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
