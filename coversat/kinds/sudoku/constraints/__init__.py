"""The constraints of sudokus: classes by family, found by the words of their lines.

A class is added with `register_constraint`; installed packages add theirs by entry points in the group
``coversat.constraints``, whose names are the words.
"""

from . import automata, blocks, clues, everywhere, marks, relations, sets, sums
from .base import Constraint, all_constraints, constraint_of, is_constraint, register_constraint, words
from .blocks import read_constraints, read_one, sound

__all__ = [
    "Constraint",
    "all_constraints",
    "automata",
    "blocks",
    "clues",
    "constraint_of",
    "everywhere",
    "is_constraint",
    "marks",
    "read_constraints",
    "read_one",
    "register_constraint",
    "relations",
    "sets",
    "sound",
    "sums",
    "words",
]
