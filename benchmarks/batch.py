"""Checking sets of sudokus for exactly one answer: coversat's batch beside the ways people do it.

    python benchmarks/batch.py
    python benchmarks/batch.py --peers-python other/bin/python --set puzzles.txt --json results.json

The sets are made here, from a seed: minimal puzzles (no given can go), and easy ones.  ``--set`` adds a
file of one-line sudokus with one answer each.  Every contestant gets the lines and must say of each how
many answers it has, up to two.  Each runs in a process of its own, is warmed up, and they take turns; times
are processor time, medians of the rounds, which other work on the machine disturbs least.  Slow ones get
the first puzzles of a set only.  Packages that the interpreter of ``--peers-python`` lacks are left out.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from machine import machine

ROOT = Path(__file__).resolve().parent.parent
CELLS = [(r, c) for r in range(9) for c in range(9)]
Count = Callable[[list[str]], list[int]]


# Contestants: each is made once and then counts the answers of each line, up to two ------------------------


def variable(r: int, c: int, d: int) -> int:
    return 81 * r + 9 * c + d


def units() -> Iterator[list[tuple[int, int]]]:
    for n in range(9):
        yield [(n, c) for c in range(9)]
        yield [(r, n) for r in range(9)]
        yield [(3 * (n // 3) + r, 3 * (n % 3) + c) for r in range(3) for c in range(3)]


def clauses() -> list[list[int]]:
    """The formula of every tutorial: each cell one digit, each digit once in a row, column and box."""
    found = []
    for r, c in CELLS:
        found.append([variable(r, c, d) for d in range(1, 10)])
        found += [
            [-variable(r, c, d), -variable(r, c, e)] for d, e in itertools.combinations(range(1, 10), 2)
        ]
    for unit in units():
        for d in range(1, 10):
            found.append([variable(*cell, d) for cell in unit])
            found += [[-variable(*a, d), -variable(*b, d)] for a, b in itertools.combinations(unit, 2)]
    return found


def givens(line: str) -> list[tuple[int, int, int]]:
    return [(at // 9, at % 9, int(digit)) for at, digit in enumerate(line) if digit not in "0."]


def pysat_tutorial() -> Count:
    from pysat.solvers import Cadical153

    def count(line: str) -> int:
        with Cadical153(bootstrap_with=clauses() + [[variable(*given)] for given in givens(line)]) as solver:
            if not solver.solve():
                return 0
            solver.add_clause([-literal for literal in solver.get_model() if literal > 0])
            return 1 + solver.solve()

    return lambda lines: list(map(count, lines))


def pysat_cached() -> Count:
    from pysat.solvers import Cadical153

    formula = clauses()

    def count(line: str) -> int:
        with Cadical153(bootstrap_with=formula) as solver:
            known = [variable(*given) for given in givens(line)]
            if not solver.solve(assumptions=known):
                return 0
            solver.add_clause([-literal for literal in solver.get_model() if literal > 0])
            return 1 + solver.solve(assumptions=known)

    return lambda lines: list(map(count, lines))


def pycosat_cached() -> Count:
    import pycosat

    formula = clauses()

    def count(line: str) -> int:
        units = [[variable(*given)] for given in givens(line)]
        return len(list(itertools.islice(pycosat.itersolve(formula + units), 2)))

    return lambda lines: list(map(count, lines))


def ortools() -> Count:
    from ortools.sat.python import cp_model

    class Two(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1
            if self.found == 2:
                self.stop_search()

    def count(line: str) -> int:
        model = cp_model.CpModel()
        known = {(r, c): d for r, c, d in givens(line)}
        cell = {at: model.new_int_var(known.get(at, 1), known.get(at, 9), "") for at in CELLS}
        for unit in units():
            model.add_all_different([cell[at] for at in unit])
        solver, two = cp_model.CpSolver(), Two()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        solver.solve(model, two)
        return two.found

    return lambda lines: list(map(count, lines))


def clingo() -> Count:
    import clingo as asp

    program = """
    1 {x(R,C,D) : D=1..9} 1 :- R=0..8, C=0..8.
    1 {x(R,C,D) : C=0..8} 1 :- R=0..8, D=1..9.
    1 {x(R,C,D) : R=0..8} 1 :- C=0..8, D=1..9.
    1 {x(R,C,D) : R=0..8, C=0..8, R/3==A, C/3==B} 1 :- A=0..2, B=0..2, D=1..9.
    """

    def count(line: str) -> int:
        control = asp.Control(["2"])
        control.add("base", [], program + "".join(f"x({r},{c},{d})." for r, c, d in givens(line)))
        control.ground([("base", [])])
        with control.solve(yield_=True) as models:
            return sum(1 for _ in models)

    return lambda lines: list(map(count, lines))


def z3() -> Count:
    import z3 as smt

    def count(line: str) -> int:
        solver = smt.SolverFor("QF_FD")
        cell = {at: smt.Int(f"x{at[0]}{at[1]}") for at in CELLS}
        solver.add([smt.And(x >= 1, x <= 9) for x in cell.values()])
        solver.add([smt.Distinct([cell[at] for at in unit]) for unit in units()])
        solver.add([cell[r, c] == d for r, c, d in givens(line)])
        if solver.check() != smt.sat:
            return 0
        model = solver.model()
        solver.add(smt.Or([x != model[x] for x in cell.values()]))
        return 1 + (solver.check() == smt.sat)

    return lambda lines: list(map(count, lines))


def exact_cover() -> Count:
    import numpy as np
    from exact_cover import get_all_solutions

    names = [(r, c, d) for r, c in CELLS for d in range(1, 10)]
    matrix = np.zeros((729, 324), np.int32)
    for at, (r, c, d) in enumerate(names):
        matrix[at, [9 * r + c, 80 + 9 * r + d, 161 + 9 * c + d, 242 + 9 * (r // 3 * 3 + c // 3) + d]] = 1

    def count(line: str) -> int:
        known = {(r, c): d for r, c, d in givens(line)}
        kept = [at for at, (r, c, d) in enumerate(names) if known.get((r, c), d) == d]
        return min(2, len(get_all_solutions(matrix[kept])))

    return lambda lines: list(map(count, lines))


def coversat_batch() -> Count:
    from coversat.answering.sets.entry import Block
    from coversat.answering.sets.presenting import Lines
    from coversat.answering.sets.request import Request, ask_block
    from coversat.kinds.sudoku.search_lines import BULK

    number = {"none": 0, "unique": 1, "multiple": 2}

    def count(lines: list[str]) -> list[int]:
        counts = []
        for start in range(0, len(lines), 1024):
            cells = "".join(lines[start : start + 1024]).encode()
            block = Block("set", "sudoku", "oneline", start + 1, start + 1, BULK, cells)
            results = ask_block(Request("check"), Lines(brief=True), block)
            counts += [number[status] for status in results.statuses]
        return counts

    return count


def coversat_one_by_one() -> Count:
    from coversat.answering.questions import decide as check
    from coversat.problems import read

    return lambda lines: [len(check(read(line).problems[0]).answers) for line in lines]


OURS = {"coversat batch": (coversat_batch, None), "coversat one by one": (coversat_one_by_one, 40)}
PEERS: dict[str, tuple[Callable[[], Count], int]] = {
    "PySAT, formula anew": (pysat_tutorial, 60),
    "PySAT, clauses kept": (pysat_cached, 150),
    "pycosat, clauses kept": (pycosat_cached, 150),
    "OR-tools CP-SAT": (ortools, 20),
    "clingo": (clingo, 20),
    "z3": (z3, 3),
    "exact-cover": (exact_cover, 100),
}


BASE = "PySAT, formula anew"
"""What the others are compared with: how tutorials do it."""


def contest(name: str, sets: Path) -> None:
    """The life of a contestant: for each name of a set on standard input, the time and the counts."""
    make, most = {**OURS, **PEERS}[name]
    count = make()
    lines = {key: those[:most] for key, those in json.loads(sets.read_text()).items()}
    count(next(iter(lines.values()))[:3])
    print("ready", flush=True)
    for key in sys.stdin:
        started = time.process_time()
        counts = count(lines[key.strip()])
        print(json.dumps([time.process_time() - started, counts]), flush=True)


# Sets ------------------------------------------------------------------------------------------------------


def generate(seed: int, minimal: int, easy: int) -> dict[str, list[str]]:
    """Minimal puzzles; and as many with a third of the taken givens back, in places drawn by lot."""
    from coversat.kinds.sudoku.search_boards import BOARDS
    from coversat.problems import Sudoku
    from coversat.solvers.solver import Limits

    def is_unique(grid: list[int], kept: set[tuple[int, int]]) -> bool:
        rows = tuple(tuple(grid[9 * r + c] if (r, c) in kept else None for c in range(9)) for r in range(9))
        return BOARDS.search(Sudoku(3, 3, rows), Limits()).take(2, lambda answer: answer).at_least == 1

    rng = random.Random(seed)
    sets: dict[str, list[str]] = {"minimal": [], "easy": []}
    while len(sets["minimal"]) < minimal:
        grid = shuffled(rng)
        kept = set(CELLS)
        for cell in rng.sample(CELLS, 81):
            if is_unique(grid, kept - {cell}):
                kept.remove(cell)
        sets["minimal"].append(line_of(grid, kept))
        if len(sets["easy"]) < easy:
            back = rng.sample(CELLS, 27)
            sets["easy"].append(line_of(grid, kept | set(back)))
    return sets


def shuffled(rng: random.Random) -> list[int]:
    """A finished sudoku: filled at random in its first row and column of boxes, then solved."""
    from coversat.answering.routes import find_route
    from coversat.answering.running import run
    from coversat.problems import Sudoku
    from coversat.solvers import Limits

    board: list[list[int | None]] = [[None] * 9 for _ in range(9)]
    for at in (0, 3, 6):  # boxes on the diagonal do not see each other
        digits = rng.sample(range(1, 10), 9)
        for n, digit in enumerate(digits):
            board[at + n // 3][at + n % 3] = digit
    problem = Sudoku(3, 3, tuple(map(tuple, board)))
    answer = run(problem, find_route("sudoku", "search/blanks"), Limits(answers=1)).findings.answers[0]
    return [digit for row in answer for digit in row]


def line_of(grid: list[int], kept: set[tuple[int, int]]) -> str:
    return "".join(str(digit) if cell in kept else "." for cell, digit in zip(CELLS, grid, strict=True))


# Measuring -------------------------------------------------------------------------------------------------


def start(name: str, python: str, sets: Path) -> subprocess.Popen[str] | None:
    words = [python, __file__, "--contestant", name, "--sets", str(sets)]
    process = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    return process if process.stdout.readline() == "ready\n" else None


def ask(process: subprocess.Popen[str], key: str) -> tuple[float, list[int]]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{key}\n")
    process.stdin.flush()
    seconds, counts = json.loads(process.stdout.readline())
    return seconds, counts


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    sets = generate(arguments.seed, arguments.puzzles, arguments.puzzles)
    for file in arguments.set:
        lines = Path(file).read_text().split("\n")
        sets[Path(file).stem] = [line.split()[0] for line in lines if line.strip() and line[0] != "#"]
    places = [(name, sys.executable) for name in OURS] + [(name, arguments.peers_python) for name in PEERS]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sets.json"
        path.write_text(json.dumps(sets))
        contestants = {name: process for name, python in places if (process := start(name, python, path))}
    results: dict[str, Any] = {}
    for key, lines in sets.items():
        times: dict[str, list[float]] = {name: [] for name in contestants}
        for _ in range(arguments.rounds):
            for name, process in contestants.items():
                seconds, counts = ask(process, key)
                wrong = [at for at, count in enumerate(counts) if count != 1]
                if wrong:
                    raise SystemExit(f"{name} says {counts[wrong[0]]} of {lines[wrong[0]]}")
                times[name].append(seconds / len(counts) * 1e6)
        results[key] = {name: statistics.median(those) for name, those in times.items()}
    for process in contestants.values():
        process.kill()
    where = "{processor}, {system}, Python {python}".format(**machine())
    return {"machine": where, "puzzles": {key: len(lines) for key, lines in sets.items()}, "us": results}


def table(measured: dict[str, Any]) -> str:
    sets = list(measured["us"])
    lines = [
        "| us a puzzle (times " + BASE + ") | " + " | ".join(sets) + " |",
        "|---|" + "---:|" * len(sets),
    ]
    for name in measured["us"][sets[0]]:
        cells = []
        for key in sets:
            us = measured["us"][key][name]
            times = measured["us"][key].get(BASE, float("nan")) / us
            cells.append(f"{us:.{0 if us >= 100 else 1}f} ({times:.3g})")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--peers-python", default=sys.executable, help="the interpreter of the other packages"
    )
    parser.add_argument(
        "--set", action="append", default=[], help="a file of one-line sudokus, one answer each"
    )
    parser.add_argument("--puzzles", type=int, default=1000, help="how many of each set are made")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", help="write what was measured here")
    parser.add_argument("--sets", help=argparse.SUPPRESS)
    parser.add_argument("--contestant", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.contestant:
        sys.path[0] = str(ROOT)  # not this folder, whose files are named like packages
        contest(arguments.contestant, Path(arguments.sets))
        return
    measured = measure(arguments)
    print(measured["machine"])
    print(table(measured))
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(measured, indent=1) + "\n")


if __name__ == "__main__":
    main()
