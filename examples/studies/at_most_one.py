"""At-most-one encodings on 16x16 and 25x25 sudoku

Behind the exact cover the commander and the sequential encoding have the best medians on the large boards,
by less than a third before most others: the givens do nearly all of the work, and what is left to compare
is how long a formula takes to write and to read. Pairwise, without other variables, is among the fastest on
9x9; on 25x25 it takes half as long again as commander, since its clauses grow with the square of the
options. On the one hard board (25x25 52% #1) the order turns round: there pairwise is the fastest and
ladder the slowest of the six. The direct encodings write the whole board whatever is given, and take two to
five times as long on large boards.

The bit set engine beats every SAT route on all but that board. Dancing Links, the published algorithm in
plain Python, loses there: it is the only route that does not end within 5 s.

SAT loses in two places. On tiny instances (9x9) every SAT route takes about twice as long as the engines for
exact covers. And in enumeration it pays for a blocking clause with every answer: see the last table.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from study import run

from coversat.lab import Puzzle
from coversat.problems.sudoku import Sudoku
from coversat.routes import find_route
from coversat.setter.generators.sudoku import board
from coversat.solvers import Limits
from coversat.uniqueness import count

SEED = 2026
SHARES = {3: (0.4,), 4: (0.5, 0.42, 0.36), 5: (0.6, 0.52)}
"""Of the cells of boards with boxes of this side: how many keep their digit."""
MANY = 1000
ENCODINGS = ("pairwise", "sequential", "product", "commander", "bitwise", "ladder")
ROUTES = [f"cover/cnf:{encoding}/cadical195" for encoding in ENCODINGS]
ROUTES += ["cnf:minimal/cadical195", "cnf:extended/cadical195", "cover/bitset", "cover/dancing-links"]


def puzzles() -> Iterator[Puzzle]:
    """Random grids from which random digits are taken: two of each size and share."""
    for side, shares in SHARES.items():
        for share in shares:
            for number in (1, 2):
                rng = random.Random(f"{SEED} {side} {share} {number}")
                grid = board(side, side).random_grid(rng)
                givens = tuple(tuple(digit if rng.random() < share else 0 for digit in row) for row in grid)
                yield Puzzle(f"{side**2}x{side**2} {share:.0%} #{number}", Sudoku(side, side, givens))


def enumeration() -> str:
    """Finding many answers, where SAT needs a blocking clause for each, as Markdown."""
    empty = Sudoku(3, 3, ((0,) * 9,) * 9)
    lines = [f"{MANY} answers of the empty 9x9 board, one after the other:", ""]
    lines += ["| route | processor seconds |", "| --- | ---: |"]
    for name in ("search/blanks", "cover/bitset", "cover/dancing-links", "cnf:minimal/cadical195"):
        route = find_route("sudoku", name)
        count(empty, route, Limits(answers=1))  # so that nothing has to be imported when it counts
        started = time.process_time()
        assert count(empty, route, Limits(answers=MANY)).count == MANY
        lines.append(f"| {name} | {time.process_time() - started:.3f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    run("at_most_one", __doc__, list(puzzles()), ROUTES, limit=5, seed=SEED, below=enumeration())
