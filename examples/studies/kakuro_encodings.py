"""Kakuro encodings on the largest boards of the generator

A selector for each allowed combination (`cnf:combinations`) is the best encoding at every size. The exact
cover by way of the sequential encoding is close behind: it holds the same combinations. Sums as counters
take two to three times as long. A selector for each ordered tuple needs half a million clauses for a board of
36 white cells, a hundred times the time, and refuses the larger boards, where a run of nine cells has 362880
ordered fillings.

Dancing Links loses on big boards: on 36 cells it takes less than twice as long as SAT, on 149 thirty-five
times. That is a matter of the search and not of the cover: the bit set engine is given the same cover and
is the fastest route here. The published search by masks keeps up on the smallest board only.

Three boards are few, and other boards will move neighbours in the table past each other; tuples and Dancing
Links are far enough behind to stay there.
"""

from __future__ import annotations

from collections.abc import Iterator

from study import run

from coversat.lab import Puzzle
from coversat.setter.generate import generate
from coversat.setter.generators.wish import Wish

SEED = 1
SIDES = (8, 12, 16)
ROUTES = [f"cnf:{encoding}/cadical195" for encoding in ("combinations", "tuples", "sums")]
ROUTES += ["cover/cnf:sequential/cadical195", "cover/bitset", "cover/dancing-links", "search/masks"]


def puzzles() -> Iterator[Puzzle]:
    """A unique board of each size; its size is the number of its white cells."""
    for side in SIDES:
        made = next(generate("kakuro", Wish(size=(side, side)), SEED))
        yield Puzzle(f"{side}x{side}", made.problem, len(made.problem.white_cells))


if __name__ == "__main__":
    run("kakuro_encodings", __doc__, list(puzzles()), ROUTES, limit=10, seed=SEED)
