"""The constraints of sudokus: classes by family, found by the words of their lines.

A class is added with `register_constraint`; installed packages add theirs by entry points in the group
``coversat.constraints``, whose names are the words.
"""

from . import (
    automata,
    chaos,
    clues,
    compound,
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

FAMILIES = (
    automata,
    chaos,
    clues,
    compound,
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
"""The modules that define the built-in constraints."""

__all__ = [
    "FAMILIES",
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
