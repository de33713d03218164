"""Encodings of constraints on sudokus with drawn rules

Boards of our own making (`constraint_boards.py`): over a random grid lines are drawn that it obeys, or its
sums are written down, and digits are given only where the answer would not be the only one. A group has one
kind of constraint: words along lines (thermo, whisper, renban, between, region-sum, zipper), sums of a few
cells (arrow, cage), sums of many (little-killer), and clues beside the board (sandwich, skyscraper, x-sum).
All formulas go to CaDiCaL 1.9.5; `cnf:extended` is what is taken unasked: automata for words, digit sets for
cages and sandwiches, and sums by their length: reduced diagrams, totalizers, automata.
"""

from __future__ import annotations

import math
from statistics import geometric_mean

from constraint_boards import BOARDS, EACH, GROUPS
from results import Results, factor, listed, short
from study import Study, run

from coversat.comparing.measuring import Puzzle
from coversat.problems import read

LIMIT = 5
MIXED = "cnf:extended/cadical195"
REGULAR, MDD, TABLE, TOTALIZER, ORDER = (
    f"cnf:{name}/cadical195" for name in ("regular", "mdd", "table", "totalizer", "order")
)
BITSET = "cover/bitset"
FORMULAS = [MIXED, REGULAR, MDD, TABLE, TOTALIZER, ORDER]
NEARLY = 1.25
"""What takes less than so many times the best time is as good as the best."""


def puzzles() -> list[Puzzle]:
    """The boards, group by group."""
    names = [f"{group}-{number}" for group in GROUPS for number in range(1, EACH + 1)]
    return [
        Puzzle(
            " #".join(name.rsplit("-", 1)),
            read((BOARDS / f"{name}.txt").read_text(encoding="utf-8"), "sudoku").problems[0],
        )
        for name in names
    ]


def found(results: Results) -> list[str]:
    """What the results say."""
    lost = [group for group in results.groups if _slower(results, group) > NEARLY]
    refused = [route for route in results.routes if results.refused(route)]
    return [
        f"The fastest formula is, in the median, on {results.fastest(FORMULAS)}. What is taken "
        f"unasked is the fastest, or takes less than {NEARLY} times its time, but on: "
        f"{listed(lost) or 'none'}.",
        "Reduced diagrams leave unit propagation nothing to find and pay for it with variables: to "
        f"`cnf:regular`, {_across(results, MDD)}. Tables: {_across(results, TABLE)}.",
        f"Sums in the order encoding, by halves: {_across(results, TOTALIZER)}; cell by cell: "
        f"{_across(results, ORDER)}.",
        f"The exact cover, where there is one: {_across(results, BITSET)}.",
        f"Refused are, for more fillings than are written, {_refusals(results, refused)}. "
        f"{results.unsolved(LIMIT)}",
    ]


def _slower(results: Results, group: str) -> float:
    """How many times the best formula's time the one takes that is taken unasked."""
    best = min(results.seconds(route, group) for route in FORMULAS)
    return results.seconds(MIXED, group) / best


def _across(results: Results, route: str) -> str:
    """The times of a route by those of the automata, over the groups that both solve."""
    ratios = {
        group: results.seconds(route, group) / results.seconds(REGULAR, group) for group in results.groups
    }
    solved = {group: ratio for group, ratio in ratios.items() if 0 < ratio < math.inf}
    if not solved:
        return "no group is solved"
    least, most = min(solved, key=solved.__getitem__), max(solved, key=solved.__getitem__)
    return (
        f"{factor(geometric_mean(solved.values()))} as long in the geometric mean of {len(solved)} groups, "
        f"from {factor(solved[least])} on {least} to {factor(solved[most])} on {most}"
    )


def _refusals(results: Results, routes: list[str]) -> str:
    words = [f"{results.refused(route)} boards by {short(route)}" for route in routes]
    return listed(words) or "none"


STUDY = Study("constraint_encodings", __doc__, puzzles, [*FORMULAS, BITSET], found, LIMIT, seed=1)

if __name__ == "__main__":
    run(STUDY)
