"""The routes that are tried for a Hamiltonian cycle if none is named."""

from __future__ import annotations

from ..language.models import CUTS, MODULO, PARITY
from ..reductions.hamiltonian import alternates
from ..solvers.turns import GROWTH, LONG, Strategy, Turn, Turns
from .paths import HamiltonianCycle


def _turns(problem: HamiltonianCycle) -> Turns:
    parity = (PARITY,) if alternates(problem.graph.edges) else ()
    conflicts = LONG
    while True:
        for name in (CUTS, *parity, MODULO):
            yield Turn(f"cnf:{name}", conflicts)
        conflicts *= GROWTH


TURNS_paths = Strategy(
    "cnf:cuts, cnf:parity where it adds something, and cnf:modulo in turns, each longer than the last",
    _turns,
)
