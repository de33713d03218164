"""Sudominoku as the given dominoes fall from 35 to 0

Down to fifteen given dominoes the direct searches are the fastest by far, within about two milliseconds:
they write nothing down. SAT loses there, on tiny instances: the factored formula takes ten milliseconds or
more for what a search finds at once. With ten dominoes they are level, and with five or none the searches
have fallen behind: they need seconds, or do not end within 5 s.

The factored formula is the best of the formulas from twenty-five dominoes down, and more so the fewer are
given. Derived from the exact cover with pairwise at-most-one constraints the formula has 8.4 million clauses
on the board without dominoes, where the factored one has 46 thousand; the product encoding brings that down
to 199 thousand. On that board neither derived formula is solved in time.

Dancing Links keeps up with the factored formula down to twenty dominoes; then it falls behind, and it does
not always end. The bit set engine, on the same cover, is behind too from twenty to ten dominoes, at most
by a factor of about two, and ahead on both sides of that; with none it is four times as fast.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from study import run

from coversat.lab import Puzzle
from coversat.setter.generators.sudoku import board
from coversat.setter.generators.sudominoku import random_tiling

SEED = 2026
BOARDS = 2
GIVEN = (35, 30, 25, 20, 15, 10, 5, 0)
ROUTES = ["cnf:factored/cadical195", "cover/cnf:product/cadical195", "cover/cnf:pairwise/cadical195"]
ROUTES += ["cover/bitset", "cover/dancing-links", "search/digits", "search/dominoes"]


def puzzles() -> Iterator[Puzzle]:
    """Laid boards, whose dominoes are taken away in a random order; the nine singles stay."""
    for number in range(1, BOARDS + 1):
        rng = random.Random(f"{SEED} {number}")
        full = None
        while full is None:  # about one grid in three cannot be laid
            full = random_tiling((3, 3), board(3, 3).random_grid(rng), rng)
        order = rng.sample(range(len(full.dominoes)), len(full.dominoes))
        for given in GIVEN:
            yield Puzzle(f"#{number}, {given} dominoes", full.with_givens(order[:given]), 36 - given)


if __name__ == "__main__":
    axis = "dominoes not given, of 36"
    run("sudominoku_givens", __doc__, list(puzzles()), ROUTES, limit=5, seed=SEED, axis=axis)
