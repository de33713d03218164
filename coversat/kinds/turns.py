"""The routes that are tried for puzzles of some kinds if none is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..primitives.models import CUTS, DISTANCES, MODULO, PARITY
from ..solvers.strategy import FIRST_TURN, GROWTH, Strategy, Turn, Turns

FIRST = 30_000
"""The conflicts of the first turns for a nurikabe. Of 16 boards of 250 to 800 cells cuts decided 15 with
fewer; the last one (15x25) they did not decide, and distances did with 12,510.
"""
FIRST_OF_CYCLES = 1_000
"""For a cycle: where one of the formulas is right, most graphs need no more of it."""


def _alone(route: str) -> Callable[[Any], Turns]:
    def turns(problem: Any) -> Turns:
        yield Turn(route)

    return turns


def _longer(names: tuple[str, ...], conflicts: int) -> Turns:
    """Formulas again and again, each time with more conflicts."""
    while True:
        for name in names:
            yield Turn(f"cnf:{name}", conflicts)
        conflicts *= GROWTH


def _of_stars(problem: Any) -> Turns:
    yield Turn("search/counted", FIRST_TURN)
    yield Turn("cnf:totalizer")


def _of_cycles(problem: Any) -> Turns:
    from ..reductions.hamiltonian import alternates

    parity = (PARITY,) if alternates(problem.graph.edges) else ()
    return _longer((CUTS, *parity, MODULO), FIRST_OF_CYCLES)


TURNS = {
    "kenken": Strategy("cnf:totalizer alone, which is faster on hard boards", _alone("cnf:totalizer")),
    "nonogram": Strategy(
        "cnf:starts alone; a cover takes longer to write and to search", _alone("cnf:starts")
    ),
    "starbattle": Strategy(
        "search/counted, and for hard boards cnf:totalizer; a cover takes longer to write and to search",
        _of_stars,
    ),
    "nurikabe": Strategy(
        "cnf:cuts, and for hard boards cnf:distances, again and again",
        lambda problem: _longer((CUTS, DISTANCES), FIRST),
    ),
    "hamiltoniancycle": Strategy(
        "cnf:cuts, cnf:parity where it adds something, and cnf:modulo, again and again with longer turns",
        _of_cycles,
    ),
}
