"""Complete formulas of loops and areas on published sets: clauses, and the time of a check by each.

    python benchmarks/complete.py FOLDER --sample 10 --encodings elimination distances --csv each.csv

Files are those of `published.py`. The time is that of `check`: it makes the formula, asks for an answer and
another one, and checks these. `--beside` reads what `--csv` wrote in another run, such as one by an earlier
version, and says on which boards that was faster.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from machine import machine
from published import OTHER_NAMES, puzzles

from coversat.answering.questions import decide as check
from coversat.answering.routes import find_route
from coversat.base.deadline import Deadline
from coversat.base.errors import CoversatError
from coversat.problems import KINDS, problem_class
from coversat.reductions.paths import apply_path
from coversat.solvers import Limits

NOISE = 0.05
"""Seconds by which an encoding may be slower without being called so."""


class Timed(NamedTuple):
    """One board by one encoding."""

    kind: str
    board: str
    cells: int
    encoding: str
    clauses: int
    seconds: float
    verdict: str


def timed(problem: Any, board: str, encoding: str, solver: str, seconds: float) -> Timed:
    started = time.process_time()
    try:
        route = find_route(problem.kind, f"cnf:{encoding}/{solver}")
        clauses = len(apply_path(route.path, problem).target.clauses)
        started = time.process_time()
        verdict = check(problem, route, Limits(deadline=Deadline(seconds))).verdict.name
    except CoversatError:
        clauses, verdict = 0, "REFUSED"
    spent = time.process_time() - started
    cells = problem.rows * problem.columns
    return Timed(problem.kind, board, cells, encoding, clauses, round(spent, 3), verdict)


def boards(folder: Path, sample: int, most_cells: int) -> Iterator[tuple[str, Any]]:
    for file in sorted(folder.glob("*.json")):
        name = file.stem.lower()
        kind = OTHER_NAMES.get(name, name)
        if kind not in KINDS or not getattr(problem_class(kind), "has_graphs", False):
            continue
        found = 0
        for board, entry in puzzles(file, 10 * sample):
            try:
                problem: Any = problem_class(kind).parse(f"{kind} {entry['problem'].strip()}\n")
            except CoversatError:
                continue
            if problem.rows * problem.columns <= most_cells and (found := found + 1) <= sample:
                yield board, problem


def summary(rows: Sequence[Timed]) -> Iterator[str]:
    """For each kind and encoding: boards, those decided, clauses, seconds in all and at worst."""
    yield "| kind | encoding | boards | decided | clauses | seconds | worst |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    for kind, encoding in dict.fromkeys((row.kind, row.encoding) for row in rows):
        those = [row for row in rows if (row.kind, row.encoding) == (kind, encoding)]
        decided = sum(row.verdict not in ("UNKNOWN", "REFUSED") for row in those)
        clauses = sum(row.clauses for row in those) // len(those)
        seconds = [row.seconds for row in those]
        yield (
            f"| {kind} | `cnf:{encoding}` | {len(those)} | {decided} | {clauses:,} | {sum(seconds):.2f} "
            f"| {max(seconds):.2f} |"
        )


def slower(rows: Sequence[Timed], first: str) -> Iterator[str]:
    """The boards on which another encoding decided faster than the first one."""
    of_first = {(row.kind, row.board): row for row in rows if row.encoding == first}
    for row in rows:
        other = of_first.get((row.kind, row.board))
        decided = row.verdict not in ("UNKNOWN", "REFUSED")
        if other is not None and decided and other.seconds > row.seconds + NOISE:
            yield f"{row.kind} {row.board}: {first} {other.seconds:.2f} s, {row.encoding} {row.seconds:.2f} s"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=10, help="boards of each kind (10)")
    parser.add_argument("--most-cells", type=int, default=400, help="no larger boards (400 cells)")
    parser.add_argument("--encodings", nargs="+", default=["elimination", "distances"])
    parser.add_argument("--solver", default="cadical153")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for each check (10)")
    parser.add_argument("--csv", type=Path, help="write each board")
    parser.add_argument("--beside", type=Path, help="rows that another run wrote")
    arguments = parser.parse_args()
    print("{processor}, {system}, Python {python}\n".format(**machine()))
    rows = [
        timed(problem, board, encoding, arguments.solver, arguments.timeout)
        for board, problem in boards(arguments.folder, arguments.sample, arguments.most_cells)
        for encoding in arguments.encodings
    ]
    if arguments.csv:
        with arguments.csv.open("w", newline="") as file:
            csv.writer(file).writerows([Timed._fields, *rows])
    if arguments.beside:
        with arguments.beside.open(newline="") as file:
            rows += [
                Timed(a, b, int(c), d, int(e), float(f), g)
                for a, b, c, d, e, f, g in list(csv.reader(file))[1:]
            ]
    rows.sort(key=lambda row: row.kind)
    print("\n".join(summary(rows)))
    print("\n".join(["", *slower(rows, arguments.encodings[0])]))


if __name__ == "__main__":
    main()
