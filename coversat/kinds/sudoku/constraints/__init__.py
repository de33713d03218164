"""The constraints of sudokus: classes by family, found by the words of their lines.

A class is added with `register_constraint`; installed packages add theirs by entry points in the group
``coversat.constraints``, whose names are the words.
"""

from . import (  # noqa: F401  each registers its constraints
    automata,
    chaos,
    clues,
    counts,
    everywhere,
    indexing,
    marks,
    relations,
    sets,
    strict,
    sum_lines,
    sums,
)
from .base import Constraint, all_constraints, constraint_of, is_constraint, register_constraint, words
from .compound import read_constraints, read_one, sound

__all__ = [
    "Constraint",
    "all_constraints",
    "constraint_of",
    "is_constraint",
    "read_constraints",
    "read_one",
    "register_constraint",
    "sound",
    "words",
]
