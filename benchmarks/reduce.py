"""What it costs to have a puzzle's formula in PySAT: ``coversat.reduce`` beside two other ways.

    python benchmarks/reduce.py [--runs 41] [--size 9]

* by hand: loops that append the clauses of the minimal encoding to a ``pysat.formula.CNF``;
* parsed: PySAT's own reading of the same formula as DIMACS, which `coversat.export` wrote, by its compiled
  reader where it has one, and by the one in Python;
* reduced: ``coversat.reduce(puzzle, "cnf:minimal").to_pysat()``.

They take turns in one process; medians of seconds, and how many times that of the others `reduced` takes.
The formulas must be the same. The last table is processor time of whole processes, beside ``python -c pass``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import combinations
from math import isqrt
from statistics import median
from typing import Any

import pysat.formula
from pysat.formula import CNF
from startup import PASS, processor_seconds

import coversat

PUZZLE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
REDUCE = ("-c", "import coversat; coversat.reduce")


def by_hand(rows: list[list[int]]) -> CNF:
    """The minimal encoding of a sudoku, as one writes it in a script."""
    size = len(rows)
    box = isqrt(size)

    def variable(r: int, c: int, d: int) -> int:
        return (r * size + c) * size + d

    formula = CNF()
    digits = range(1, size + 1)
    for r in range(size):
        for c in range(size):
            formula.append([variable(r, c, d) for d in digits])
    units = [[(r, c) for c in range(size)] for r in range(size)]
    units += [[(r, c) for r in range(size)] for c in range(size)]
    units += [
        [(r + i, c + j) for i in range(box) for j in range(box)]
        for r in range(0, size, box)
        for c in range(0, size, box)
    ]
    for unit in units:
        for d in digits:
            for a, b in combinations(unit, 2):
                formula.append([-variable(*a, d), -variable(*b, d)])
    for r, row in enumerate(rows):
        for c, d in enumerate(row):
            if d:
                formula.append([variable(r, c, d)])
    return formula


def parsed_in_python(text: str) -> CNF:
    """By the reader that PySAT uses where its compiled one is missing."""
    compiled = getattr(pysat.formula, "pyformula_present", False)
    pysat.formula.pyformula_present = False
    try:
        return CNF(from_string=text)
    finally:
        pysat.formula.pyformula_present = compiled


def times(ways: dict[str, Callable[[], Any]], runs: int) -> dict[str, float]:
    """The median seconds of each way; they take turns."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for way in ways.values():
        way()
    for _ in range(runs):
        for name, way in ways.items():
            began = time.perf_counter()
            way()
            seconds[name].append(time.perf_counter() - began)
    return {name: median(taken) for name, taken in seconds.items()}


def in_memory(runs: int) -> None:
    (puzzle,) = coversat.read(PUZZLE)
    rows = [[digit or 0 for digit in row] for row in puzzle.givens]
    text = coversat.export(puzzle, via="cnf:minimal")
    ways: dict[str, Callable[[], CNF]] = {
        "by hand": lambda: by_hand(rows),
        "parsed": lambda: CNF(from_string=text),
        "parsed in Python": lambda: parsed_in_python(text),
        "reduced": lambda: coversat.reduce(puzzle, "cnf:minimal").to_pysat(),
    }
    formulas = [sorted(map(sorted, way().clauses)) for way in ways.values()]
    assert all(formula == formulas[0] for formula in formulas)
    found = times(ways, runs)
    print(f"{len(formulas[0])} clauses\n\n| | ms | times |\n|---|---:|---:|")
    for name, seconds in found.items():
        print(f"| {name} | {1000 * seconds:.2f} | {found['reduced'] / seconds:.2f} |")


def whole_processes(runs: int) -> None:
    seconds: dict[str, list[float]] = {"python -c pass": [], "import coversat; coversat.reduce": []}
    for _ in range(runs):
        for name, arguments in zip(seconds, (PASS, REDUCE), strict=True):
            seconds[name].append(processor_seconds(arguments))
    unit = median(seconds["python -c pass"])
    print("\n| | ms | times |\n|---|---:|---:|")
    for name, taken in seconds.items():
        print(f"| {name} | {1000 * median(taken):.1f} | {median(taken) / unit:.1f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description="What it costs to have a formula in PySAT.")
    parser.add_argument("--runs", type=int, default=41)
    options = parser.parse_args()
    in_memory(options.runs)
    whole_processes(options.runs)


if __name__ == "__main__":
    main()
