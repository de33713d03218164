"""The routes that are tried for a Hamiltonian cycle if none is named."""

from __future__ import annotations

from ..language.models import CUTS, MODULO, PARITY
from ..reductions.hamiltonian import alternates
from ..solvers.strategy import GROWTH, Strategy, Turn, Turns
from .paths import HamiltonianCycle

FIRST = 1_000
"""The conflicts of the first turns: where one of the formulas is right, most graphs need no more of it."""


def _turns(problem: HamiltonianCycle) -> Turns:
    parity = (PARITY,) if alternates(problem.graph.edges) else ()
    conflicts = FIRST
    while True:
        for name in (CUTS, *parity, MODULO):
            yield Turn(f"cnf:{name}", conflicts)
        conflicts *= GROWTH


TURNS = {
    "hamiltoniancycle": Strategy(
        "cnf:cuts, cnf:parity where it adds something, and cnf:modulo, again and again with longer turns",
        _turns,
    )
}
