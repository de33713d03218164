"""Exact cover engines side by side: ours, the Python packages that are installed, any outside program.

    python benchmarks/exact_cover.py
    python benchmarks/exact_cover.py --peers-python other/bin/python --sudokus lines.txt \\
        --program dlx1='dlx1 {problems}' --counter dlx6=dlx6 --json results.json

The instances are made here, from a seed, save the sudokus of 17 clues, which are read from a file of one-line
puzzles.  Every contestant gets the same items and options, in the same order.  They take turns, and medians
are printed; one that has used its share of time is not asked again in that job.  A count that is not ours is
reported, and its time is not.

What is measured is processor time, which other work on the machine disturbs least.  Engines and packages run
in processes that stay and are warm; their search is timed, and not what they do before it, as far as their
interface separates the two.  A program (``--program``: it visits every answer; ``--counter``: it counts by
memo) is timed without its start and its reading of the problem, in one of the two ways that
`exact_cover_contestants.Program` tells of.  Sudokus are given to coversat as options forced in one batch over
the empty grid, and that is in its time; the others get the problem that is left, ready made.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from exact_cover_contestants import Contestant, Program, TimeUpError, Worker
from exact_cover_instances import Job, jobs
from exact_cover_worker import OURS, PACKAGES, ROOT
from machine import machine

LEADER = "coversat compiled"


@dataclass
class Record:
    """What one contestant did in one job."""

    seconds: list[float] = field(default_factory=list)
    over: float | None = None  # the limit it did not keep
    failed: str | None = None
    note: str | None = None
    memory: dict[str, int] = field(default_factory=dict)

    @property
    def median(self) -> float | None:
        return statistics.median(self.seconds) if self.seconds and not self.failed else None

    def text(self) -> str:
        if self.failed:
            return self.failed
        if self.median is None:
            return f"over {self.over:g} s"
        spread = f"{min(self.seconds) * 1000:.3f} to {max(self.seconds) * 1000:.3f}, n = {len(self.seconds)}"
        return f"{self.median * 1000:12.3f} ms  ({spread})" + (f"; {self.note}" if self.note else "")


def compete(
    job: Job, contestants: list[Contestant], limit: float, share: float, rounds: int
) -> dict[str, Record]:
    """Alternating runs of those that take the job."""
    records = {each.name: Record() for each in contestants if each.takes(job)}
    known = job.counts
    for _ in range(rounds):
        for each in contestants:
            record = records.get(each.name)
            if record is None or record.over or record.failed or sum(record.seconds) > share:
                continue
            try:
                measured = each.run(job, limit)
            except TimeUpError:
                record.over = limit
                continue
            except (OSError, RuntimeError) as error:
                record.failed = f"failed: {error}"
                continue
            known = known or measured.counts  # coversat comes first
            record.seconds.append(measured.seconds)
            record.memory = measured.memory
            judge(record, measured.counts, known)
    return records


def judge(record: Record, counts: list[int], known: list[int]) -> None:
    wrong = [(said, right) for said, right in zip(counts, known, strict=True) if said != right]
    if wrong and all(said == right % 2**64 for said, right in wrong):
        record.note = "it counts modulo 2^64"
    elif wrong:
        said, right = wrong[0]
        record.failed = f"wrong: {said:,} instead of {right:,}"


def ratio(records: dict[str, Record], name: str) -> float | None:
    """The leader's time in units of another's."""
    ours, theirs = records.get(LEADER), records[name]
    if ours is None or ours.median is None or not theirs.median:
        return None
    return ours.median / theirs.median


def show(job: Job, records: dict[str, Record]) -> None:
    print(f"\n{job.name}")
    for name, record in records.items():
        part = ratio(records, name)
        print(f"  {name:20} {'' if part is None else f'{part:.3g}':>8}  {record.text()}", flush=True)
    for name, record in records.items():
        if held := record.memory.get("table_bytes"):
            matrix, peak = record.memory["matrix_bytes"], record.memory.get("peak_bytes", held)
            text = f"matrix {matrix / 1e6:.2f} MB, tables {held / matrix:.2f} of it, peak {peak / 1e6:.2f} MB"
            print(f"  memory of {name}: {text}")


def described(job: Job, records: dict[str, Record]) -> dict[str, Any]:
    return {
        "job": job.name,
        "problems": len(job.problems),
        "contestants": {
            name: {
                "median": record.median,
                f"{LEADER} / this": ratio(records, name),
                "seconds": record.seconds,
                "over": record.over,
                "failed": record.failed,
                "note": record.note,
                "memory": record.memory,
            }
            for name, record in records.items()
        },
    }


def enlist(options: argparse.Namespace, folder: Path) -> list[Contestant]:
    """Those that are there and wanted, coversat first."""
    skipped = set(filter(None, options.skip.split(",")))
    workers = [Worker(engine, sys.executable, folder, ours=True) for engine in OURS]
    workers += [Worker(package, options.peers_python, folder) for package in PACKAGES]
    found: list[Contestant] = []
    for each in workers:
        if each.name in skipped:
            continue
        if each.start():
            found.append(each)
        else:
            each.stop()
            print(f"{each.name} is not installed and left out")
    for given, counts_by_memo in ((options.program, False), (options.counter, True)):
        for text in given:
            name, command = text.split("=", 1) if "=" in text else (text, text)
            try:
                found.append(Program(name, command, folder, counts_by_memo))
            except OSError as error:
                print(f"{name} cannot be run and is left out: {error.strerror}")
    return found


def hold(options: argparse.Namespace, contestants: list[Contestant]) -> None:
    """All jobs, one after the other; the report is written after each, so that a run cut short leaves one."""
    report: dict[str, Any] = {
        "machine": machine(),
        "versions": {each.name: each.version for each in contestants},
        "seed": options.seed,
        "limit": options.limit,
        "jobs": [],
    }
    print(", ".join(report["machine"].values()))
    print(f"Medians; before them {LEADER} in units of each.")
    for job in jobs(options.seed, options.sudokus, options.only):
        records = compete(job, contestants, options.limit, options.share, options.rounds)
        show(job, records)
        report["jobs"].append(described(job, records))
        if options.json:
            options.json.write_text(json.dumps(report, indent=1) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--peers-python", default=sys.executable, help="the interpreter with the packages")
    add(
        "--program",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="reads Knuth's text, visits all",
    )
    add("--counter", action="append", default=[], metavar="NAME=COMMAND", help="the same, counts by memo")
    add("--sudokus", type=Path, help="a file of one-line sudokus; 200 of 17 clues are taken")
    add("--only", default="", help="jobs whose name holds this")
    add("--skip", default="", help="contestants to leave out, with commas")
    add("--rounds", type=int, default=5)
    add("--limit", type=float, default=25.0, help="seconds of processor time for one run")
    add("--share", type=float, default=6.0, help="seconds in one job after which a contestant rests")
    add("--seed", type=int, default=1)
    add("--json", type=Path, help="write everything measured there")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory() as folder:
        contestants = enlist(options, Path(folder))
        try:
            hold(options, contestants)
        finally:
            for each in contestants:
                each.stop()


if __name__ == "__main__":
    main()
