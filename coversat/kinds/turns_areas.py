"""The routes that are tried for a nurikabe if none is named."""

from __future__ import annotations

from typing import Any

from ..language.models import CUTS, DISTANCES
from ..solvers.strategy import GROWTH, Strategy, Turn, Turns

FIRST = 30_000
"""The conflicts of the first turns. Of 16 boards of 250 to 800 cells cuts decided 15 with fewer; the last one
(15x25) they did not decide, and distances did with 12,510.
"""


def _turns(problem: Any) -> Turns:
    conflicts = FIRST
    while True:
        for name in (CUTS, DISTANCES):
            yield Turn(f"cnf:{name}", conflicts)
        conflicts *= GROWTH


TURNS = {"nurikabe": Strategy("cnf:cuts, and for hard boards cnf:distances, again and again", _turns)}
