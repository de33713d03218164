"""Encodings of Hamiltonian cycles: clauses, and the time until a cycle is found or none exists.

    python benchmarks/hamiltonian.py --timeout 20

Boards of knights, generalized Petersen graphs (with two steps inside there is no cycle if their half has
5 vertices more than a multiple of 6), and random graphs with the mean degree at which cycles appear; the seed
is fixed. Processor time of `coversat.solve`, the formula included.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator
from itertools import combinations

from machine import machine

import coversat
from coversat.answers.routes import apply_rules, find_rules
from coversat.kinds.paths import HamiltonianCycle
from coversat.language.models import CONNECTED, ORDERS
from coversat.problems.graph import Graph

ENCODINGS = (*CONNECTED, *ORDERS)


def knights(rows: int, columns: int) -> Graph:
    squares = [(r, c) for r in range(rows) for c in range(columns)]
    moves = (
        (i, j)
        for (i, (r, c)), (j, (s, d)) in combinations(enumerate(squares), 2)
        if {abs(r - s), abs(c - d)} == {1, 2}
    )
    return Graph.numbered(len(squares), moves)


def petersen(half: int) -> Graph:
    outer = (tuple(sorted((at, (at + 1) % half))) for at in range(half))
    spokes = ((at, half + at) for at in range(half))
    inner = (tuple(sorted((half + at, half + (at + 2) % half))) for at in range(half))
    return Graph.numbered(2 * half, sorted({*outer, *spokes, *inner}))  # type: ignore[arg-type]


def sparse(count: int, seed: int) -> Graph:
    """A random graph with ``ln n + ln ln n`` edges at a vertex, on average."""
    chance = random.Random(f"{count} {seed}")
    share = (math.log(count) + math.log(math.log(count))) / (count - 1)
    return Graph.numbered(count, [pair for pair in combinations(range(count), 2) if chance.random() < share])


def graphs() -> Iterator[tuple[str, Graph]]:
    for side in (6, 8, 10):
        yield f"knight {side}x{side}", knights(side, side)
    yield "knight 5x7", knights(5, 7)
    for half in (11, 17, 20, 40):
        yield f"Petersen {half}", petersen(half)
    for count in (30, 60, 100):
        for seed in range(2):
            yield f"random {count} #{seed + 1}", sparse(count, seed)


def cell_of(problem: HamiltonianCycle, encoding: str, limit: float) -> tuple[str, str]:
    """What is shown, and the outcome."""
    via = f"cnf:{encoding}"
    started = time.process_time()
    try:
        found = coversat.solve(problem, via=f"{via}/cadical195", limit=1, timeout=limit)
    except coversat.ReductionError:
        return "too large", ""
    spent = time.process_time() - started
    outcome = "yes" if found.answers else "no" if found.exhausted else ""
    clauses = len(apply_rules(find_rules(problem.kind, via), problem).target.clauses)
    return f"{clauses:,} clauses, {f'{spent:.2f} s' if outcome else f'over {limit:g} s'}", outcome


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--timeout", type=float, default=20, help="seconds for each (20)")
    limit = parser.parse_args().timeout
    print("{processor}, {system}, Python {python}\n".format(**machine()))
    print("| graph | cycle | " + " | ".join(f"cnf:{name}" for name in ENCODINGS) + " |")
    print("|---" * (2 + len(ENCODINGS)) + "|")
    for name, graph in graphs():
        cells, outcomes = zip(
            *(cell_of(HamiltonianCycle(graph), encoding, limit) for encoding in ENCODINGS), strict=True
        )
        known = {outcome for outcome in outcomes if outcome}
        assert len(known) <= 1, f"{name}: the encodings differ"
        print(f"| {name} | {min(known, default='?')} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
