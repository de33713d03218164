"""Checking proofs of what models a formula has, whoever wrote them.

A proof that there is none is a list of clauses, each of which follows from the formula and the clauses
before it, and which ends in a contradiction.  `check_drup` finds out by unit propagation that each one
follows (text and binary DRUP); `check_lrat` is told by the proof which clauses to look at, and is faster.
`check_cpog` checks a graph that has all models of the formula, and counts them.

Nothing here knows a solver, a reduction or a puzzle: a verified proof speaks of the `Cnf` it was
checked against, and of nothing else.
"""

from .cpog import CountVerification, check_cpog
from .drup import check_drup
from .lrat import check_lrat
from .verification import ProofError, Verification
from .veripb import check_enumeration

__all__ = [
    "CountVerification",
    "ProofError",
    "Verification",
    "check_cpog",
    "check_drup",
    "check_enumeration",
    "check_lrat",
]
