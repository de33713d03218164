"""Whole processes on files of sudokus, a line each: coversat beside other programs and the tutorial way.

    python benchmarks/whole_sets.py --set puzzles.txt --rival 'tdoku=./tdoku_check < {file}'

Processor time of each process and its children, one job, with its start, its reading and its writing; they
take turns, and the median of the rounds counts.  `tdoku_check.c` makes tdoku such a program.  The tutorial
way (PySAT, formula and solver made anew for each puzzle) is measured in this process, on the first puzzles.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from batch import pysat_tutorial
from machine import machine

TUTORIAL = 40
"""Puzzles that the tutorial way is measured with."""


def spent(command: str) -> float:
    """The processor time of a command of the shell and everything it begins."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def tutorial(lines: list[str]) -> float:
    count = pysat_tutorial()
    count(lines[:2])
    started = time.process_time()
    count(lines[:TUTORIAL])
    return (time.process_time() - started) / min(TUTORIAL, len(lines))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", action="append", required=True, help="a file of sudokus, a line each")
    parser.add_argument("--rival", action="append", default=[], help="NAME=COMMAND, with {file} in it")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print("{processor}, {system}, Python {python}".format(**machine()))
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/out.jsonl"
        coversat = f"{sys.executable} -m coversat"
        commands = {
            "check --brief": f"{coversat} check {{file}} --brief --jobs 1",
            "check --out": f"rm -f {out}; {coversat} check {{file}} --out {out} --jobs 1",
            "solve": f"{coversat} solve {{file}} --jobs 1",
            **dict(rival.split("=", 1) for rival in arguments.rival),
        }
        for file in arguments.set:
            lines = Path(file).read_text().split()
            anew = tutorial(lines)
            times: dict[str, list[float]] = {name: [] for name in commands}
            for _ in range(arguments.rounds):
                for name, command in commands.items():
                    times[name].append(spent(command.format(file=file)))
            print(
                f"\n{Path(file).name}: {len(lines)} puzzles; the tutorial way takes {1e3 * anew:.1f} ms each"
            )
            for name, rounds in times.items():
                middle = statistics.median(rounds)
                each = middle / len(lines)
                print(f"  {name:14} {middle:7.3f} s  {1e6 * each:7.2f} us each  {anew / each:7.0f} times")


if __name__ == "__main__":
    main()
