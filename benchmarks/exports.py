"""Exports of whole sets: one process beside a shell loop of the single command, and beside a copy.

    python benchmarks/exports.py --set puzzles.txt

The set is one of sudokus, a line each; without one, 10,000 are made by permuting one. The loop is measured on
20 puzzles and extrapolated. The export and `cp -r` of its folder take turns, and the medians of the rounds
count, as wall time and as processor time, which depends less on what else the machine does. All folders
stay until the end: where many files were deleted minutes ago, ext4 creates others ten times as slowly. Memory
is the largest resident set of an export of the whole set, and of a tenth of it.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from machine import machine

LOOP = 20
"""Puzzles that the loop is measured with."""
BASE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


class Spent(NamedTuple):
    """Seconds on the clock, and of processors."""

    wall: float
    cpu: float


def spent(*words: str) -> Spent:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Spent(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def peak(*words: str) -> int:
    """The largest resident set of a command, in MiB."""
    script = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stderr=-3);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", script, *words], check=True, capture_output=True, text=True)
    return int(done.stdout) // 1024


def permuted(count: int) -> list[str]:
    """Different sudokus: rows, columns and digits of one are permuted."""
    chance, found = random.Random(1), dict[str, None]()
    while len(found) < count:
        rows, columns = (
            [3 * band + line for band in chance.sample(range(3), 3) for line in chance.sample(range(3), 3)]
            for _ in range(2)
        )
        digits = str.maketrans("123456789", "".join(chance.sample("123456789", 9)))
        found["".join(BASE[9 * r + c] for r in rows for c in columns).translate(digits)] = None
    return list(found)


def median(rounds: list[Spent]) -> Spent:
    return Spent(*(statistics.median(column) for column in zip(*rounds, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", help="a file of sudokus, a line each")
    parser.add_argument("--via", default="cnf:minimal")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print("{processor}, {system}, Python {python}".format(**machine()))
    lines = Path(arguments.set).read_text().split() if arguments.set else permuted(10_000)
    program = [sys.executable, "-m", "coversat", "export"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "set.txt").write_text("\n".join(lines) + "\n")
        (folder / "part.txt").write_text("\n".join(lines[: len(lines) // 10]) + "\n")
        loop = []
        for at, line in enumerate(lines[:LOOP]):
            (folder / f"{at}.txt").write_text(f"{line}\n")
            file = str(folder / f"{at}.cnf")
            loop.append(spent(*program, str(folder / f"{at}.txt"), "--via", arguments.via, "-o", file))
        one = Spent(*(sum(column) * len(lines) / len(loop) for column in zip(*loop, strict=True)))
        words = (*program, "--via", arguments.via, "-o")
        export, copied = [], []
        for at in range(arguments.rounds):
            out = str(folder / f"out-{at}")
            export.append(spent(*words, out, str(folder / "set.txt")))
            copied.append(spent("cp", "-r", out, str(folder / f"copy-{at}")))
        size = sum(file.stat().st_size for file in Path(out).iterdir())
        whole, tenth = (
            peak(*words, str(folder / f"peak-{name}"), str(folder / f"{name}.txt"))
            for name in ("set", "part")
        )
    print(f"{len(lines)} puzzles by {arguments.via}: {size / 2**20:.0f} MiB")
    print(f"{'':24}{'wall s':>10}{'cpu s':>10}")
    table = {
        "loop of commands": one,
        "export of the set": median(export),
        "cp -r of its files": median(copied),
    }
    for title, found in table.items():
        print(f"{title:24}{found.wall:10.2f}{found.cpu:10.2f}")
    for title, rival in (("loop / export", one), ("export / cp", median(copied))):
        ratios = [a / b for a, b in zip(rival, median(export), strict=True)]
        shown = ratios if rival is one else [1 / ratio for ratio in ratios]
        print(f"{title:24}{shown[0]:10.2f}{shown[1]:10.2f}")
    print(f"memory: {whole} MiB for the set, {tenth} MiB for a tenth of it")


if __name__ == "__main__":
    main()
