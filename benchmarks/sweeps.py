"""Frontier search beside the formulas of loops and areas: one answer, and how many.

    python benchmarks/sweeps.py FOLDER --sample 6 --csv each.csv

Files are those of `published.py`. Each board is checked by the default and by frontier search. Then each of
its clues is left out with chance `--left-out`, by seed, and the answers are counted by both: those of the
formula one by one, those of frontier search by states. Limits are by the clock, times are processor time.
"""

from __future__ import annotations

import argparse
import csv
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from machine import machine
from published import OTHER_NAMES, puzzles

from coversat.answering.questions import count_answers, decide
from coversat.answering.routes import Route, default_route, find_route
from coversat.base.deadline import Deadline
from coversat.base.errors import CoversatError
from coversat.problems import KINDS, problem_class
from coversat.solvers import Limits, solvers_of

SWEEP = "search/frontier"


class Timed(NamedTuple):
    """One question about one board by one route; `found` is a verdict or a number, or unknown."""

    kind: str
    board: str
    cells: int
    question: str
    route: str
    seconds: float
    found: str


def boards(folder: Path, sample: int, most_cells: int) -> Iterator[tuple[str, Any]]:
    """Boards of the kinds that have a frontier search."""
    for file in sorted(folder.glob("*.json")):
        kind = OTHER_NAMES.get(file.stem.lower(), file.stem.lower())
        if kind not in KINDS or SWEEP not in {solver.name for solver in solvers_of(kind)}:
            continue
        found = 0
        for board, entry in puzzles(file, 10 * sample):
            try:
                problem: Any = problem_class(kind).parse(f"{kind} {entry['problem'].strip()}\n")
            except CoversatError:  # an entry that is no board
                continue
            if problem.rows * problem.columns <= most_cells and (found := found + 1) <= sample:
                yield board, problem


def thinned(problem: Any, chance: float, seed: str) -> Any:
    """The board with each of its clues left out with this chance; both ends of a path together."""
    rng = random.Random(seed)
    by_path = problem.kind == "numberlink"
    units = sorted({clue if by_path else cell for cell, clue in problem.clue_at.items()})
    left = {unit for unit in units if rng.random() >= chance}
    rows = (
        tuple(clue if (clue if by_path else (r, c)) in left else None for c, clue in enumerate(row))
        for r, row in enumerate(problem.clues)
    )
    return replace(problem, clues=tuple(rows))


def answered(question: str, problem: Any, route: Route | None, seconds: float) -> str:
    limits = Limits(deadline=Deadline(seconds))
    try:
        if question == "check":
            return str(decide(problem, route, limits).verdict.value)
        found = count_answers(problem, route, limits)
        return str(found.at_least) if found.exhausted else "unknown"
    except CoversatError:
        return "unknown"


def timed(problem: Any, board: str, question: str, seconds: float) -> Iterator[Timed]:
    """By the default of a check, or by every answer of its formula, and by frontier search."""
    routes = (None if question == "check" else default_route(problem.kind), find_route(problem.kind, SWEEP))
    for name, route in zip(("formula", "sweep"), routes, strict=True):
        started = time.process_time()
        found = answered(question, problem, route, seconds)
        spent = round(time.process_time() - started, 3)
        cells = problem.rows * problem.columns
        yield Timed(problem.kind, board, cells, question, name, spent, found)


def summary(rows: Sequence[Timed]) -> Iterator[str]:
    """Kinds by question: boards, decided ones, medians, and on how many the sweep was faster."""
    yield "| kind | question | boards | formula: decided, median s | sweep: decided, median s | faster |"
    yield "|---|---|---:|---:|---:|---:|"
    for kind, question in dict.fromkeys((row.kind, row.question) for row in rows):
        those = [row for row in rows if (row.kind, row.question) == (kind, question)]
        by = {name: [row for row in those if row.route == name] for name in ("formula", "sweep")}
        cells = [
            f"{sum(row.found != 'unknown' for row in own)}, {median(row.seconds for row in own):.2f}"
            for own in by.values()
        ]
        faster = sum(
            b.found != "unknown" and (a.found == "unknown" or b.seconds < a.seconds)
            for a, b in zip(*by.values(), strict=True)
        )
        yield f"| {kind} | {question} | {len(by['sweep'])} | {' | '.join(cells)} | {faster} |"


def contradictions(rows: Sequence[Timed]) -> Iterator[str]:
    found: dict[tuple[str, str, str], str] = {}
    for row in rows:
        before = found.setdefault((row.kind, row.board, row.question), row.found)
        if "unknown" not in (before, row.found) and before != row.found:
            yield f"{row.kind} {row.board}: {row.question} gives {before} and {row.found}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=6, help="boards of each kind (6)")
    parser.add_argument("--most-cells", type=int, default=144, help="no larger boards (144 cells)")
    parser.add_argument("--left-out", type=float, default=0.5, help="chance that a clue is left out (0.5)")
    parser.add_argument("--timeout", type=float, default=5, help="seconds for each question (5)")
    parser.add_argument("--csv", type=Path, help="write each board")
    arguments = parser.parse_args()
    print("{processor}, {system}, Python {python}\n".format(**machine()))
    rows: list[Timed] = []
    for board, problem in boards(arguments.folder, arguments.sample, arguments.most_cells):
        fewer = thinned(problem, arguments.left_out, board)
        rows += timed(problem, board, "check", arguments.timeout)
        rows += timed(fewer, board, "count", arguments.timeout)
    if arguments.csv:
        with arguments.csv.open("w", newline="") as file:
            csv.writer(file).writerows([Timed._fields, *rows])
    print("\n".join([*summary(rows), "", *contradictions(rows)]))


if __name__ == "__main__":
    main()
