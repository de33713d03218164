"""The routes that are tried for a Hamiltonian cycle if none is named."""

from __future__ import annotations

from ..language.models import CUTS, PARITY
from ..reductions.hamiltonian import alternates
from ..solvers.turns import GROWTH, LONG, Strategy, Turn, Turns
from .paths import HamiltonianCycle


def _turns(problem: HamiltonianCycle) -> Turns:
    if not alternates(problem.graph.edges):
        yield Turn(f"cnf:{CUTS}")
    conflicts = LONG
    while True:
        yield Turn(f"cnf:{CUTS}", conflicts)
        yield Turn(f"cnf:{PARITY}", conflicts)
        conflicts *= GROWTH


TURNS_paths = Strategy(
    "cnf:cuts and cnf:parity in turns, each longer than the last; cnf:cuts alone where parity adds nothing",
    _turns,
)
