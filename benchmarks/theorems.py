"""Theorems in Coq about published puzzles: seconds to make them and to check them, memory and sizes.

    python benchmarks/theorems.py FOLDER --sample 9 --sudokus hard.txt minimal.txt --results each.jsonl

Making is a whole process, `coversat check --certify --proof theorem`. Checking is Coq alone, as the README
of each folder has it: `coqc` on the theorem and on the lines that state it again, with a library compiled
before. Seconds are processor time. Sets are as in `published.py`, or files with a sudoku of 81 characters on
each line.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from published import OTHER_NAMES, puzzles

import coversat
from coversat.certificates.theorem.coq import ACCEPTED
from coversat.certificates.theorem.library import sources
from coversat.problems import KINDS

SECONDS = 120
"""The time limit of each process."""


def boards(folder: Path, sample: int) -> Iterator[tuple[str, str, str]]:
    """Kind, name and text of the puzzles of published sets."""
    for file in sorted(folder.glob("*.json")):
        kind = OTHER_NAMES.get(file.stem.lower(), file.stem.lower())
        if kind in KINDS:
            for name, entry in puzzles(file, sample):
                yield kind, name, f"{kind} {entry['problem'].strip()}\n"


def examples(folder: Path) -> Iterator[tuple[str, str, str]]:
    for file in sorted(folder.glob("*/*.txt")):
        kind = file.parent.name
        if kind in KINDS:
            for number, problem in enumerate(coversat.read(file), 1):
                if getattr(problem, "rows", None) or kind == "sudominoku":
                    yield kind, f"{file.stem} {number}", problem.format()


def process(words: Sequence[str], folder: Path) -> tuple[int, float, int, str]:
    """A process: its exit code, processor seconds, most memory in megabytes, and what it prints."""
    with tempfile.TemporaryFile() as output:
        pid = os.fork()
        if pid == 0:
            os.chdir(folder)
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            os.execvp(words[0], list(words))
        _, status, usage = os.wait4(pid, 0)
        output.seek(0)
        text = output.read().decode(errors="replace")
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, text


def measured(kind: str, name: str, text: str, place: Path, library: Path) -> dict[str, Any]:
    shutil.rmtree(place / "made", ignore_errors=True)
    (place / "puzzle.txt").write_text(text)
    limit = ["timeout", str(SECONDS)]
    make = [
        "-m",
        "coversat",
        "check",
        "puzzle.txt",
        "--kind",
        kind,
        "--certify",
        "made",
        "--proof",
        "theorem",
    ]
    code, making, _, said = process([*limit, sys.executable, *make], place)
    row: dict[str, Any] = {"kind": kind, "name": name, "making": making}
    folder = place / "made" / "puzzle-1"
    if not folder.exists():
        return row | {"result": said.split()[0] if code >= 0 and said.split() else "STOPPED"}
    summary = json.loads((folder / "certificate.json").read_text())
    problem = coversat.read(folder / "puzzle.txt", kind=kind)[0]
    row |= {"result": summary["verdict"].upper(), "bytes": (folder / "theorem.v").stat().st_size}
    row |= {
        "cells": getattr(problem, "rows", 9) * getattr(problem, "columns", 9),
        "checking": 0.0,
        "memory": 0,
    }
    row |= {"read in Coq": (folder / "library" / "Kinds").is_dir()}
    for file in ("theorem.v", "check.v"):
        code, seconds, memory, said = process(
            [*limit, "coqc", "-q", "-Q", str(library), "Coversat", file], folder
        )
        row["checking"] += seconds
        row["memory"] = max(row["memory"], memory)
        if code:
            return row | {"result": f"REFUSED {said[-200:]}" if code != 124 else "COQ STOPPED"}
    return row if said.strip() == ACCEPTED else row | {"result": f"REFUSED {said}"}


def compiled(library: Path) -> float:
    """Compile the whole library; seconds."""
    seconds = 0.0
    for name, text in sources().items():
        (library / name).parent.mkdir(parents=True, exist_ok=True)
        (library / name).write_text(text)
    for name in sources():
        seconds += process(["coqc", "-q", "-Q", ".", "Coversat", name], library)[1]
    return seconds


def table(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The rows of each kind in one line."""
    yield "| kind | boards | proved | cells | theorem.v, kB | make, s | check, s | memory, MB | rules |"
    yield "|---|---|---|---|---|---|---|---|---|"
    every = list(rows)
    for kind in dict.fromkeys(row["kind"] for row in every):
        own = [row for row in every if row["kind"] == kind]
        good = [row for row in own if row["result"] in ("UNIQUE", "MULTIPLE", "NONE")]
        if not good:
            yield f"| {kind} | {len(own)} | 0 | | | | | | |"
            continue

        def span(key: str, scale: float = 1, good: list[dict[str, Any]] = good) -> str:
            values = [row[key] / scale for row in good]
            digits = 0 if min(values) >= 10 else 1
            return f"{statistics.median(values):.{digits}f}, {max(values):.{digits}f}"

        cells = f"{min(row['cells'] for row in good)} to {max(row['cells'] for row in good)}"
        stated = "in Coq" if all(row["read in Coq"] for row in good) else "as data"
        figures = [
            span("bytes", 1000),
            span("making"),
            span("checking"),
            str(max(row["memory"] for row in good)),
        ]
        yield f"| {kind} | {len(own)} | {len(good)} | {cells} | {' | '.join(figures)} | {stated} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=9)
    parser.add_argument("--examples", type=Path, default=Path(__file__).parent.parent / "examples")
    parser.add_argument("--sudokus", type=Path, nargs="*", default=[])
    parser.add_argument("--lines", type=int, default=12, help="how many of each file of sudokus")
    parser.add_argument("--results", type=Path)
    wanted = parser.parse_args()
    every = [*examples(wanted.examples), *boards(wanted.folder, wanted.sample)]
    for file in wanted.sudokus:
        lines = file.read_text().splitlines()[: wanted.lines]
        every += [("sudoku", f"{file.stem} {at}", f"{line[:81]}\n") for at, line in enumerate(lines, 1)]
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        print(f"the library, {len(sources())} files: {compiled(place / 'library'):.1f} s")
        for kind, name, text in every:
            rows.append(measured(kind, name, text, place, place / "library"))
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
            if wanted.results:
                with wanted.results.open("a") as results:
                    results.write(json.dumps(rows[-1]) + "\n")
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
