"""Measuring for the atlas, in steps that an interrupted run continues.

Each step measures one family and writes its rows as `FOLDER/STEP/FAMILY.csv`; what is there is not measured
again. Runs are also stored one by one, in the store of `coversat bench` beside their rows.
"""

from __future__ import annotations

import ast
import csv
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from atlas_puzzles import FAMILIES, FIRST, HELD_OUT, puzzles

import coversat
from coversat.base.errors import CoversatError, LimitReachedError
from coversat.base.files import write_whole
from coversat.base.records import as_csv, row_of
from coversat.comparing.measuring import Puzzle
from coversat.comparing.store import Store
from coversat.comparing.store import measure_all as bench
from coversat.comparing.strength import measured_paths, strength
from coversat.comparing.summary import summarize
from coversat.problems import AnyProblem
from coversat.reductions.paths import name_of

SOLVERS = ("cadical195", "glucose4", "maplechrono", "minisat22")
USUAL = SOLVERS[0]
ENGINES = ("bitset", "dancing-links")
LIMIT = 2.0
"""Processor seconds of each run."""
SAMPLES, COPIES = 10, 5
"""Partial answers of each puzzle, and shuffled copies of each formula."""
PATIENCE = 120.0
"""Seconds for the strength of all reductions of one family."""
WITH_AT_MOST_ONE = tuple(
    "sudoku kakuro queens langford dominosa latin starbattle matching3d akari suguru binairo".split()
)
"""Families whose exact cover is also measured as a formula, by each at-most-one encoding."""

STRENGTH = (
    "reduction",
    "excluded",
    "excluded_low",
    "excluded_high",
    "refuted",
    "applicable",
    "samples",
    "lacks",
)
"""The columns of `coversat strength` that the archive has."""

Rows: TypeAlias = list[dict[str, Any]]


class Made(NamedTuple):
    """A puzzle of the atlas."""

    name: str
    kind: str
    size: int
    seed: int
    text: str

    @property
    def held_out(self) -> bool:
        return self.seed in HELD_OUT

    @property
    def problem(self) -> AnyProblem:
        (problem,) = coversat.read(self.text, self.kind)
        return problem


def encodings(kind: str, problems: Sequence[AnyProblem]) -> list[str]:
    """The reductions to a formula or a cover in one step, but for those that are the usual one here."""
    return [name_of(path) for path in measured_paths(kind, (), *problems)]


def behind_cover(family: str) -> list[str]:
    """The at-most-one encodings of its exact cover."""
    if family not in WITH_AT_MOST_ONE:
        return []
    return [name_of(path) for path in measured_paths(FAMILIES[family].kind, ["cover/cnf:*"])]


def routes_of(family: str, problems: Sequence[AnyProblem], solvers: Sequence[str]) -> list[str]:
    """Each reduction with each of the SAT solvers, or with both engines for covers."""
    found = []
    for name in encodings(FAMILIES[family].kind, problems):
        found += [f"{name}/{solver}" for solver in (ENGINES if name.startswith("cover") else solvers)]
    return found + [f"{name}/{USUAL}" for name in behind_cover(family)]


# The steps


def puzzles_step(family: str, folder: Path) -> Rows:
    """The puzzles, the first and those held out; none where a seed has none."""
    kind = FAMILIES[family].kind
    return [
        {"name": name, "kind": kind, "size": size, "seed": seed, "text": problem.format()}
        for name, size, seed, problem in puzzles(family, (*FIRST, *HELD_OUT))
    ]


def runs_step(family: str, folder: Path) -> Rows:
    """Each puzzle by each route; those held out by the usual SAT solver only."""
    kind, every = FAMILIES[family].kind, made_of(family, folder)
    rows: Rows = []
    for held_out, solvers in ((False, SOLVERS), (True, (USUAL,))):
        chosen = [one for one in every if one.held_out == held_out]
        those = [Puzzle(one.name, one.problem, float(one.size)) for one in chosen]
        names = routes_of(family, [one.problem for one in those], solvers)
        with Store(folder / "runs" / f"{family}{'-held-out' if held_out else ''}.db") as store:
            for _ in bench(store, those, {kind: names}, limit=LIMIT, axis=FAMILIES[family].axis):
                pass
            report = summarize(store)
            if report.disagreements:
                raise SystemExit("\n".join(report.disagreement_lines))
            rows += [{"held_out": held_out, **row_of(run), "kind": family} for run in report.runs]
            if not held_out and not FAMILIES[family].labels:
                growth = [{**row_of(one), "kind": family} for one in report.growth]
                write_rows(folder / "growth" / f"{family}.csv", growth)
    return rows


def strength_step(family: str, folder: Path) -> Rows:
    """Propagation strength, on the smaller sizes where sizes are numbers."""
    sizes = FAMILIES[family].sizes
    chosen = sizes if FAMILIES[family].labels else sizes[:2]
    those = [one for one in made_of(family, folder) if one.size in chosen and not one.held_out]
    problems = [one.problem for one in those]
    names = [*encodings(FAMILIES[family].kind, problems), *behind_cover(family)]
    path = measured_paths(FAMILIES[family].kind, names)
    try:
        found = strength(problems, path, samples=SAMPLES, timeout=PATIENCE)
    except LimitReachedError:
        return []
    if not found.agree:
        raise SystemExit(f"{family}: a value that is excluded is possible:\n{found}")
    rows = [row_of(row) for row in found if row.applicable]
    return [{"kind": family, **{name: row[name] for name in STRENGTH}} for row in rows]


def proofs_step(family: str, folder: Path) -> Rows:
    """Proofs that there is no other answer, and shuffled copies, on the second size."""
    size = FAMILIES[family].sizes[1]
    rows: Rows = []
    for one in made_of(family, folder):
        if one.size == size and not one.held_out:
            reductions = encodings(one.kind, [one.problem])
            names = [f"{name}/{ENGINES[0] if name.startswith('cover') else USUAL}" for name in reductions]
            found = coversat.compare(one.problem, names, proofs=True, shuffles=COPIES, timeout=LIMIT)
            if not found.agree:
                raise SystemExit(f"{one.name}: {found.verdict}")
            rows += [{**row_of(row), "puzzle": one.name, "kind": family} for row in found]
    return rows


def defaults_step(family: str, folder: Path) -> Rows:
    """The processor seconds of `coversat.check` without a route, on the puzzles held out."""
    first, *_ = every = made_of(family, folder)
    return [
        {
            "kind": family,
            "puzzle": one.name,
            "seconds": in_child(partial(check_seconds, first.problem, one.problem)),
        }
        for one in every
        if one.held_out
    ]


def check_seconds(before: AnyProblem, problem: AnyProblem, limit: float = LIMIT) -> float | None:
    """Of one check, after another one has imported what is needed; None where it is not decided in time."""
    coversat.check(before, timeout=LIMIT)
    started = time.process_time()
    found = coversat.check(problem, timeout=10 * limit)
    spent = time.process_time() - started
    return spent if found.verdict != "unknown" and spent <= limit else None


def in_child(question: Callable[[], Any]) -> Any:
    """The answer of a function in a process of its own, so that nothing remains of it for the next.

    Of numbers and tuples of them; None if the process was ended.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, repr(question()).encode())
        os._exit(0)
    os.close(writer)
    with open(reader, encoding="ascii") as file:
        text = file.read()
    os.waitpid(child, 0)
    return ast.literal_eval(text) if text else None


STEPS: dict[str, Callable[[str, Path], Rows]] = {
    "puzzles": puzzles_step,
    "runs": runs_step,
    "strength": strength_step,
    "proofs": proofs_step,
    "defaults": defaults_step,
}


def measure(folder: Path, families: Sequence[str], steps: Sequence[str]) -> Iterator[str]:
    """Do what is left of the steps; yields a line for each that is done."""
    for step in steps:
        (folder / step).mkdir(parents=True, exist_ok=True)
        for family in families:
            path = folder / step / f"{family}.csv"
            if path.exists():
                continue
            started = time.perf_counter()
            try:
                rows = STEPS[step](family, folder)
            except CoversatError as error:
                yield f"{step} {family}: {error}"
                continue
            write_rows(path, rows)
            yield f"{step} {family}: {len(rows)} rows in {time.perf_counter() - started:.0f} s"


# Files


def made_of(family: str, folder: Path) -> list[Made]:
    return [made(row) for row in read_rows(folder / "puzzles" / f"{family}.csv")]


def made(row: Mapping[str, str]) -> Made:
    return Made(row["name"], row["kind"], int(row["size"]), int(row["seed"]), row["text"])


def read_rows(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_rows(path: Path, rows: Rows) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, [as_csv(list(rows[0]) if rows else [], rows)])
