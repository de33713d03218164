"""Checkers of proofs about the models of a formula, whatever program wrote them.

A proof that there is no model is a list of clauses that ends in a contradiction; each follows from the
formula and the clauses before it.  `check_drup` establishes this by unit propagation (text and binary
DRUP); `check_lrat` reads in the proof which clauses to use, and is faster.  `check_cpog` checks a graph
that has all models of the formula, and counts them.  `check_enumeration` checks a VeriPB proof that lists
all solutions.

Nothing here knows a solver, a reduction or a puzzle: a verified proof is about the formula that it was
checked against, and about nothing else. This room uses `problems.cnf` and `base`. Start with `drup`.
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
