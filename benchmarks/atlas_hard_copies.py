"""Shuffled copies of what solvers are given for instances with several answers; proofs for those without;
runs that are measured a second time.

The first answer of an instance is found by luck: five copies of one formula, or of one cover, in other orders
say how much. A copy is searched for two answers, as a run is, without the reduction. The proof is that of one
solver, whatever the route; see `coversat.comparing.measures`. A second run has its day, and is made of an
instance that is drawn again.
"""

from __future__ import annotations

import random
import resource
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from atlas_archive import LEFT_OUT
from atlas_hard import COLUMNS, Planned, Reduced, append, instance, measured
from atlas_measuring import COPIES, Rows, in_child, read_rows

import coversat
from coversat.answering.routes import find_route
from coversat.base.records import row_of
from coversat.base.wording import counted
from coversat.comparing.measures import shuffled
from coversat.problems import AnyProblem
from coversat.solvers import Limits, found_by

COPY_COLUMNS = ("kind", "level", "seed", "puzzle", "route", "copy", "limit", "status", "seconds", "effort")
PROOF_COLUMNS = tuple(
    "kind level seed puzzle route limit status variables_or_items clauses_or_options effort proof_clauses "
    "learnt_literals proof_bytes proof_check_seconds reason".split()
)
AGAIN_COLUMNS = (*COLUMNS, "day")
GIVEN_UP = 2
"""After so many undecided copies, none of which was decided, the others are left out."""


def copies(plan: Sequence[Planned], folder: Path, known: Rows, done: Rows) -> Iterator[str]:
    """Copies of the planned runs of instances with several answers; yields a line for each."""
    several = {row["puzzle"] for row in known if row["status"] == "multiple"}
    log = folder / "copies.csv"
    rows = {(r["puzzle"], r["route"], r["copy"]): r for r in (*done, *_rows(log))}
    reduced: Reduced | None = None
    for one in (one for one in plan if one.puzzle in several):
        if reduced is None or reduced.puzzle != one.puzzle:
            reduced = Reduced(one.puzzle, instance(one, folder))
        if reduced.same(one.route) is not None:
            continue
        target = find_route(one.kind, one.route).reduce(reduced.problem).target
        for copy in range(1, COPIES + 1):
            if (one.puzzle, one.route, str(copy)) in rows:
                continue
            before = [row["status"] for key, row in rows.items() if key[:2] == (one.puzzle, one.route)]
            if before.count("unknown") >= GIVEN_UP and set(before) <= {"unknown", LEFT_OUT}:
                row: dict[str, Any] = {"status": LEFT_OUT}
            else:
                row = copy_run(target, one, copy)
            row |= {"copy": copy, **_place(one)}
            rows[one.puzzle, one.route, str(copy)] = append(log, row, COPY_COLUMNS)
            yield f"{one.puzzle} by {one.route}, copy {copy}: {row['status']} {row.get('seconds') or ''}"


def copy_run(target: AnyProblem, one: Planned, copy: int) -> dict[str, Any]:
    """A row of the table of copies, in a process of its own."""
    found = in_child(partial(_search, target, one, copy))
    if found is None:
        return {"status": "unknown"}
    count, seconds, effort = found
    if seconds > one.limit:
        return {"status": "unknown"}
    return {"status": ("none", "unique", "multiple")[count], "seconds": round(seconds, 6), "effort": effort}


def _search(target: AnyProblem, one: Planned, copy: int) -> tuple[int, float, int]:
    solver = find_route(one.kind, one.route).solver
    changed = shuffled(target, random.Random(f"{one.seed} {copy}"))
    assert changed is not None
    # The system ends the process, in the middle of a call of the solver, too.
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    started = time.process_time()
    most = int(started + one.limit) + 2
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
    found = found_by(solver, changed, Limits(2))
    return found.at_least, time.process_time() - started, int(found.effort.get("nodes", 0))


def proofs(plan: Sequence[Planned], folder: Path, known: Rows, done: Rows) -> Iterator[str]:
    """Proofs for the planned runs of instances without an answer; yields a line for each."""
    none = {row["puzzle"] for row in known if row["status"] == "none"}
    log = folder / "proofs.csv"
    rows = {(row["puzzle"], row["route"]) for row in (*done, *_rows(log))}
    for one in (one for one in plan if one.puzzle in none and (one.puzzle, one.route) not in rows):
        (found,) = coversat.compare(instance(one, folder), [one.route], proofs=True, timeout=one.limit)
        row = append(log, row_of(found) | _place(one), PROOF_COLUMNS)
        yield f"{one.puzzle} by {one.route}: {row['proof_bytes'] or row['reason'] or 'no proof'}"


def again(plan: Sequence[Planned], folder: Path, known: Rows, done: Rows) -> Iterator[str]:
    """The planned runs, which the archive has, a second time; yields a line for each run."""
    first = {(row["puzzle"], row["route"]): row for row in known}
    log, day = folder / "again.csv", date.today().isoformat()
    rows = {(row["puzzle"], row["route"], row["day"]) for row in (*done, *_rows(log))}
    for one in (one for one in plan if (one.puzzle, one.route) in first):
        if (one.puzzle, one.route, day) in rows:
            continue
        run = measured(instance(one, folder), one) | _place(one) | {"size": one.size, "day": day}
        row, before = append(log, run, AGAIN_COLUMNS), first[one.puzzle, one.route]
        yield f"{one.puzzle} by {one.route}: " + ", ".join(
            f"{before[name]} and {row[name]}" for name in ("status", "effort", "total_seconds")
        )


def cost_of_copies(plan: Sequence[Planned], known: Rows, done: Rows) -> str:
    """What the copies that are not archived cost, in words; the same formula of two routes counts twice."""
    several = {row["puzzle"] for row in known if row["status"] == "multiple"}
    copied = {(row["puzzle"], row["route"]) for row in done}
    left = [one for one in plan if one.puzzle in several and (one.puzzle, one.route) not in copied]
    expected, most = sum(one.expected for one in left), sum(one.limit for one in left)
    return (
        f"{COPIES} copies of {counted(len(left), 'formula')}: about {COPIES * expected / 60:.0f} minutes of "
        f"one core, {COPIES * most / 60:.0f} at most"
    )


def _place(one: Planned) -> Mapping[str, Any]:
    named = ("kind", "level", "seed", "puzzle", "route", "limit")
    return {name: getattr(one, name) for name in named}


def _rows(log: Path) -> Rows:
    return read_rows(log) if log.exists() else []
