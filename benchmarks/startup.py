"""What a short command costs: processor time of whole processes beside ``python -c pass``.

    python benchmarks/startup.py [--runs 21] [--modules | --instructions]

The commands take turns, so that a busy machine troubles all alike, and each runs once before, so that all
modules are compiled; medians of user and system time, and how many times that of ``python -c pass``.
``--modules`` tells in their place what each command imports that ``python -c pass`` does not, by package, and
its dearest modules; ``--instructions``, by valgrind, how many millions it executes, which no other process
changes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import median

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
PASS = ("-c", "pass")
CHECK = ("-c", "from coversat.__main__ import main; main()", "check")
"""As the installed command does it."""
COMMANDS = {
    "python -c pass": PASS,
    "import dataclasses, typing, re": ("-c", "import dataclasses, typing, re"),
    "import coversat": ("-c", "import coversat"),
    "coversat --version": (*CHECK[:2], "--version"),
    "check of a sudoku": (*CHECK, str(EXAMPLES / "sudoku" / "boj2239.txt")),
    "check of a kakuro": (*CHECK, str(EXAMPLES / "kakuro" / "picture.txt")),
    "check of a star battle": (*CHECK, str(EXAMPLES / "starbattle" / "one-star.txt")),
}
DEAREST = 15


KEEPING = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The environment, in which Python keeps what it compiled, as it does where coversat is installed."""


def processor_seconds(arguments: tuple[str, ...]) -> float:
    """User and system time of one run of Python, its children's children included."""
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, env=KEEPING)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return usage.ru_utime + usage.ru_stime


def imported(arguments: tuple[str, ...]) -> dict[str, float]:
    """Each module that a run of Python imports, with its own milliseconds."""
    command = [sys.executable, "-X", "importtime", *arguments]
    told = subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=KEEPING
    ).stderr
    rows = (
        line.removeprefix("import time:").split("|") for line in told.splitlines() if line.count("|") == 2
    )
    return {row[2].strip(): int(row[0]) / 1000 for row in rows if row[0].strip().isdigit()}


def print_modules() -> None:
    usual = imported(PASS)
    for name, arguments in COMMANDS.items():
        found = {module: own for module, own in imported(arguments).items() if module not in usual}
        packages: Counter[str] = Counter()
        for module, own in found.items():
            packages[module.partition(".")[0]] += own  # type: ignore[assignment]
        print(f"{name}: {len(found)} modules, {sum(found.values()):.1f} ms")
        print("  " + ", ".join(f"{package} {own:.1f}" for package, own in packages.most_common(DEAREST)))
        dearest = sorted(found, key=found.__getitem__, reverse=True)[:DEAREST]
        print("  " + ", ".join(f"{module} {found[module]:.1f}" for module in dearest))


def instructions(arguments: tuple[str, ...]) -> float:
    """The millions of instructions that a run of Python executes."""
    counter = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
    environment = {**KEEPING, "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [*counter, sys.executable, *arguments], capture_output=True, text=True, env=environment
    )
    return int(done.stderr.rpartition("refs:")[2].split()[0].replace(",", "")) / 1e6


def print_table(unit_name: str, amounts: dict[str, float]) -> None:
    unit = amounts["python -c pass"]
    print(f"| | {unit_name} | times |\n|---|---:|---:|")
    for name, amount in amounts.items():
        print(f"| {name} | {amount:.1f} | {amount / unit:.1f} |")


def print_instructions() -> None:
    for arguments in COMMANDS.values():
        processor_seconds(arguments)
    print_table("millions", {name: instructions(arguments) for name, arguments in COMMANDS.items()})


def print_times(runs: int) -> None:
    seconds: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for arguments in COMMANDS.values():
        processor_seconds(arguments)
    for _ in range(runs):
        for name, arguments in COMMANDS.items():
            seconds[name].append(processor_seconds(arguments))
    print_table("ms", {name: 1000 * median(taken) for name, taken in seconds.items()})


def main() -> None:
    parser = argparse.ArgumentParser(description="What a short command costs.")
    parser.add_argument("--runs", type=int, default=21)
    parser.add_argument("--modules", action="store_true")
    parser.add_argument("--instructions", action="store_true")
    options = parser.parse_args()
    if options.modules:
        print_modules()
    elif options.instructions:
        print_instructions()
    else:
        print_times(options.runs)


if __name__ == "__main__":
    main()
