"""The constraints of sudokus: classes by family, found by the words of their lines.

Each class with a `word` in these modules is registered. Others are added with `register_constraint`;
installed packages add theirs by entry points, whose names are the words, in ``coversat.constraints``.
"""

from typing import Any

from . import (  # noqa: F401  their classes are registered below
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


def _register(base: Any) -> None:
    """Register the classes with a word that derive from this one, each before those that derive from it."""
    for one in base.__subclasses__():
        if "word" in vars(one):
            register_constraint(one)
        _register(one)


_register(Constraint)
