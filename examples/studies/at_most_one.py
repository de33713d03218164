"""At-most-one encodings on 16x16 and 25x25 sudoku

Random full grids from which random digits are taken, from 9x9 to 25x25. The six at-most-one encodings stand
behind the same exact cover, which holds only what the givens leave open; beside them the two direct
encodings, which write the whole board, and the two engines for exact covers. All formulas go to CaDiCaL
1.9.5. Each route looks for an answer and then for another, so a time is that of a proof of uniqueness, or of
two answers.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from results import Results, count, factor, listed, short, time
from study import Study, run

from coversat.comparing.measuring import Puzzle
from coversat.comparing.statistics import median
from coversat.kinds.sudoku.rules import Sudoku
from coversat.setting.generate.sudoku import board

SEED = 2026
LIMIT = 5
SHARES = {
    (3, 3): (0.4, 0.35, 0.32),
    (3, 4): (0.5, 0.42, 0.36),
    (4, 4): (0.5, 0.42, 0.33),
    (4, 5): (0.55, 0.48, 0.42),
    (5, 5): (0.6, 0.54, 0.5, 0.48),
}
"""By the shape of the boxes: what share of the cells keep their digit."""
BOARDS = 2
ENCODINGS = ("pairwise", "sequential", "product", "commander", "bitwise", "ladder")
BEHIND = [f"cover/cnf:{encoding}/cadical195" for encoding in ENCODINGS]
DIRECT = ["cnf:minimal/cadical195", "cnf:extended/cadical195"]
ENGINES = ["cover/bitset", "cover/dancing-links"]


def puzzles() -> Iterator[Puzzle]:
    """Boards of each size and share."""
    for (rows, columns), shares in SHARES.items():
        side = rows * columns
        for share in shares:
            for number in range(1, BOARDS + 1):
                rng = random.Random(f"{SEED} {side} {share} {number}")
                grid = board(rows, columns).random_grid(rng)
                givens = tuple(
                    tuple(digit if rng.random() < share else None for digit in row) for row in grid
                )
                yield Puzzle(f"{side}x{side}: {share:.0%} #{number}", Sudoku(rows, columns, givens))


def found(results: Results) -> list[str]:
    """What the results say."""
    groups = ["16x16", "25x25"]
    large = groups[-1]
    said = []
    for group in groups:
        ranked = results.ranking(group, BEHIND)
        said.append(
            f"On {group} the encodings behind the exact cover take, in the median: "
            f"{results.order(group, BEHIND)}; the last takes {results.against(ranked[-1], ranked[0], group)}."
        )
    best = results.ranking(large, BEHIND)[0]
    share = median([row.reduce / row.seconds for row in results.of(best, large)])
    said.append(
        f"Of the time of {short(best)} on {large}, {share:.0%} goes by in writing the formula, before "
        "the solver is asked. Pairwise, without other variables, has "
        f"{count(results.parts(BEHIND[0], large))} clauses there, and {short(best)} "
        f"{count(results.parts(best, large))}. "
        f"The times grow with the numbers n of an answer as {results.growth(BEHIND)}."
    )
    direct = [f"{short(route)} takes {results.against(route, best, large)}" for route in DIRECT]
    said.append(f"The direct encodings write the whole board: on {large} {listed(direct)}.")
    said.append(_most_apart(results))
    small = results.groups[0]
    sat, engine = (results.ranking(small, routes)[0] for routes in ([*BEHIND, *DIRECT], ENGINES))
    said.append(
        f"The fastest route of all is, on {results.fastest(results.routes)}. "
        "SAT loses on tiny instances, where it has much to write for little to find: "
        f"on {small} the fastest formula takes {results.against(sat, engine, small)}. "
        f"Dancing Links, as published and in plain Python, takes on {large} "
        f"{results.against('cover/dancing-links', 'cover/bitset', large)}. {results.unsolved(LIMIT)}"
    )
    return said


def _most_apart(results: Results) -> str:
    """The board on which the encodings differ most, of those that all solve."""
    times: dict[str, dict[str, float]] = {}
    for row in results.rows:
        if row.route in BEHIND:
            times.setdefault(row.puzzle, {})[row.route] = row.seconds
    solved = {puzzle: by for puzzle, by in times.items() if all(map(math.isfinite, by.values()))}
    apart = {puzzle: max(by.values()) / min(by.values()) for puzzle, by in solved.items()}
    puzzle = max(apart, key=lambda name: apart[name])
    ranked = sorted(times[puzzle], key=lambda route: times[puzzle][route])
    words = [f"{short(route)} ({time(times[puzzle][route])})" for route in ranked]
    return f"They differ most on the board {puzzle}, by {factor(apart[puzzle])}: there {listed(words)}."


ROUTES = [*BEHIND, *DIRECT, *ENGINES]
STUDY = Study("at_most_one", __doc__, puzzles, ROUTES, found, LIMIT, SEED)

if __name__ == "__main__":
    run(STUDY)
