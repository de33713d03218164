"""The solvers that are tried for a formula if none is named."""

from __future__ import annotations

from ...problems.cnf.rules import Cnf
from ..strategy import FIRST_TURN, Strategy, Turn, Turns

SMALL = 1000
"""Clauses. Of so few MiniSat decides most in a third of CaDiCaL's time, which preprocesses longer."""


def _turns(problem: Cnf) -> Turns:
    if len(problem.clauses) <= SMALL:
        yield Turn("minisat22", FIRST_TURN)
    yield Turn("cadical195")


TURNS = {
    "cnf": Strategy(f"minisat22 for one turn if there are at most {SMALL} clauses, then cadical195", _turns)
}
