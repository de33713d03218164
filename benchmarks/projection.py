"""What it costs to count grids and not tilings: the cover engine with and without its projection.

    python benchmarks/projection.py

The puzzles are laid sudominoku boards with six given dominoes, the same each time.  Every answer is visited;
processor seconds, the less of two runs.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from coversat.answering.routes import find_route
from coversat.problems import Sudominoku
from coversat.problems.exact_cover.rules import ExactCover
from coversat.setters.generate.sudoku import board
from coversat.setters.generate.sudominoku import random_tiling
from coversat.solvers.cover.bitset_cover import PreparedCover, engine_in_use

PUZZLES, GIVEN = 12, 6


def puzzles() -> Iterator[Sudominoku]:
    for number in range(1, PUZZLES + 1):
        rng = random.Random(f"projection {number}")
        full = None
        while full is None:  # about one grid in three cannot be laid
            full = random_tiling((3, 3), board(3, 3).random_grid(rng), rng)
        yield full.with_givens(rng.sample(range(len(full.dominoes)), len(full.dominoes))[:GIVEN])


def visited(cover: ExactCover) -> tuple[int, float]:
    """How many answers there are, and the seconds it took."""
    prepared = PreparedCover(cover)
    times = []
    for _ in range(2):
        before = time.process_time()
        count = sum(1 for _ in prepared.answers())
        times.append(time.process_time() - before)
    return count, min(times)


def main() -> None:
    route = find_route("sudominoku", "cover/bitset")
    print(f"the {engine_in_use()} engine")
    print("| covers | grids | covers, s | grids, s |\n|---:|---:|---:|---:|")
    for puzzle in puzzles():
        cover = route.reduce(puzzle).target
        covers, all_covers = visited(ExactCover.numbered(cover.table._replace(projection=None), cover._names))
        grids, all_grids = visited(cover)
        print(f"| {covers} | {grids} | {all_covers:.3f} | {all_grids:.3f} |")


if __name__ == "__main__":
    main()
