"""The searches of a formula's models: PySAT's solvers, and the search for the smallest answer first."""

from __future__ import annotations

from .lexicographic import LEXICOGRAPHIC
from .sat import SAT_SOLVERS

SEARCHES = {"cnf": (*SAT_SOLVERS, LEXICOGRAPHIC)}
