"""The searches of a formula's models: PySAT's solvers, and the search for the smallest answer first."""

from __future__ import annotations

from ...solvers.lexicographic import LEXICOGRAPHIC
from ...solvers.sat import SAT_SOLVERS

SEARCHES = (*SAT_SOLVERS, LEXICOGRAPHIC)
