"""Published sets of puzzles in a folder: verdicts, processor times, and whether published answers are unique.

    python benchmarks/published.py FOLDER --sample 60 --csv each.csv

A file is JSON: ``data`` maps names to ``problem``, a text as coversat reads it without the name of the
kind, and ``solution``, an answer. The sample of each kind is spread over its file. Only names and figures are
printed: puzzles are usually somebody's.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from machine import machine

from coversat.answering.questions import decide as check
from coversat.base.deadline import Deadline
from coversat.base.errors import CoversatError
from coversat.problems import KINDS, problem_class
from coversat.solvers import Limits
from coversat.solvers.findings import Verdict

OTHER_NAMES = {"kuromasu": "kurodoko", "tent": "tents"}
"""Kinds that files name otherwise."""


class Checked(NamedTuple):
    """A checked puzzle; `published` says what is wrong with the published answer, or nothing."""

    kind: str
    name: str
    cells: int
    verdict: str
    seconds: float
    published: str


def puzzles(file: Path, sample: int) -> Iterator[tuple[str, dict[str, str]]]:
    """At most `sample` entries of a file, spread over it."""
    entries = list(json.loads(file.read_text())["data"].items())
    step = max(1.0, len(entries) / sample)
    return (entries[int(at * step)] for at in range(min(sample, len(entries))))


def checked(kind: str, name: str, entry: dict[str, str], seconds: float) -> Checked:
    try:
        problem: Any = problem_class(kind).parse(f"{kind} {entry['problem'].strip()}\n")
    except CoversatError as error:
        return Checked(kind, name, 0, "REJECTED", 0, str(error).splitlines()[0])
    cells = problem.rows * problem.columns
    started = time.process_time()
    found = check(problem, limits=Limits(deadline=Deadline(seconds)))
    spent = time.process_time() - started
    return Checked(
        kind, name, cells, found.verdict.name, spent, judged(problem, entry.get("solution", ""), found)
    )


def judged(problem: Any, text: str, found: Any) -> str:
    if not text.strip():
        return "none"
    try:
        answer = problem.parse_answer(as_numbered(problem, text.strip()) + "\n")
    except (CoversatError, LookupError, ValueError):
        return "unreadable"
    if problem.violations(answer):
        return "breaks the rules"
    return "not the only one" if found.verdict is Verdict.MULTIPLE else ""


def as_numbered(problem: Any, text: str) -> str:
    """An answer; areas of shikaku are numbered in the order of their clues."""
    if problem.kind != "shikaku":
        return text
    words = [line.split() for line in text.splitlines()[-problem.rows :]]
    number = {words[r][c]: str(at) for at, (r, c) in enumerate(problem.clue_at, 1)}
    return "\n".join(" ".join(number[word] for word in line) for line in words)


def row(kind: str, those: list[Checked]) -> str:
    """A row of a table: how many have each verdict, the median, 99 % and the slowest, and faults."""
    times = sorted(one.seconds for one in those)
    verdicts = Counter(one.verdict for one in those)
    faults = Counter(one.published for one in those if one.published)
    counts = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common())
    wrong = ", ".join(f"{number} {words}" for words, number in faults.most_common()) or "all right"
    slow = times[int(len(times) * 0.99)] if len(times) > 1 else times[0]
    return (
        f"| {kind} | {len(those)} | {max(one.cells for one in those)} | {counts} "
        f"| {statistics.median(times) * 1000:.0f} ms | {slow:.2f} s | {times[-1]:.2f} s | {wrong} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=10**9, help="puzzles of each kind (all)")
    parser.add_argument("--seconds", type=float, default=60, help="the time limit of a puzzle (60)")
    parser.add_argument("--kinds", help="only these, separated by commas")
    parser.add_argument("--csv", help="a file for every puzzle's name and figures")
    arguments = parser.parse_args()
    print("{processor}, {system}, Python {python}\n".format(**machine()))
    print("| kind | puzzles | most cells | verdicts | median | 99 % | slowest | published answers |")
    print("|---|---|---|---|---|---|---|---|")
    everything: list[Checked] = []
    for file in sorted(arguments.folder.glob("*.json")):
        kind = OTHER_NAMES.get(file.stem.lower(), file.stem.lower())
        if kind not in KINDS or (arguments.kinds and kind not in arguments.kinds.split(",")):
            continue
        those = [checked(kind, *one, arguments.seconds) for one in puzzles(file, arguments.sample)]
        everything += those
        print(row(kind, those), flush=True)
    for one in everything:
        if one.verdict != "UNIQUE" or one.published not in ("", "none"):
            print(f"{one.kind} {one.name}: {one.verdict}; the published answer: {one.published or 'right'}")
    if arguments.csv:
        with open(arguments.csv, "w", newline="") as file_:
            csv.writer(file_).writerows([Checked._fields, *everything])


if __name__ == "__main__":
    main()
