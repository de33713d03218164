"""Sudominoku as the given dominoes fall from 35 to 0

Laid boards whose dominoes are taken away in a random order; the nine given single digits stay. The factored
formula has variables for places, edges and pairs of digits; the derived ones come from the exact cover, by
pairwise and by product at-most-one constraints; all go to CaDiCaL 1.9.5. The direct searches write nothing
down.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from results import Results, count, listed, short
from study import Study, run

from coversat.comparing.measuring import Puzzle
from coversat.setting.generate.sudoku import board
from coversat.setting.generate.sudominoku import random_tiling

SEED = 2026
LIMIT = 5
BOARDS = 3
GIVEN = (35, 30, 25, 20, 15, 10, 5, 0)
FACTORED = "cnf:factored/cadical195"
PRODUCT, PAIRWISE = (f"cover/cnf:{encoding}/cadical195" for encoding in ("product", "pairwise"))
FORMULAS = [FACTORED, PRODUCT, PAIRWISE]
BITSET, DANCING_LINKS = "cover/bitset", "cover/dancing-links"
SEARCHES = ["search/digits", "search/dominoes"]


def puzzles() -> list[Puzzle]:
    """Each board with fewer and fewer of its dominoes, board by board within the same number."""
    laid = list(_laid())
    return [
        Puzzle(f"{given} given #{number}", full.with_givens(order[:given]), 36 - given)
        for given in GIVEN
        for number, (full, order) in enumerate(laid, 1)
    ]


def _laid() -> Iterator[tuple[Any, list[int]]]:
    """Full boards, each with an order of its dominoes."""
    for number in range(1, BOARDS + 1):
        rng = random.Random(f"{SEED} {number}")
        full = None
        while full is None:  # about one grid in three cannot be laid
            full = random_tiling((3, 3), board(3, 3).random_grid(rng), rng)
        yield full, rng.sample(range(len(full.dominoes)), len(full.dominoes))


def found(results: Results) -> list[str]:
    """What the results say."""
    first, last = results.groups[0], results.groups[-1]
    seen = [first, "15 given", "10 given", "5 given", last]
    search = results.ranking(first, SEARCHES)[0]
    falling = [
        f"{short(route)}: {listed([f'{results.time(route, group)} with {group}' for group in seen])}"
        for route in SEARCHES
    ]
    links = [
        f"{results.against(DANCING_LINKS, FACTORED, group)} with {group}"
        for group in (first, "20 given", last)
    ]
    return [
        f"The fastest route is, with {results.fastest(results.routes)}. "
        "SAT loses where little is left to find: with "
        f"{first} the factored formula takes {results.against(FACTORED, search, first)}.",
        f"The direct searches fall behind as dominoes go. {'; '.join(falling)}.",
        f"Of the formulas the fastest is, with {results.fastest(FORMULAS)}. With {last} the pairwise derived "
        f"formula has {count(results.parts(PAIRWISE, last))} clauses, the product one "
        f"{count(results.parts(PRODUCT, last))} and the factored one {count(results.parts(FACTORED, last))}; "
        f"the times are those of {results.order(last, FORMULAS)}.",
        f"Dancing Links takes {listed(links)}. The bit set engine, on the same cover, takes "
        f"{results.against(BITSET, FACTORED, '15 given')} with 15 given and "
        f"{results.against(BITSET, FACTORED, last)} with {last}. {results.unsolved(LIMIT)}",
    ]


AXIS = "dominoes not given, of 36"
ROUTES = [*FORMULAS, BITSET, DANCING_LINKS, *SEARCHES]
STUDY = Study("sudominoku_givens", __doc__, puzzles, ROUTES, found, LIMIT, SEED, AXIS)

if __name__ == "__main__":
    run(STUDY)
