"""Has this puzzle exactly one answer?  coversat beside plain models for CP-SAT and clingo, kind by kind.

    python benchmarks/kinds.py --puzzles-in FOLDER --peers-python other/bin/python --puzzles 30 --json FILE
    python benchmarks/kinds.py --kinds nonogram,kakuro --sizes 10,20

FOLDER holds ``KIND/SIZE/*``, files that coversat reads, a puzzle each; README.md beside this file says where
such are found.  Other kinds' puzzles are made from a seed (`peers/made.py`).  Each contestant runs in a
process of its own that stays, and takes a text to a verdict (none, unique, multiple) and a first answer:
coversat reads any form and judges its answers by the rules; the peers read the puzzle as JSON, build a model
(`peers/cpsat.py`, `peers/asp.py`) and solve for two answers.  Times are processor time without imports; who
needs more than the limit is ended and counts with the limit.  Verdicts must agree and first answers obey
coversat's rules, or it says so and exits 1.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from math import exp, log
from pathlib import Path
from statistics import median
from typing import Any

from machine import machine
from peers import made

ROOT = Path(__file__).resolve().parent.parent
WORKER = Path(__file__).parent / "peers" / "worker.py"
OURS, PEERS = "coversat", ("cpsat", "clingo")
TITLES = {"coversat": "coversat", "cpsat": "CP-SAT", "clingo": "clingo"}
FOLDER = "COVERSAT_PUZZLES"
NO_VERDICT = {"unknown", "refused"}
LOOK = 0.2
"""Seconds between looks at how long a contestant has been at it."""


class Contestant:
    """A process of `peers/worker.py`, begun anew after each that was ended."""

    def __init__(self, name: str, python: str, seconds: float) -> None:
        self.name = name
        self.seconds = seconds
        self.command = [python, str(WORKER), name]
        self.process: subprocess.Popen[str] | None = None
        self.version = ""

    def start(self) -> bool:
        """Whether it is there."""
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        hello = self._line()
        self.version = hello.get("version", "")
        return bool(hello)

    def ask(self, kind: str, text: str, seconds: float | None = None) -> dict[str, Any]:
        """What it says of a puzzle: the verdict is ``unknown`` where it was ended."""
        seconds = seconds or self.seconds
        if self.process is None and not self.start():
            raise RuntimeError(f"{self.name} cannot be started")
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([kind, text]) + "\n")
        self.process.stdin.flush()
        since = processor_seconds(self.process.pid)
        while not select.select([self.process.stdout], [], [], LOOK)[0]:
            if processor_seconds(self.process.pid) - since > seconds:
                self.stop()
                return {"seconds": seconds, "verdict": "unknown", "answer": None}
        if said := self._line():
            return said
        raise RuntimeError(f"{self.name} ended with {self.process.wait()} on a {kind}")

    def _line(self) -> dict[str, Any]:
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        return json.loads(line) if line else {}

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def processor_seconds(process: int) -> float:
    """What a running process has used so far; its name, in brackets, may hold spaces."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Entry:
    """A puzzle: its name, its text, and what each contestant said of it, the median of the rounds."""

    kind: str
    size: str
    name: str
    text: str
    seconds: dict[str, float] = field(default_factory=dict)
    verdicts: dict[str, str] = field(default_factory=dict)
    route: str = ""


def entries(folder: Path | None, kind: str, puzzles: int, seed: int) -> Iterator[tuple[str, list[Entry]]]:
    """The sets of a kind by size: those of the folder, then those that are made."""
    for place in sorted((folder / kind).iterdir(), key=by_number) if folder and (folder / kind).is_dir() else ():
        files = spread([file for file in sorted(place.iterdir()) if file.is_file()], puzzles)
        yield place.name, [Entry(kind, place.name, file.stem, file.read_text()) for file in files]
    for size, texts in made.sets(kind, seed).items():
        chosen = itertools.islice(texts, puzzles)
        yield size, [Entry(kind, size, f"made {n}", text) for n, text in enumerate(chosen, 1)]


def by_number(place: Path) -> tuple[int, str]:
    digits = "".join(itertools.takewhile(str.isdigit, place.name))
    return int(digits or 1000), place.name


def spread(files: list[Path], count: int) -> list[Path]:
    """So many of them, evenly from the first to the last."""
    return [files[at * len(files) // count] for at in range(count)] if len(files) > count else files


def measure(entry: Entry, contestants: Sequence[Contestant], rounds: int) -> list[str]:
    """Ask every contestant in turns; what is wrong with what they say."""
    from peers import neutral

    import coversat

    (problem,) = coversat.read(entry.text, entry.kind)
    form = json.dumps(neutral.plain(problem))
    taken: dict[str, list[float]] = {each.name: [] for each in contestants}
    wrong = []
    for each in contestants * rounds:
        if entry.verdicts.get(each.name) in NO_VERDICT:
            continue
        said = each.ask(entry.kind, entry.text if each.name == OURS else form)
        taken[each.name].append(each.seconds if said["verdict"] == "refused" else said["seconds"])
        entry.verdicts[each.name] = said["verdict"]
        if each.name == OURS:
            entry.route = said["answer"] or ""
        elif said["answer"] is not None and problem.violations(neutral.answer(problem, said["answer"])):
            wrong.append(f"{entry.kind} {entry.size} {entry.name}: what {each.name} answers breaks the rules")
    entry.seconds = {name: median(seconds) for name, seconds in taken.items()}
    if len(set(entry.verdicts.values()) - NO_VERDICT) > 1:
        wrong.append(f"{entry.kind} {entry.size} {entry.name}: {entry.verdicts}")
    return wrong


def warm_up(found: Sequence[Entry], contestants: Sequence[Contestant]) -> float:
    """Ask of the shortest puzzle of a set, up to a second: what a size needs is loaded and made before.

    What that first question took coversat is returned.
    """
    from peers import neutral

    import coversat

    first = min(found, key=lambda entry: len(entry.text))
    (problem,) = coversat.read(first.text, first.kind)
    form = json.dumps(neutral.plain(problem))
    said = [each.ask(first.kind, first.text if each.name == OURS else form, 1.0) for each in contestants]
    return float(said[0]["seconds"])


@dataclass
class Row:
    """What a set came to."""

    kind: str
    size: str
    entries: list[Entry]
    first: float

    def median(self, name: str) -> float:
        return median(entry.seconds[name] for entry in self.entries)

    def total(self, name: str) -> float:
        return sum(entry.seconds[name] for entry in self.entries)

    def unknown(self, name: str) -> int:
        return sum(entry.verdicts[name] in NO_VERDICT for entry in self.entries)

    def ratios(self, peers: Sequence[str]) -> tuple[float, float]:
        """Median to the smaller median, total to the smaller total."""
        return (
            self.median(OURS) / min(map(self.median, peers)),
            self.total(OURS) / min(map(self.total, peers)),
        )

    def line(self, names: Sequence[str]) -> str:
        def cell(name: str) -> str:
            late = f" ({self.unknown(name)} late)" if self.unknown(name) else ""
            return f"{1000 * self.median(name):.1f} / {self.total(name):.2f}{late}"

        by_median, by_total = self.ratios(names[1:])
        first = f"{1000 * self.first:.0f}"
        cells = [self.kind, self.size, str(len(self.entries)), first, *map(cell, names)]
        return f"| {' | '.join(cells)} | {by_median:.2f} | {by_total:.2f} |"


def heading(names: Sequence[str]) -> str:
    titles = [f"{TITLES[name]}, ms / s" for name in names]
    return (
        f"| kind | size | n | first, ms | {' | '.join(titles)} | ratio of medians | of totals |\n"
        f"|---|---|---:|---:|{'---:|' * len(names)}---:|---:|"
    )


def overall(rows: Sequence[Row], names: Sequence[str]) -> str:
    """All totals, and the geometric mean of the sets' ratios."""
    totals = [sum(row.total(name) for row in rows) for name in names]
    best = sum(min(row.total(name) for name in names[1:]) for row in rows)
    mean = [exp(sum(log(row.ratios(names[1:])[at]) for row in rows) / len(rows)) for at in (0, 1)]
    cells = ["**all**", "", str(sum(len(row.entries) for row in rows)), "", *(f"{total:.2f}" for total in totals)]
    return (
        f"| {' | '.join(cells)} | {mean[0]:.2f} (mean) | {mean[1]:.2f} (mean) |\n\n"
        f"All totals beside the sum of the better peers' totals: {totals[0] / best:.2f}."
    )


def hold(options: argparse.Namespace, contestants: list[Contestant]) -> int:
    """Measure and print; how many things were wrong."""
    from coversat import KINDS

    names = [each.name for each in contestants]
    rows: list[Row] = []
    wrong: list[str] = []
    print(heading(names), flush=True)
    for kind in options.kinds.split(",") if options.kinds else KINDS:
        for size, found in entries(options.puzzles_in, kind, options.puzzles, options.seed):
            if not found or (options.sizes and size not in options.sizes.split(",")):
                continue
            rows.append(Row(kind, size, found, warm_up(found, contestants)))
            for entry in found:
                wrong += measure(entry, contestants, options.rounds)
            print(rows[-1].line(names), flush=True)
    print(overall(rows, names))
    print(*wrong, sep="\n", file=sys.stderr)
    if options.json:
        told = {"machine": machine(), "versions": {each.name: each.version for each in contestants}}
        told["limit"], told["seed"] = options.limit, options.seed
        told["puzzles"] = [
            {key: value for key, value in asdict(entry).items() if key != "text"}
            for row in rows
            for entry in row.entries
        ]
        options.json.write_text(json.dumps(told, indent=1) + "\n")
    return len(wrong)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--puzzles-in", type=Path, default=os.environ.get(FOLDER), help=f"the folder; else ${FOLDER}")
    add("--peers-python", default=sys.executable, help="the interpreter with ortools and clingo")
    add("--peers", default=",".join(PEERS), help="which of them, with commas")
    add("--kinds", default="", help="which kinds, with commas; else all")
    add("--sizes", default="", help="which sizes, with commas; else all")
    add("--puzzles", type=int, default=30, help="at most so many of each size")
    add("--rounds", type=int, default=1, help="how often each is asked; medians count")
    add("--limit", type=float, default=20.0, help="seconds of processor time for one puzzle")
    add("--seed", type=int, default=1)
    add("--json", type=Path, help="write everything measured there")
    options = parser.parse_args()
    if options.puzzles_in:
        options.puzzles_in = Path(options.puzzles_in)
    sys.path.insert(0, str(ROOT))
    contestants = [Contestant(OURS, sys.executable, options.limit)]
    contestants += [Contestant(name, options.peers_python, options.limit) for name in options.peers.split(",")]
    try:
        wrong = hold(options, contestants)
    finally:
        for each in contestants:
            each.stop()
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
