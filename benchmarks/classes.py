"""Counts by classes of equivalent positions against published figures: what each takes.

    python benchmarks/classes.py
    python benchmarks/classes.py --only latin

Each by a process of its own, `coversat count --classes`. Processor seconds, so that other programs disturb
little, and the most memory that it had. The largest take minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from math import prod
from pathlib import Path

from coversat.problems import Latin, Sudoku

CASES = {
    "latin 8": 108_776_032_459_082_956_800,  # OEIS A002860
    "latin 9": 5_524_751_496_156_892_842_531_225_600,
    "sudoku 2x3": 28_200_960,  # Pettersen and Silver, as listed by Wikipedia, "Mathematics of Sudoku"
    "sudoku 2x4": 29_136_487_207_403_520,
    "sudoku 2x5": 1_903_816_047_972_624_930_994_913_280_000,
    "sudoku 3x3": 6_670_903_752_021_072_936_960,  # Felgenhauer and Jarvis
}


def empty(name: str) -> str:
    """An empty board."""
    kind, size = name.split()
    numbers = [int(number) for number in size.split("x")]
    order = prod(numbers)
    rows = ((None,) * order,) * order
    return (Latin(rows) if kind == "latin" else Sudoku(*numbers, rows)).format()


def measured(name: str) -> tuple[float, float]:
    """Processor seconds, and the peak of memory in MB; the count must be right."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder, "board.txt"), Path(folder, "out.jsonl")
        path.write_text(empty(name))
        words = [sys.executable, "-m", "coversat", "count", str(path), "--classes", "--out", str(out)]
        with subprocess.Popen(words, stderr=subprocess.DEVNULL) as process:
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        row = json.loads(out.read_text())
    assert (row["count"], row["exact"]) == (CASES[name], True), row
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="cases whose name has this in it")
    only = parser.parse_args().only
    print("| | count | seconds | MB |\n|---|---:|---:|---:|")
    for name in CASES:
        if only in name:
            seconds, memory = measured(name)
            print(f"| {name} | {CASES[name]:,} | {seconds:.2f} | {memory:.0f} |", flush=True)


if __name__ == "__main__":
    main()
